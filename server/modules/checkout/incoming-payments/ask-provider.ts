/** Asks the provider about an order, whether or not it told us anything: with this alone every payment is found. */
import { setTimeout as wait } from 'node:timers/promises'
import { ProviderUnavailable, type PaymentAccount, type ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { findPaymentAccount } from '#server/modules/companies/queries.ts'
import { count } from '#server/shared/counts.ts'
import { applyPayment } from './apply-payment.ts'
import { findOrderCompany } from '../queries.ts'
import { noteAsked } from '../store.ts'

const ASK_AGAIN_AFTER_MS = 3_000
const LONGEST_WAIT_MS = 4_000
/** Some 5,000 orders whose buyers wait. */
const MAX_BYTES = 4 * 1024 * 1024
/** A question under way, with what it holds. */
const QUESTION_BYTES = 400

/**
 * Looks for the order's payments by its reference and applies each, the oldest first. A hold that is over then gives its
 * places back: nothing that was paid in time is still unknown. Never call it inside a transaction.
 * Throws `ProviderUnavailable` when the provider could not be asked.
 */
export async function askProvider(app: App, orderId: string): Promise<void> {
  const order = await findOrderCompany(app, orderId)
  const account = order && (await findPaymentAccount(app, order.companyId))
  if (!account) return
  const found = await app.payments.searchPayments(account, order.publicId)
  for (const payment of found.toReversed()) {
    count('payments', { outcome: await applyPayment(app, await inFull(app, account, payment)) })
  }
  await noteAsked(app, orderId, order.now)
}

/** Searches leave the fees out, and lag behind: what looks approved is read by its id before it counts. */
async function inFull(app: App, account: PaymentAccount, payment: ProviderPayment): Promise<ProviderPayment> {
  if (payment.status !== 'approved' || payment.feeCents !== null) return payment
  return (await app.payments.fetchPayment(account, payment.id)) ?? payment
}

/**
 * The same for somebody who waits for an answer: at most every 3 s per order and process, and no longer than 4 s. A
 * provider that does not answer leaves what we know.
 */
export async function askProviderSoon(app: App, orderId: string): Promise<void> {
  const asked = app.memory.cache<{ atMs: number; done: Promise<void> }>({
    name: 'checkout.asked',
    maxBytes: MAX_BYTES,
    ttlMs: ASK_AGAIN_AFTER_MS,
    sizeOf: () => QUESTION_BYTES,
  })
  const now = app.clock.epochMs()
  let question = asked.get(orderId)
  if (!question || now - question.atMs >= ASK_AGAIN_AFTER_MS) {
    const done = askProvider(app, orderId).catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailable)) throw error
      app.log.warn({ err: error, orderId }, 'the provider could not be asked about an order')
    })
    question = { atMs: now, done }
    asked.set(orderId, question)
  }
  await Promise.race([question.done, wait(LONGEST_WAIT_MS, undefined, { ref: false })])
}
