/** The only SQL that writes notices. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { insertNew, insertRow } from '#server/db/rows.ts'
import { REFUND_DAYS, type WhenAndWhere } from '#server/modules/events/managing/event-changes.ts'

/** Makes the one notice that an event was cancelled; false when there is one already. */
export function insertCancellation(
  app: Core,
  notice: { readonly id: string; readonly eventId: string; readonly startedBy: string },
): Promise<boolean> {
  return insertNew(app.db, 'event_notices', { ...notice, kind: 'cancelled' })
}

/** Makes the reminder of an event for its night; false when there is one already. */
export async function insertReminder(
  app: Core,
  { id, eventId, night }: { readonly id: string; readonly eventId: string; readonly night: string },
): Promise<boolean> {
  const inserted = await app.db
    .insertInto('event_notices')
    .values({ id, event_id: eventId, kind: 'reminder', night })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export interface NewMove {
  readonly id: string
  readonly eventId: string
  readonly before: WhenAndWhere
  readonly after: WhenAndWhere
  readonly changedAt: string
}

/** Makes the notice of a move; its payers' days are counted from it. */
export async function insertMove(app: Core, { before, after, ...move }: NewMove): Promise<void> {
  await insertRow(app.db, 'event_notices', {
    ...move,
    kind: 'moved',
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    refundableUntil: sql`app_now() + make_interval(days => ${REFUND_DAYS})`,
  })
}
