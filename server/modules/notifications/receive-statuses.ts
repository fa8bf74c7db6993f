/** The webhook of WhatsApp: reports on accepted messages (sent, delivered, read, failed), and its subscription. */
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { readDeliveryKey, readNoticeKey } from './delivery-key.ts'
import { advanceDelivery } from './store.ts'
import { advanceNotice } from './store-notices.ts'

export interface IncomingStatuses {
  readonly rawBody: Uint8Array
  readonly signature: string | string[] | undefined
  /** What is signed does not count under its address. */
  readonly forgive: () => void
}

/**
 * Brings deliveries forward; what comes late, again or of no message of ours changes nothing, so that any order ends alike.
 * Throws `unverified_webhook` without the vendor's signature over `rawBody`: unlike a payment, a status cannot be asked for.
 */
export async function receiveStatuses(
  app: App,
  { rawBody, signature, forgive }: IncomingStatuses,
): Promise<{ received: true }> {
  const statuses = app.vendors.whatsapp.readStatuses(rawBody, typeof signature === 'string' ? signature : undefined)
  if (!statuses) throw new Failure('unverified_webhook')
  forgive()
  // Each by itself: the vendor repeats a notification that was not answered, and what was written of it stays right.
  for (const { messageId, status, idempotencyKey, failure } of statuses) {
    await advanceDelivery(app, { messageId, state: status, failure, batch: readDeliveryKey(idempotencyKey) })
    await advanceNotice(app, { messageId, state: status, failure, delivery: readNoticeKey(idempotencyKey) })
  }
  return { received: true }
}

/** WhatsApp asks whether the address of its notifications is ours: gives what to echo. Throws `unverified_webhook` when the question does not bring our own verify token. */
export function confirmSubscription(app: App, query: Readonly<Record<string, unknown>>): string {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined)
  const names = ['hub.mode', 'hub.verify_token', 'hub.challenge']
  const challenge = app.vendors.whatsapp.answerSubscription(Object.fromEntries(names.map((name) => [name, text(name)])))
  if (challenge === null) throw new Failure('unverified_webhook')
  return challenge
}
