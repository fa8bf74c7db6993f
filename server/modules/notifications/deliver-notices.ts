/** Sends notices that are queued: one message to one person by one channel, as ticket deliveries are sent. */
import type { App } from '#server/context.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { count } from '#server/shared/counts.ts'
import { noticeKey } from './delivery-key.ts'
import { sendMessage, type Channel, type OutgoingMessage } from './send-message.ts'
import { claimNotices, noticeLease, completeNotice } from './store-notices.ts'

/** One message that is due. */
export interface DueNotice {
  readonly noticeId: string
  readonly userId: string
  readonly channel: Channel
  /** The same for every attempt at this message. */
  readonly idempotencyKey: string
}

/** Writes it, or says why nothing can be sent. The module that knows the event gives it, because this one comes before it. */
export type ComposeNotice = (app: App, due: DueNotice) => Promise<OutgoingMessage | { readonly undeliverable: string }>

const AT_ONCE = 8
/** So that one channel, however much waits in it, does not keep the other from its next run. */
const MAX_PER_RUN = 200

/** Sends the notices of `channel` that are due, up to 200; gives how many it tried. Calls no vendor inside a transaction. */
export function deliverNotices(
  app: App,
  channel: Channel,
  compose: ComposeNotice,
  stopping?: AbortSignal,
): Promise<number> {
  return drainLeases(app, noticeLease, {
    atOnce: AT_ONCE,
    most: MAX_PER_RUN,
    stopping,
    claim: (limit) => claimNotices(app, channel, limit),
    async handle(claimed) {
      const { noticeId, userId } = claimed
      const composed = await compose(app, { noticeId, userId, channel, idempotencyKey: noticeKey(claimed) })
      if ('undeliverable' in composed) return completeNotice(app, claimed, { failed: composed.undeliverable })
      const outcome = await sendMessage(app, composed)
      return completeNotice(app, claimed, 'refused' in outcome ? { failed: outcome.refused } : outcome)
    },
    onGivenUp({ key, attempts }, error) {
      count('messages', { channel, result: 'given_up' })
      app.log.error({ err: error, notice: key, attempt: attempts }, 'a message was given up after its last attempt')
    },
  })
}
