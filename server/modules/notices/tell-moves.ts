/** Moved events: their holders are told by themselves, and the ten days of their payers begin. */
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { listSettledEvents, settleMove } from '#server/modules/events/managing/settle-move.ts'
import { queueNotice } from '#server/modules/notifications/queue-notice.ts'
import { eventTopics, hint } from '#server/shared/hints.ts'
import { newId } from '#server/shared/ids.ts'
import { audienceOf } from './queries.ts'
import { insertMove } from './store.ts'

const PER_RUN = 50

/** One notice for each event whose changes have settled (rule R8.12). The job `notices.tell-moves`. */
export async function tellMoves(app: App): Promise<void> {
  for (const eventId of await listSettledEvents(app, PER_RUN)) {
    await inTransaction(app, async (app) => {
      const settled = await settleMove(app, eventId)
      if (!settled) return
      const { companyId, ...move } = settled
      const id = newId()
      await insertMove(app, { id, eventId, ...move })
      await queueNotice(app, id, audienceOf(eventId, move.changedAt))
      await audit(app, SYSTEM, 'notice.send', ['event', eventId], { after: { noticeId: id, kind: 'moved', ...move } })
      app.afterCommit(({ bus }) => hint(bus, eventTopics({ eventId, companyId })))
    })
  }
}
