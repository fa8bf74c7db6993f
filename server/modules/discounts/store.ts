/** Writes of discount codes; the SQL functions `discounts_*` count their uses. */
import { sql } from 'kysely'
import type { Core, Db } from '#server/context.ts'
import { insertRow, updateRows, type RowFields } from '#server/db/rows.ts'
import type { EventMoved } from '#server/modules/events/hooks.ts'

/** Breaks `discount_codes_active` when the event has a code of that name that was not stopped. */
export function insertDiscountCode(db: Db, code: RowFields<'discount_codes'>): Promise<void> {
  return insertRow(db, 'discount_codes', code)
}

/** Returns false when it was stopped before. */
export async function markStopped(db: Db, id: string, by: string): Promise<boolean> {
  return updateRows(db, 'discount_codes', { id, stoppedAt: null }, { stoppedAt: sql`app_now()`, stoppedBy: by })
}

/**
 * Moves the ends of an event's codes along with its day, at their own hour; a start that would not come before the moved end goes
 * along too. Stopped codes stay as they were.
 */
export async function moveCodeEnds(app: Core, { eventId, days }: EventMoved): Promise<void> {
  const by = sql`make_interval(days => ${days}::int)`
  await app.db
    .updateTable('discount_codes')
    .set({
      starts_at: sql`case when starts_at < ends_at + ${by} then starts_at else starts_at + ${by} end`,
      ends_at: sql`ends_at + ${by}`,
    })
    .where('event_id', '=', eventId)
    .where('ends_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .execute()
}
