/** The provider's notifications: kept, answered at once, applied by a job that asks the provider itself. */
import { inTransaction, type App } from '#server/context.ts'
import { insertNotification } from './store.ts'

const PUBLIC_ID = /^[A-Za-z0-9_-]{22}$/

export interface IncomingNotification {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** What is signed does not count under its address; of one that sends many hints the rest waited before their bodies. */
  readonly forgive: () => void
}

/**
 * Keeps a notification once and enqueues what applies it. Without a right signature it is a hint that anybody may have
 * sent: beyond 60 a minute those of one address wait. What says nothing that we understand is taken and dropped.
 */
export async function receiveNotification(app: App, incoming: IncomingNotification): Promise<{ received: true }> {
  const { headers, query, body, forgive } = incoming
  const dataId = query['data.id']
  const trust = app.payments.verifyWebhook({
    headers,
    dataId: typeof dataId === 'string' ? dataId : undefined,
    now: app.clock.now(),
  })
  if (trust === 'valid') forgive()
  const notification = app.payments.readNotification({ query, body })
  if (!notification) return { received: true }
  const { order } = query
  const orderPublicId = typeof order === 'string' && PUBLIC_ID.test(order) ? order : null
  await inTransaction(app, async (app) => {
    const id = await insertNotification(app, { ...notification, orderPublicId, isSigned: trust === 'valid' })
    if (id) await app.queue.enqueue(app, 'checkout.apply-notification', { notificationId: id }, { singletonKey: id })
  })
  return { received: true }
}
