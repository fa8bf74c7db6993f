import { sql, type RawBuilder } from 'kysely'
import { NIGHT_ENDS } from '#contract/values/dates.ts'

/** `toNight` in SQL: the date that a moment's night belongs to. */
export const nightOf = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(local_time(${moment}) - ${sql.lit(NIGHT_ENDS)}::interval)::date`
