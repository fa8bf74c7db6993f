/**
 * Sends what is queued. A delivery batch is claimed before it is sent and settled after: a worker that dies between the two leaves
 * it claimed, and once its lease ends it is sent again under the same idempotency key, so at most one message comes twice.
 */
import type { App } from '#server/context.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { count } from '#server/shared/counts.ts'
import { deliveryKey } from './delivery-key.ts'
import { sendMessage, type Channel, type OutgoingMessage } from './send-message.ts'
import { claimBatches, deliveryLease, settleBatch, type ClaimedBatch, type Settlement } from './store.ts'

/** Tickets that leave in one message: a holder's tickets of one order, or a single one. */
export interface DeliveryBatch {
  readonly channel: Channel
  readonly tickets: readonly { readonly ticketId: string; readonly epoch: number }[]
  /** The same for every attempt at this message. */
  readonly idempotencyKey: string
}

/** A message with the tickets that it carries, or why nothing of the batch can be sent. */
export type Composed =
  | {
      readonly message: OutgoingMessage
      readonly ticketIds: readonly string[]
      /** Called once it left. */
      readonly afterwards?: () => Promise<void>
    }
  | { readonly undeliverable: string }

/** Writes a batch's message. The module that knows the tickets gives it, because this one comes before it. */
export type Compose = (app: App, batch: DeliveryBatch) => Promise<Composed>

const AT_ONCE = 8
/** So that one channel, however much waits in it, does not keep the other from its next run. */
const MAX_PER_RUN = 200

/** Sends the batches of `channel` that are due, up to 200; gives how many it tried. Calls no vendor inside a transaction. */
export function deliverBatches(app: App, channel: Channel, compose: Compose, stopping?: AbortSignal): Promise<number> {
  return drainLeases(app, deliveryLease, {
    atOnce: AT_ONCE,
    most: MAX_PER_RUN,
    stopping,
    claim: (limit) => claimBatches(app, channel, limit),
    handle: async (claimed) => settleBatch(app, claimed, await deliver(app, channel, claimed, compose)),
    onGivenUp({ key, attempts }, error) {
      count('messages', { channel, result: 'given_up' })
      app.log.error({ err: error, delivery: key, attempt: attempts }, 'a message was given up after its last attempt')
    },
  })
}

async function deliver(app: App, channel: Channel, claimed: ClaimedBatch, compose: Compose): Promise<Settlement> {
  const { key: groupId, resends, rows } = claimed
  const composed = await compose(app, { channel, tickets: rows, idempotencyKey: deliveryKey({ groupId, resends }) })
  if ('undeliverable' in composed) return { state: 'failed', error: composed.undeliverable }
  const outcome = await sendMessage(app, composed.message)
  if ('refused' in outcome) return { state: 'failed', error: outcome.refused }
  await composed.afterwards?.()
  return { state: 'sent', messageId: outcome.messageId, ticketIds: composed.ticketIds }
}
