import { sql, type RawBuilder } from 'kysely'

/** An order's number as searches find it: in one word, in two, or with a dash. */
export const searchedNumber = (number: RawBuilder<unknown>): RawBuilder<string> =>
  sql`${number} || ' ' || left(${number}, 4) || '-' || right(${number}, 4)`
