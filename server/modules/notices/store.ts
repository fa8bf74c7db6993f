/** The only SQL that writes notices. */
import type { Core } from '#server/context.ts'

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
