/** Makes due refunds at the provider. */
import {
  ProviderUnavailable,
  type PaymentAccount,
  type ProviderPayment,
  type RefundRefusal,
  type RefundResult,
} from '#server/adapters/payments/port.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { postpone } from '#server/jobs/lease.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { recordReversal } from '#server/modules/checkout/reversals/record-reversal.ts'
import { lockSale, settleSale, splitRefund, type LockedOrder } from '#server/modules/checkout/reversals/settle-sale.ts'
import { findCollector } from '#server/modules/companies/payment-account/queries.ts'
import { saleRefundEntries, unappliedRefundEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { alarmUnreadable } from '#server/modules/payments/alarm-unreadable.ts'
import { findRefundSubject, sumSiblingsInProcess } from '#server/modules/payments/refunds/queries.ts'
import {
  claimRefunds,
  endRefund,
  keepInProcess,
  lockProcessing,
  recordRefusal,
  refundLease,
  shrinkRefund,
  yieldToSibling,
  type ClaimedRefund,
} from '#server/modules/payments/refunds/store.ts'
import { returnedCents } from '#server/modules/payments/payment.ts'
import { lockPaymentRow } from '#server/modules/payments/record-payment.ts'
import { recordRefunded } from '#server/modules/payments/store.ts'
import { restoreTickets } from '#server/modules/tickets/revoke-tickets.ts'
import { isBefore } from '#server/shared/clock.ts'
import { publishChange, orderTopics } from '#server/shared/publish-change.ts'
import { notifyCompletedRefunds } from './notify-completed-refunds.ts'
import { notifyFailedRefund } from './notify-failed-refund.ts'

const AT_ONCE = 5
const IN_PROCESS_PAUSE_SECONDS = 60
/** Refusals that time or the seller can mend; the others are final (rule R7.2: a revoked account waits for its owner). */
const PASSING: readonly RefundRefusal[] = ['insufficient_balance', 'account_revoked']

type Subject = Awaited<ReturnType<typeof findRefundSubject>>

/** How an attempt went: the provider's answer, or `unknown` while it gave none. */
type Attempt = RefundResult | { readonly state: 'unknown' }

/** Processes every due refund, a few in parallel, those of one payment one after the other, and mails of those that were made. The job `refunds.sweep`. */
export async function processRefunds(app: App, stopping?: AbortSignal): Promise<void> {
  await drainLeases(app, refundLease, {
    atOnce: AT_ONCE,
    stopping,
    claim: (limit) => claimRefunds(app, limit),
    handle: (refund) => processRefund(app, refund),
  })
  await notifyCompletedRefunds(app)
}

/**
 * Calls the provider, outside any transaction, and records its answer. Passing refusals are retried later; an attempt without an
 * answer is retried under the same key, so that it refunds once. A retry first reads what the payment returned meanwhile: our
 * answer may have been lost, or the seller refunded it.
 */
async function processRefund(app: App, refund: ClaimedRefund): Promise<void> {
  const subject = await findRefundSubject(app, refund.id)
  const isInProcess = refund.providerRefundId !== null
  // Two workers claimed two refunds of one payment: the one that may have lost an answer goes first.
  if (subject.hasSiblingInFlight && refund.attempts === 1 && !isInProcess) return yieldToSibling(app, refund)
  const account = await findCollector(app, subject)
  if (!account) return waitForAccount(app, refund, subject, 'account_missing')
  const read = () => app.vendors.payments.fetchPayment(account, subject.providerPaymentId)
  try {
    if (refund.attempts > 1 && !isInProcess) {
      const payment = await read()
      if (payment && returnedCents(payment) > subject.returnedCents) {
        return await reconcileRefund(app, refund, subject, payment, null)
      }
    }
    const result = await requestAtProvider(app, account, refund, subject)
    // A refusal may mean that the money returned meanwhile: the seller refunded it, or the buyer's bank took it.
    if (result.state === 'rejected' && !PASSING.includes(result.reason)) {
      const payment = await read()
      if (payment && returnedCents(payment) > 0) return await reconcileRefund(app, refund, subject, payment, result)
    }
    // Other money that returned while this one was in process is not recorded yet.
    const seen = isInProcess && result.state === 'approved' ? await read() : null
    await recordAttempt(app, refund, subject, result, seen)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    app.log.warn({ err: error, refundId: refund.id, attempt: refund.attempts }, 'refund not requested; retried later')
    if (error.reason === 'bad_answer') {
      const { collectorId, providerPaymentId: paymentId } = subject
      alarmUnreadable(app, { collectorId, paymentId, orderPublicId: null })
    }
    await postpone(app.db, refundLease, refund, error.reason)
  }
}

async function requestAtProvider(
  app: App,
  account: PaymentAccount,
  refund: ClaimedRefund,
  subject: Subject,
): Promise<Attempt> {
  const paymentId = subject.providerPaymentId
  if (refund.providerRefundId !== null) {
    // In process since an earlier request: its state is read, not requested again. A list without it says nothing.
    const { items, unreadable } = await app.vendors.payments.listRefunds(account, paymentId)
    const made = items.find(({ refundId }) => refundId === refund.providerRefundId)
    if (unreadable.some(({ id }) => id === refund.providerRefundId)) {
      app.log.error({ refundId: refund.id, paymentId }, 'a refund of ours cannot be read; asked for again later')
    }
    if (!made) return { state: 'unknown' }
    if (made.state !== 'rejected') return { ...made, state: made.state }
    return { state: 'rejected', reason: 'other', refundId: refund.providerRefundId, detail: 'rejected after all' }
  }
  return app.vendors.payments.refundPayment(account, {
    paymentId,
    amountCents: refund.amountCents,
    idempotencyKey: refund.providerKey,
  })
}

/** Records an attempt. `seen` is the provider's payment where more than this refund may have been returned of it. */
async function recordAttempt(
  app: App,
  refund: ClaimedRefund,
  subject: Subject,
  result: Attempt,
  seen: ProviderPayment | null,
): Promise<void> {
  if (result.state === 'unknown') {
    await postpone(app.db, refundLease, refund, 'not_listed')
    return
  }
  if (result.state === 'in_process') {
    const { refundId: providerRefundId } = result
    return keepInProcess(app, refund, { seconds: IN_PROCESS_PAUSE_SECONDS, providerRefundId })
  }
  if (result.state === 'rejected' && PASSING.includes(result.reason)) {
    app.log.warn({ refundId: refund.id, reason: result.reason }, 'refund waits for the seller')
    await recordRefusal(app, refund, { isUnfunded: result.reason === 'insufficient_balance' })
    return waitForAccount(app, refund, subject, result.reason)
  }
  await inTransaction(app, async (app) => {
    const order = await lockSale(app, refund.orderId)
    if (result.state === 'rejected') await fail(app, order, refund, result)
    else await complete(app, order, refund, subject, result.refundId)
    if (!seen) return
    const payment = await lockPaymentRow(app, subject.providerPaymentId)
    if (isBefore(seen.lastUpdatedAt, payment.lastUpdatedAt)) return
    await recordReversal(app, await lockSale(app, refund.orderId), payment, seen)
  })
}

/** Waits for the seller to reconnect the account or fund it, until the provider no longer refunds that payment. */
async function waitForAccount(app: App, refund: ClaimedRefund, subject: Subject, reason: string): Promise<void> {
  if (!subject.isTooOld) {
    await postpone(app.db, refundLease, refund, reason)
    return
  }
  await inTransaction(app, async (app) => {
    await fail(app, await lockSale(app, refund.orderId), refund, { reason: 'too_old' })
  })
}

/**
 * Handles a payment of which money returned without an answer to us: records what was unknown and requests only what is left.
 * If exactly our amount returned, that was our refund: its answer was lost, or the seller made it. A final refusal holds where
 * enough is left nevertheless.
 */
async function reconcileRefund(
  app: App,
  refund: ClaimedRefund,
  subject: Subject,
  providerPayment: ProviderPayment,
  refusal: Extract<RefundResult, { readonly state: 'rejected' }> | null,
): Promise<void> {
  await inTransaction(app, async (app) => {
    const order = await lockSale(app, refund.orderId)
    if (!(await lockProcessing(app, refund.id))) return
    const payment = await lockPaymentRow(app, subject.providerPaymentId)
    const unknownCents = returnedCents(providerPayment) - payment.refundedCents
    const isChargeback = providerPayment.status === 'charged_back'
    if (unknownCents === refund.amountCents && !isChargeback)
      return complete(app, order, refund, subject, subject.isApplied ? null : 'by the seller')
    if (unknownCents > 0) await recordReversal(app, order, payment, providerPayment, { refundId: refund.id })
    const othersCents = await sumSiblingsInProcess(app, refund)
    const leftCents = subject.paidCents - returnedCents(providerPayment) - othersCents
    const now = await lockSale(app, refund.orderId)
    if (leftCents <= 0)
      return end(app, now, refund, { state: 'rejected', error: isChargeback ? 'taken_by_bank' : 'already_refunded' })
    if (leftCents >= refund.amountCents) return refusal ? fail(app, now, refund, refusal) : undefined
    await shrinkRefund(app, refund.id, leftCents)
    const change = {
      before: { amountCents: refund.amountCents },
      after: { refundId: refund.id, amountCents: leftCents },
    }
    await audit(app, SYSTEM, 'refund.shrink', ['order', refund.orderId], change)
  })
}

/** Records a made refund in the payment, the ledger, the order and its tickets. The provider's id is null where it gave none. */
async function complete(
  app: Tx,
  order: LockedOrder,
  refund: ClaimedRefund,
  subject: Subject,
  providerRefundId: string | null,
): Promise<void> {
  const { orderId, paymentId, id: refundId, amountCents } = refund
  // The payer of money that bought nothing was notified when the payment was judged.
  const isMailed = subject.isApplied
  if (!(await endRefund(app, refundId, { state: 'completed', providerRefundId, isMailed }))) return
  const { companyId, eventId } = subject
  await recordRefunded(app, paymentId, amountCents)
  const entries = subject.isApplied
    ? saleRefundEntries(await splitRefund(app, order, amountCents))
    : unappliedRefundEntries(amountCents)
  await recordEntries(app, { companyId, eventId, orderId, paymentId, refundId }, entries)
  if (subject.isApplied) await settleSale(app, order, { amountCents, endsTicketId: subject.endsTicketId })
  app.afterCommit(({ bus }) => publishChange(bus, orderTopics(subject)))
  await audit(app, SYSTEM, 'refund.complete', ['order', orderId], { after: { refundId, amountCents } })
}

/** Ends a refund that the provider will never make and notifies people, because nothing requests it again (rule R14.10). */
async function fail(
  app: Tx,
  order: LockedOrder,
  refund: ClaimedRefund,
  { reason, detail }: { readonly reason: string; readonly detail?: string },
): Promise<void> {
  const { id: refundId } = refund
  app.log.error({ refundId, reason, detail }, 'refund failed for good')
  await end(app, order, refund, { state: 'failed', error: reason })
  await notifyFailedRefund(app, refundId)
}

/** Ends a refund that will not be made: its ticket opens doors again, unless the bank disputes its money. */
async function end(
  app: Tx,
  order: LockedOrder,
  refund: ClaimedRefund,
  how: { state: 'failed' | 'rejected'; error: string },
): Promise<void> {
  if (!(await endRefund(app, refund.id, how))) return
  const subject = await findRefundSubject(app, refund.id)
  if (subject.endsTicketId !== null && order.state !== 'in_dispute') await restoreTickets(app, [subject.endsTicketId])
  app.afterCommit(({ bus }) => publishChange(bus, orderTopics(subject)))
  await audit(app, SYSTEM, `refund.${how.state}`, ['order', refund.orderId], {
    after: { refundId: refund.id, ...how },
  })
}
