/** The provider's notifications: kept, those that come together in one statement, answered at once, applied by a worker. */
import { perProcess, type App } from '#server/context.ts'
import { createBatcher, type Batcher } from '#server/shared/batch.ts'
import { insertNotifications, nameOf, type ReceivedNotification } from './store.ts'

const BATCH_SIZE = 100
/** The provider sends again what was not taken. */
const MAX_WAITING = 2000
const PUBLIC_ID = /^[A-Za-z0-9_-]{22}$/

export interface IncomingNotification {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** What is signed does not count under its address; of one that sends many hints the rest waited before their bodies. */
  readonly forgive: () => void
}

/**
 * Keeps a notification once; the worker applies it within a second. Without a right signature it is a hint that anybody may have
 * sent: beyond 60 a minute those of one address wait. What says nothing that we understand is taken and dropped.
 */
export async function receiveNotification(app: App, incoming: IncomingNotification): Promise<{ received: true }> {
  const { headers, query, body, forgive } = incoming
  const dataId = query['data.id']
  const trust = app.vendors.payments.verifyWebhook({
    headers,
    dataId: typeof dataId === 'string' ? dataId : undefined,
    now: app.clock.now(),
  })
  if (trust === 'valid') forgive()
  const notification = app.vendors.payments.readNotification({ query, body })
  if (!notification) return { received: true }
  const { order } = query
  const orderPublicId = typeof order === 'string' && PUBLIC_ID.test(order) ? order : null
  await perProcess(app, 'payments.notifications', () => openQueue(app)).add({
    ...notification,
    orderPublicId,
    isSigned: trust === 'valid',
  })
  return { received: true }
}

function openQueue(app: App): Batcher<ReceivedNotification, null> {
  return createBatcher({
    async run(received) {
      await insertNotifications(app, received)
      return received.map(() => null)
    },
    maxSize: BATCH_SIZE,
    maxQueue: MAX_WAITING,
    keysOf: (received) => [nameOf(received)],
    retryAlone: (error) => error instanceof Error && 'code' in error && String(error.code).startsWith('22'),
  })
}
