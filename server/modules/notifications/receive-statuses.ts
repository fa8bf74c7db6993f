/** What WhatsApp tells of the messages that it took: sent, delivered, read, failed. */
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { readDeliveryKey } from './delivery-key.ts'
import { advanceDelivery } from './store.ts'

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
  const statuses = app.whatsapp.readStatuses(rawBody, typeof signature === 'string' ? signature : undefined)
  if (!statuses) throw new Failure('unverified_webhook')
  forgive()
  // Each by itself: the vendor repeats a notification that was not answered, and what was written of it stays right.
  for (const { messageId, status, idempotencyKey, failure } of statuses) {
    await advanceDelivery(app, { messageId, state: status, failure, batch: readDeliveryKey(idempotencyKey) })
  }
  return { received: true }
}
