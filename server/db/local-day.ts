import { sql, type RawBuilder } from 'kysely'
import { addDays, fromLocal } from '#contract/values/dates.ts'

/** The condition that an instant is on a local day (`YYYY-MM-DD`); always true without a day. */
export function isOnLocalDay(instant: RawBuilder<unknown>, day: string | undefined): RawBuilder<boolean> {
  if (day === undefined) return sql<boolean>`true`
  return sql<boolean>`(${instant} >= ${fromLocal(day, '00:00')} and ${instant} < ${fromLocal(addDays(day, 1), '00:00')})`
}

/** The local date of now. */
export const localToday = sql`local_time(app_now())::date`
