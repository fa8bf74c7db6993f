/** Webhooks: what is sent, how it is signed, when it is tried again, and how it can go wrong. */
import { createHmac, randomUUID } from 'node:crypto'
import { addSeconds, isBefore, toEpochMs } from '#server/shared/clock.ts'
import {
  change,
  drop,
  lookUp,
  nextId,
  put,
  type PendingNotification,
  type StoredPayment,
  type StoredPreference,
} from './state.ts'
import { remember, vendorTime, type Delivery, type Simulator } from './simulator.ts'
import type { Switches } from './switches.ts'

const ANSWER_WITHIN_MS = 22_000
const STALE_SECONDS = 3_600
const SHUFFLE_SECONDS = 3

/** Queues `payment.created` or `payment.updated`. Payments with test credentials send none. */
export function notifyPayment(
  simulator: Simulator,
  payment: StoredPayment,
  action: 'payment.created' | 'payment.updated',
): void {
  if (!payment.liveMode || isQuiet(simulator, payment)) return
  queue(simulator, {
    topic: 'payment',
    action,
    url: addressOf(simulator, payment.preferenceId),
    userId: payment.ownerId,
    data: { id: payment.id },
  })
}

/** Queues `topic_merchant_order_wh`, when that is switched on. */
export function notifyMerchantOrder(simulator: Simulator, preference: StoredPreference): void {
  if (!simulator.switches.notifyMerchantOrders) return
  queue(simulator, {
    topic: 'topic_merchant_order_wh',
    action: 'update',
    url: addressOf(simulator, preference.id),
    userId: preference.ownerId,
    data: { id: preference.merchantOrderId },
  })
}

/** Queues `topic_chargebacks_wh`, which names both the chargeback and its payment. */
export function notifyChargeback(simulator: Simulator, payment: StoredPayment, chargebackId: string): void {
  if (isQuiet(simulator, payment)) return
  queue(simulator, {
    topic: 'topic_chargebacks_wh',
    action: 'created',
    url: addressOf(simulator, payment.preferenceId),
    userId: payment.ownerId,
    data: { id: chargebackId, payment_id: Number(payment.id), checkout: 'PRO', site_id: 'MLA' },
  })
}

function isQuiet({ switches }: Simulator, { isControlled }: StoredPayment): boolean {
  return switches.dropControlled && isControlled
}

/** Queues `mp-connect`: a seller linked or unlinked the application. */
export function notifyConnection(
  simulator: Simulator,
  userId: string,
  action: 'application.authorized' | 'application.deauthorized',
): void {
  queue(simulator, {
    topic: 'mp-connect',
    action,
    url: simulator.application.notificationUrl,
    userId,
    data: { id: userId },
  })
}

/** Keys of the notifications whose time has come. */
export function dueNotifications(simulator: Simulator): string[] {
  const now = simulator.clock.now()
  return Object.entries(simulator.state.notifications).flatMap(([key, { dueAt }]) =>
    isBefore(now, dueAt) ? [] : [key],
  )
}

/** Sends every pending notification once, due or not; returns the result of each. */
export async function deliverAll(simulator: Simulator): Promise<Delivery[]> {
  const waiting = Object.keys(simulator.state.notifications)
  if (simulator.switches.shuffleNotifications) waiting.reverse()
  const deliveries: Delivery[] = []
  for (const key of waiting) deliveries.push(...(await deliver(simulator, key)))
  return deliveries
}

/** One POST, signed as `signature` says, outside any queue. */
export async function send(
  simulator: Simulator,
  notification: PendingNotification,
  signature: Switches['signature'],
): Promise<Delivery> {
  const url = new URL(notification.url)
  url.searchParams.set('data.id', notification.data.id)
  url.searchParams.set('type', notification.topic)
  const headers = signedHeaders(simulator, notification.data.id, signature)
  const status = await post(simulator, url.href, JSON.stringify(bodyOf(notification)), headers)
  const delivery: Delivery = {
    notificationId: notification.id,
    topic: notification.topic,
    action: notification.action,
    resourceId: notification.data.id,
    url: url.href,
    status,
  }
  remember(simulator.deliveries, delivery)
  return delivery
}

type Draft = Pick<PendingNotification, 'topic' | 'action' | 'userId' | 'data'> & { url: string | undefined }

/** A notification that waits in no queue. */
export function draftNotification(
  simulator: Simulator,
  { url, ...draft }: Draft & { url: string },
): PendingNotification {
  const now = simulator.clock.now()
  return { ...draft, url, id: nextId(simulator.state), liveMode: true, createdAt: now, dueAt: now, attempts: 0 }
}

function queue(simulator: Simulator, { url, ...draft }: Draft): void {
  const { state, switches } = simulator
  if (url === undefined || switches.dropNotifications) return
  const { dueAt, ...notification } = draftNotification(simulator, { ...draft, url })
  const isLate = switches.shuffleNotifications && draft.action === 'payment.created'
  const due = { dueAt: isLate ? addSeconds(dueAt, SHUFFLE_SECONDS) : dueAt }
  const copies = 1 + switches.duplicateNotifications
  for (let copy = 0; copy < copies; copy += 1) {
    put(state, 'notifications', `${notification.id}-${copy}`, { ...notification, ...due })
  }
}

/** Sends one that still waits; a receiver that does not answer 200 or 201 gets it again, later each time. */
export async function deliver(simulator: Simulator, key: string): Promise<Delivery[]> {
  const { state, clock, switches, retryDelaysMs } = simulator
  const notification = lookUp(state.notifications, key)
  if (!notification) return []
  const delivery = await send(simulator, notification, switches.signature)
  const retryDelayMs = retryDelaysMs[notification.attempts]
  const isTaken = delivery.status === 200 || delivery.status === 201
  if (isTaken || retryDelayMs === undefined) {
    drop(state, 'notifications', key)
  } else {
    const dueAt = addSeconds(clock.now(), retryDelayMs / 1000)
    change(state, 'notifications', key, { attempts: notification.attempts + 1, dueAt })
  }
  return [delivery]
}

async function post(simulator: Simulator, url: string, body: string, headers: Record<string, string>): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'MercadoPago WebHook v1.0', ...headers },
      signal: AbortSignal.any([simulator.stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      redirect: 'manual',
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    // No answer, or none in time: it is retried.
    return 0
  }
}

function bodyOf(notification: PendingNotification) {
  return {
    id: Number(notification.id),
    live_mode: notification.liveMode,
    type: notification.topic,
    date_created: vendorTime(notification.createdAt),
    user_id: Number(notification.userId),
    api_version: 'v1',
    action: notification.action,
    data: notification.data,
  }
}

function signedHeaders(simulator: Simulator, dataId: string, signature: Switches['signature']): Record<string, string> {
  const requestId = randomUUID()
  if (signature === 'none') return { 'x-request-id': requestId }
  const at = signature === 'stale' ? addSeconds(simulator.clock.now(), -STALE_SECONDS) : simulator.clock.now()
  const ts = signature === 'milliseconds' ? toEpochMs(at) : Math.floor(toEpochMs(at) / 1000)
  const key = signature === 'wrong' ? `not ${simulator.application.webhookSecret}` : simulator.application.webhookSecret
  const v1 = createHmac('sha256', key).update(`id:${dataId};request-id:${requestId};ts:${ts};`).digest('hex')
  return { 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` }
}

/** The preference's address wins over the application's. */
function addressOf(simulator: Simulator, preferenceId: string): string | undefined {
  const address = lookUp(simulator.state.preferences, preferenceId)?.body['notification_url']
  return typeof address === 'string' ? address : simulator.application.notificationUrl
}
