import { sql, type RawBuilder } from 'kysely'
import { NIGHT_ENDS, TIME_ZONE } from '#contract/values/dates.ts'

/** `toNight` in SQL: the date that a moment's night belongs to. */
export const nightOf = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql`((${moment} at time zone ${sql.lit(TIME_ZONE)}) - ${sql.lit(NIGHT_ENDS)}::interval)::date`
