/** Brings the payments of an order up to date with the provider. With this alone every payment is found: notifications only make it sooner. */
import { setTimeout as wait } from 'node:timers/promises'
import { ProviderUnavailable, type PaymentAccount, type ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { findCollector } from '#server/modules/companies/payment-account/queries.ts'
import { readOrAlarm } from '#server/modules/payments/alarm-unreadable.ts'
import { wasCharged } from '#server/modules/payments/payment.ts'
import { count } from '#server/shared/counts.ts'
import { applyPayment } from './apply-payment.ts'
import { findOrderCompany, listCollectorsOfOrder } from './queries.ts'
import { markSynced } from '../store.ts'

const ASK_AGAIN_AFTER_MS = 3_000
const LONGEST_WAIT_MS = 4_000
/** Some 5,000 orders whose buyers wait. */
const MAX_BYTES = 4 * 1024 * 1024
/** A question under way, with what it holds. */
const QUESTION_BYTES = 400

/**
 * Looks for the order's payments at the provider by the order's reference and applies each, the oldest first. A hold whose
 * time is over then gives its places back, because whatever was paid in time is known by now. `hintedId` is a payment that the
 * buyer's browser named: it proves nothing and is asked for by its id, before the search, which may lag. Never call it inside a
 * transaction. Throws `ProviderUnavailable`, after everything else was applied where one payment cannot be read.
 */
export async function syncPayments(app: App, orderId: string, hintedId?: string): Promise<void> {
  const order = await findOrderCompany(app, orderId)
  if (!order) return
  for (const collectorId of await listCollectorsOfOrder(app, orderId)) {
    const account = await findCollector(app, { companyId: order.companyId, collectorId })
    if (!account) return
    const { items, unreadable } = await askAbout(app, account, order.publicId, hintedId)
    let isAllRead = true
    const apply = async (paymentId: string | null, read: () => Promise<ProviderPayment | null>) => {
      const named = { collectorId, paymentId, orderPublicId: order.publicId }
      const payment = await readOrAlarm(app, named, read)
      if (payment === undefined) isAllRead = false
      else if (payment) count('payments', { outcome: await applyPayment(app, payment) })
    }
    for (const payment of items.toReversed()) await apply(payment.id, () => inFull(app, account, payment))
    for (const { id } of unreadable) await apply(id, () => fetchUnread(app, account, id))
    if (!isAllRead) throw new ProviderUnavailable('bad_answer', 'searchPayments')
  }
  await markSynced(app, orderId, order.now)
}

/** Searches by the order's reference, after applying the payment that a browser named. */
async function askAbout(app: App, account: PaymentAccount, orderPublicId: string, hintedId: string | undefined) {
  try {
    const hinted = hintedId === undefined ? null : await app.vendors.payments.fetchPayment(account, hintedId)
    if (hinted?.externalReference === orderPublicId) {
      count('payments', { outcome: await applyPayment(app, hinted) })
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    app.log.warn({ err: error, orderPublicId }, 'the payment of a return address could not be asked for')
  }
  return app.vendors.payments.searchPayments(account, orderPublicId)
}

/** Asks by its id for a payment that the search does not say fully. */
async function fetchUnread(app: App, account: PaymentAccount, paymentId: string | null) {
  if (paymentId === null) throw new ProviderUnavailable('bad_answer', 'searchPayments')
  return app.vendors.payments.fetchPayment(account, paymentId)
}

/**
 * A search leaves the fees out and lags behind, so a payment that was charged is read by its id before it counts: also one that
 * has returned, because the provider keeps its fee.
 */
export async function inFull(app: App, account: PaymentAccount, payment: ProviderPayment): Promise<ProviderPayment> {
  if (!wasCharged(payment) || payment.feeCents !== null) return payment
  return (await app.vendors.payments.fetchPayment(account, payment.id)) ?? payment
}

/**
 * The same for a buyer who waits for an answer: it asks at most every 3 s per order and process, once more when a browser
 * names a payment meanwhile, and waits 4 s at most. When the provider does not answer, the order stays as we know it.
 */
export async function syncPaymentsSoon(app: App, orderId: string, hintedId?: string): Promise<void> {
  const asked = app.processCache.cache<{ atMs: number; hintedId: string | undefined; done: Promise<void> }>({
    name: 'checkout.asked',
    maxBytes: MAX_BYTES,
    ttlMs: ASK_AGAIN_AFTER_MS,
    sizeOf: () => QUESTION_BYTES,
  })
  const now = app.clock.epochMs()
  let question = asked.get(orderId)
  // A question that was asked before the buyer paid does not answer for the payment that the way back names.
  const isNews = hintedId !== undefined && question?.hintedId === undefined
  if (!question || isNews || now - question.atMs >= ASK_AGAIN_AFTER_MS) {
    const done = syncPayments(app, orderId, hintedId).catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailable)) throw error
      app.log.warn({ err: error, orderId }, 'the provider could not be asked about an order')
    })
    question = { atMs: now, hintedId, done }
    asked.set(orderId, question)
  }
  await Promise.race([question.done, wait(LONGEST_WAIT_MS, undefined, { ref: false })])
}
