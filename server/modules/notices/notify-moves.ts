/** Notifies holders of moved events, and begins their payers' ten days. */
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts'
import { listSettledEvents, settleMove } from '#server/modules/events/managing/settle-move.ts'
import { queueNotice } from '#server/modules/notifications/queue-notice.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { newId } from '#server/shared/ids.ts'
import { audienceOf } from './queries.ts'
import { isSoldDifferently, listMovesPaidLater } from './queries-moves.ts'
import { insertMove } from './store.ts'

const PER_RUN = 50

/**
 * Makes one notice for each event whose changes have settled (rule R8.12), each in its own transaction, and queues it for buyers who
 * held places then and paid since. The job `notices.notify-moves`.
 */
export async function notifyMoves(app: App): Promise<void> {
  await forEachIsolated(app, {
    items: await listSettledEvents(app, PER_RUN),
    handle: (eventId) => inTransaction(app, (app) => notifyMove(app, eventId)),
    logFields: (eventId) => ({ eventId }),
    failed: 'the notice of a moved event could not be made',
  })
  await forEachIsolated(app, {
    items: await listMovesPaidLater(app, PER_RUN),
    handle: ({ id, eventId }) => queueNotice(app, id, audienceOf(eventId, id)),
    logFields: ({ id: noticeId, eventId }) => ({ eventId, noticeId }),
    failed: 'buyers who paid after the notice of a move could not be notified',
  })
}

async function notifyMove(app: Tx, eventId: string): Promise<void> {
  const settled = await settleMove(app, eventId)
  if (!settled) return
  const { companyId, isMoved, ...move } = settled
  if (!isMoved && !(await isSoldDifferently(app, eventId))) return
  const id = newId()
  await insertMove(app, { id, eventId, ...move })
  await queueNotice(app, id, audienceOf(eventId, id))
  await audit(app, SYSTEM, 'notice.send', ['event', eventId], { after: { noticeId: id, kind: 'moved', ...move } })
  app.afterCommit(({ bus }) => publishChange(bus, eventTopics({ eventId, companyId })))
}
