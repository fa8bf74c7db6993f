/** Notifies holders and payers of a cancelled event's tickets. */
import type {
  EventNotices,
  retryNotice as retryEndpoint,
  sendCancellation as sendEndpoint,
} from '#contract/events/notices.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import { queueNotice, queueNoticeAgain } from '#server/modules/notifications/queue-notice.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { audienceOf, checkNotice, getNotices } from './queries.ts'
import { insertCancellation } from './store.ts'

/**
 * Queues the notice to each, once; the worker sends it within seconds. Throws `event_state` for an event that is not cancelled,
 * `notice_sent` when it was begun before.
 */
export async function sendCancellation(
  app: App,
  { actor, proof: eventId }: Pick<Call<typeof sendEndpoint>, 'actor' | 'proof'>,
): Promise<EventNotices> {
  const id = newId()
  const after = { noticeId: id, kind: 'cancelled' }
  const act = { audit: 'notice.send', object: ['event', eventId], after, isAllowedAfter: true } as const
  await actOnEvent(app, actor, eventId, act, async (app, { event }) => {
    if (event.state !== 'cancelled') throw new Failure('event_state')
    if (!(await insertCancellation(app, { id, eventId, startedBy: actor.userId }))) throw new Failure('notice_sent')
    await queueNotice(app, id, audienceOf(eventId))
  })
  return getNotices(app, eventId)
}

/** Retries the people whom a notice did not reach, from the first attempt; the others are not notified twice. Throws `notice_not_found`. */
export async function retryNotice(
  app: App,
  { actor, proof: eventId, params: { noticeId } }: Call<typeof retryEndpoint>,
): Promise<EventNotices> {
  const act = { audit: 'notice.retry', object: ['event', eventId], isAllowedAfter: true } as const
  await actOnEvent(app, actor, eventId, act, async (app, { record }) => {
    await checkNotice(app, eventId, noticeId)
    record({ after: { noticeId, people: await queueNoticeAgain(app, noticeId) } })
  })
  return getNotices(app, eventId)
}
