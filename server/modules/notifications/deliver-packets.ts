/**
 * Sends what is queued. A packet is claimed before it is sent and settled after: a worker that dies between the two leaves
 * it claimed, and once that lapses it is sent again under the same idempotency key, so at most one message comes twice.
 */
import type { App } from '#server/context.ts'
import { count } from '#server/shared/counts.ts'
import { deliveryKey } from './delivery-key.ts'
import { MAX_ATTEMPTS, retryDelay } from './retry-delay.ts'
import { sendMessage, type Channel, type OutgoingMessage } from './send-message.ts'
import { claimPackets, settlePacket, type Claimed, type Settlement } from './store.ts'

/** What leaves together: one holder's tickets of one order, or a single one. */
export interface Packet {
  readonly channel: Channel
  readonly tickets: readonly { readonly ticketId: string; readonly epoch: number }[]
  /** The same for every attempt at this message. */
  readonly idempotencyKey: string
}

/** A message with the tickets that it carries, or why nothing of the packet can be sent. */
export type Composed =
  | { readonly message: OutgoingMessage; readonly ticketIds: readonly string[] }
  | { readonly undeliverable: string }

/** Writes a packet's message. The module that knows the tickets gives it, because this one comes before it. */
export type Compose = (app: App, packet: Packet) => Promise<Composed>

const AT_ONCE = 8
/** Enough to keep a mail host busy, few enough that a worker told to stop soon does. */
const MAX_PER_RUN = 200
/** Longer than any adapter takes to give up. */
const CLAIM_SECONDS = 300

/** Sends the packets of `channel` that are due, up to 200; gives how many it tried. Calls no vendor inside a transaction. */
export async function deliverPackets(app: App, channel: Channel, compose: Compose): Promise<number> {
  let tried = 0
  while (tried < MAX_PER_RUN) {
    const claims = await claimPackets(app, { channel, limit: AT_ONCE, forSeconds: CLAIM_SECONDS })
    if (claims.length === 0) break
    await Promise.all(
      claims.map(async (claimed) => settlePacket(app, claimed, await deliver(app, channel, claimed, compose))),
    )
    tried += claims.length
  }
  return tried
}

async function deliver(app: App, channel: Channel, claimed: Claimed, compose: Compose): Promise<Settlement> {
  // Only a worker that died at the last attempt leaves more than that.
  if (claimed.attempts > MAX_ATTEMPTS) return { state: 'failed', error: 'interrupted' }
  const idempotencyKey = deliveryKey(claimed)
  try {
    const composed = await compose(app, { channel, tickets: claimed.rows, idempotencyKey })
    if ('undeliverable' in composed) return { state: 'failed', error: composed.undeliverable }
    const outcome = await sendMessage(app, composed.message)
    if ('refused' in outcome) return { state: 'failed', error: outcome.refused }
    return { state: 'sent', messageId: outcome.messageId, ticketIds: composed.ticketIds }
  } catch (error) {
    const facts = { err: error, delivery: claimed.groupId, attempt: claimed.attempts }
    const delay = retryDelay(claimed.attempts)
    if (delay !== null) {
      app.log.warn(facts, 'message could not be handed over')
      return { state: 'queued', error: reasonOf(error), delay }
    }
    count('messages', { channel, result: 'given_up' })
    app.log.error(facts, 'a message was given up after its last attempt')
    return { state: 'failed', error: reasonOf(error) }
  }
}

/** Kept beside the delivery: names and codes, never a text that may quote the recipient. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
