/** The provider's notifications: kept, answered at once, applied by a job that asks the provider itself. */
import { inTransaction, type App } from '#server/context.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { insertNotification } from './store.ts'

const HINTS_PER_MINUTE = 60
const MINUTE_MS = 60_000
/** Some 10,000 addresses. */
const HINTS_BYTES = 4 * 1024 * 1024
const PUBLIC_ID = /^[A-Za-z0-9_-]{22}$/

export interface IncomingNotification {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly origin: RequestOrigin
}

/**
 * Keeps a notification once and enqueues what applies it. Without a right signature it is a hint that anybody may have
 * sent: 60 a minute per address, then `too_many_requests`. What says nothing that we understand is taken and dropped.
 */
export async function receiveNotification(app: App, incoming: IncomingNotification): Promise<{ received: true }> {
  const { headers, query, body, origin } = incoming
  const dataId = query['data.id']
  const trust = app.payments.verifyWebhook({
    headers,
    dataId: typeof dataId === 'string' ? dataId : undefined,
    now: app.clock.now(),
  })
  if (trust !== 'valid') countHint(app, origin.ip)
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

function countHint(app: App, ip: string): void {
  const hints = app.memory.cache<{ startedMs: number; count: number }>({
    name: 'payments.hints',
    maxBytes: HINTS_BYTES,
    ttlMs: MINUTE_MS,
  })
  const now = app.clock.epochMs()
  const window = hints.get(ip)
  if (!window || now - window.startedMs >= MINUTE_MS) {
    hints.set(ip, { startedMs: now, count: 1 })
    return
  }
  window.count += 1
  if (window.count > HINTS_PER_MINUTE) throw new Failure('too_many_requests', undefined, { retryAfterSeconds: 60 })
}
