import { createHmac, timingSafeEqual } from 'node:crypto'
import { secondsBetween, fromEpochMs } from '#server/shared/clock.ts'
import { newId } from '#server/shared/ids.ts'
import type { Notification, WebhookSignature, WebhookTrust } from './port.ts'

const TOLERANCE_SECONDS = 300

/**
 * Whether the vendor signed this notification within the last five minutes. Compared in constant time. The vendor's own
 * libraries disagree about the letter case of `data.id`, and its pages about the unit of `ts`: both are accepted.
 */
export function verifySignature(secret: string, { headers, dataId, now }: WebhookSignature): WebhookTrust {
  const signature = one(headers['x-signature'])
  if (!signature) return 'unsigned'
  const { ts, v1 } = signatureParts(signature)
  if (!secret || !ts || !v1 || Math.abs(secondsBetween(timestampOf(ts), now)) > TOLERANCE_SECONDS) return 'invalid'
  const given = Buffer.from(v1, 'hex')
  const requestId = one(headers['x-request-id'])
  const spellings = dataId ? new Set([dataId, dataId.toLowerCase(), dataId.toUpperCase()]) : [undefined]
  let isValid = false
  for (const spelling of spellings) {
    const ours = createHmac('sha256', secret)
      .update(manifest(spelling, requestId, ts))
      .digest()
    isValid = timingSafeEqual(ours, given) || isValid
  }
  return isValid ? 'valid' : 'invalid'
}

/** What is signed: parts that are missing are left out, each one there ends in a semicolon. */
function manifest(dataId: string | undefined, requestId: string | undefined, ts: string): string {
  return `${dataId ? `id:${dataId};` : ''}${requestId ? `request-id:${requestId};` : ''}ts:${ts};`
}

function signatureParts(header: string): { ts?: string; v1?: string } {
  const parts = new Map(
    header.split(',').map((part) => {
      const [key = '', value = ''] = part.split('=', 2)
      return [key.trim(), value.trim()]
    }),
  )
  const ts = parts.get('ts') ?? ''
  const v1 = parts.get('v1') ?? ''
  return { ...(/^\d{1,15}$/.test(ts) ? { ts } : {}), ...(/^[0-9a-f]{64}$/i.test(v1) ? { v1 } : {}) }
}

function timestampOf(ts: string): string {
  const count = Number(ts)
  const isMilliseconds = count > 1e11
  return fromEpochMs(isMilliseconds ? count : count * 1000)
}

function one(value: string | readonly string[] | undefined): string | undefined {
  const first = typeof value === 'object' ? value[0] : value
  return first?.trim() || undefined
}

const TOPICS: Readonly<Record<string, Notification['topic']>> = {
  payment: 'payment',
  merchant_order: 'merchant_order',
  topic_merchant_order_wh: 'merchant_order',
  chargebacks: 'chargeback',
  topic_chargebacks_wh: 'chargeback',
  'mp-connect': 'account',
}

/**
 * What a notification speaks of, from the query of webhooks (`data.id`, `type`) or of the older kind (`topic`, `id`).
 * A chargeback's resource is the payment it takes back.
 */
export function readNotification(query: Readonly<Record<string, unknown>>, body: unknown): Notification | null {
  const message = fields(body)
  const data = fields(message['data'])
  const type = word(query['type']) ?? word(message['type']) ?? word(query['topic'])
  if (type === null) return null
  // Own names only: a caller may send `constructor`.
  const topic = (Object.hasOwn(TOPICS, type) ? TOPICS[type] : undefined) ?? 'other'
  const dataId = word(query['data.id']) ?? word(data['id']) ?? word(query['id'])
  const resourceId = topic === 'chargeback' ? word(data['payment_id']) : dataId
  if (resourceId === null) return null
  const isAboutPayment = topic === 'payment' || topic === 'chargeback'
  if (isAboutPayment && !isPaymentId(resourceId)) return null
  // The older kind has no id of its own: each delivery counts as new.
  return { notificationId: word(message['id']) ?? newId(), topic, resourceId, collectorId: word(message['user_id']) }
}

/** Payment ids are digits; anything else never reaches the vendor's addresses. */
export function isPaymentId(id: string): boolean {
  return /^\d{1,18}$/.test(id)
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' ? { ...value } : {}
}

function word(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[\w.-]{1,64}$/.test(text) ? text : null
}
