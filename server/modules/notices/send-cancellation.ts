/** Notifies holders and payers of a cancelled event's tickets. */
import type { EventNotices } from '#contract/notices.ts'
import type { Proof } from '#contract/roles.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import { queueNotice, queueNoticeAgain } from '#server/modules/notifications/queue-notice.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { newId } from '#server/shared/ids.ts'
import { audienceOf, checkNotice, getEventState, getNotices } from './queries.ts'
import { insertCancellation } from './store.ts'

/**
 * Queues the notice to each, once; the worker sends it within seconds. Throws `event_state` for an event that is not cancelled,
 * `notice_sent` when it was begun before.
 */
export async function sendCancellation(app: App, actor: Actor, eventId: Proof<'managedEvent'>): Promise<EventNotices> {
  await inTransaction(app, async (app) => {
    const { companyId, state } = await getEventState(app, eventId)
    refuseFinance(actor, companyId)
    if (state !== 'cancelled') throw new Failure('event_state')
    const id = newId()
    if (!(await insertCancellation(app, { id, eventId, startedBy: actor.userId }))) throw new Failure('notice_sent')
    await queueNotice(app, id, audienceOf(eventId))
    await audit(app, actor, 'notice.send', ['event', eventId], { after: { noticeId: id, kind: 'cancelled' } })
    app.afterCommit(({ bus }) => publishChange(bus, eventTopics({ eventId, companyId })))
  })
  return getNotices(app, eventId)
}

/** Retries the people whom a notice did not reach, from the first attempt; the others are not notified twice. Throws `notice_not_found`. */
export async function retryNotice(
  app: App,
  actor: Actor,
  eventId: Proof<'managedEvent'>,
  noticeId: string,
): Promise<EventNotices> {
  await inTransaction(app, async (app) => {
    const { companyId } = await getEventState(app, eventId)
    refuseFinance(actor, companyId)
    await checkNotice(app, eventId, noticeId)
    const people = await queueNoticeAgain(app, noticeId)
    await audit(app, actor, 'notice.retry', ['event', eventId], { after: { noticeId, people } })
    app.afterCommit(({ bus }) => publishChange(bus, eventTopics({ eventId, companyId })))
  })
  return getNotices(app, eventId)
}
