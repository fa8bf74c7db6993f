/** The only SQL that writes notices. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { REFUND_DAYS, type WhenAndWhere } from '#server/modules/events/managing/event-changes.ts'

/** Makes the one notice that an event was cancelled; false when there is one already. */
export async function insertCancellation(
  app: Core,
  notice: { readonly id: string; readonly eventId: string; readonly startedBy: string },
): Promise<boolean> {
  const inserted = await app.db
    .insertInto('event_notices')
    .values({ id: notice.id, event_id: notice.eventId, kind: 'cancelled', started_by: notice.startedBy })
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
export async function insertMove(app: Core, { id, eventId, before, after, changedAt }: NewMove): Promise<void> {
  await app.db
    .insertInto('event_notices')
    .values({
      id,
      event_id: eventId,
      kind: 'moved',
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      changed_at: changedAt,
      refundable_until: sql<string>`app_now() + make_interval(days => ${REFUND_DAYS})`,
    })
    .execute()
}
