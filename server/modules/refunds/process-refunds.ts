/** Refunds that are due, asked for at the provider. */
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
import { workOff } from '#server/jobs/work-off.ts'
import { findCollector } from '#server/modules/companies/payment-account/queries.ts'
import { unappliedRefundEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { lockRefunded } from '#server/modules/payments/record-payment.ts'
import { recordRefunded } from '#server/modules/payments/store.ts'
import { returnedCents } from '#server/modules/payments/payment.ts'
import { hint, orderTopics } from '#server/shared/hints.ts'
import { findRefundSubject } from './queries.ts'
import { recordExternalRefund } from './record-external-refund.ts'
import {
  claimRefunds,
  endRefund,
  keepInProcess,
  lockProcessing,
  refundLease,
  shrinkRefund,
  type ClaimedRefund,
} from './store.ts'

const AT_ONCE = 5
const IN_PROCESS_PAUSE_SECONDS = 60
/** Refusals that time or the seller can mend. The others are for good (rule R7.2: a revoked account waits for its owner). */
const PASSING: readonly RefundRefusal[] = ['insufficient_balance', 'account_revoked']

/** Refusals which say that money of the payment returned meanwhile: the seller refunded it, or the buyer's bank took it. */
const OVERTAKEN: readonly RefundRefusal[] = ['already_refunded', 'exceeds_remainder', 'not_refundable']

type Subject = Awaited<ReturnType<typeof findRefundSubject>>

/** Every refund that is due, a few side by side. The job `refunds.sweep`. */
export async function processRefunds(app: App, stopping?: AbortSignal): Promise<void> {
  await workOff(app, refundLease, {
    atOnce: AT_ONCE,
    stopping,
    claim: (limit) => claimRefunds(app, limit),
    handle: (refund) => processRefund(app, refund),
  })
}

/**
 * Calls the provider for a refund, outside any transaction, and writes down what it says. What may pass is tried again later,
 * always under the same key, so that it is refunded once however often it is tried.
 */
async function processRefund(app: App, refund: ClaimedRefund): Promise<void> {
  const subject = await findRefundSubject(app, refund.id)
  const account = await findCollector(app, subject)
  if (!account) return tryAgain(app, refund, 'account_missing')
  try {
    const result = await ask(app, account, refund, subject)
    if (result.state === 'rejected' && OVERTAKEN.includes(result.reason)) {
      const payment = await app.payments.fetchPayment(account, subject.providerPaymentId)
      if (payment && returnedCents(payment) > 0) return await reconcileRefund(app, refund, subject, payment)
    }
    await settle(app, refund, subject, result)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    app.log.warn({ err: error, refundId: refund.id, attempt: refund.attempts }, 'refund could not be asked for')
    await tryAgain(app, refund, error.reason)
  }
}

async function ask(app: App, account: PaymentAccount, refund: ClaimedRefund, subject: Subject): Promise<RefundResult> {
  const paymentId = subject.providerPaymentId
  if (refund.providerRefundId !== null) {
    // Asked before and in process since: its state is looked up, not asked for again.
    const made = (await app.payments.listRefunds(account, paymentId)).find(
      (one) => one.refundId === refund.providerRefundId,
    )
    if (made && made.state !== 'rejected') return { ...made, state: made.state }
    return { state: 'rejected', reason: 'other', refundId: refund.providerRefundId, detail: 'rejected after all' }
  }
  return app.payments.refundPayment(account, {
    paymentId,
    amountCents: refund.amountCents,
    idempotencyKey: refund.providerKey,
  })
}

async function settle(app: App, refund: ClaimedRefund, subject: Subject, result: RefundResult): Promise<void> {
  if (result.state !== 'rejected') {
    const { state, refundId: providerRefundId } = result
    if (state === 'approved') return complete(app, refund, subject, providerRefundId)
    return keepInProcess(app, refund, { seconds: IN_PROCESS_PAUSE_SECONDS, providerRefundId })
  }
  if (PASSING.includes(result.reason)) {
    app.log.warn({ refundId: refund.id, reason: result.reason }, 'refund waits for the seller')
    return tryAgain(app, refund, result.reason)
  }
  app.log.error({ refundId: refund.id, reason: result.reason, detail: result.detail }, 'refund failed for good')
  return end(app, refund, { state: 'failed', error: result.reason })
}

/**
 * Part or all of the payment returned without us. We record what we did not know of, and ask only for what is left. When the
 * seller refunded exactly our amount, that was our refund.
 */
async function reconcileRefund(
  app: App,
  refund: ClaimedRefund,
  subject: Subject,
  payment: ProviderPayment,
): Promise<void> {
  await inTransaction(app, async (app) => {
    if (!(await lockProcessing(app, refund.id))) return
    const unknownCents = returnedCents(payment) - (await lockRefunded(app, subject.providerPaymentId))
    const isChargeback = payment.status === 'charged_back'
    if (unknownCents === refund.amountCents && !isChargeback) return complete(app, refund, subject, 'by the seller')
    const { orderId, paymentId } = refund
    const { companyId, eventId } = subject
    if (unknownCents > 0) {
      await recordExternalRefund(app, {
        orderId,
        paymentId,
        companyId,
        eventId,
        amountCents: unknownCents,
        source: isChargeback ? 'chargeback' : 'organizer',
        entries: unappliedRefundEntries(unknownCents),
      })
    }
    const leftCents = subject.paidCents - returnedCents(payment)
    if (leftCents <= 0) return end(app, refund, { state: 'rejected', error: 'already_refunded' })
    await shrinkRefund(app, refund.id, leftCents)
    const change = {
      before: { amountCents: refund.amountCents },
      after: { refundId: refund.id, amountCents: leftCents },
    }
    await audit(app, SYSTEM, 'refund.shrink', ['order', orderId], change)
  })
}

async function complete(
  app: App | Tx,
  refund: ClaimedRefund,
  subject: Subject,
  providerRefundId: string,
): Promise<void> {
  await inTransaction(app, async (app) => {
    if (!(await endRefund(app, refund.id, { state: 'completed', providerRefundId }))) return
    await recordRefunded(app, refund.paymentId, refund.amountCents)
    const { orderId, paymentId, id: refundId } = refund
    const { companyId, eventId } = subject
    app.afterCommit(({ bus }) => hint(bus, orderTopics(subject)))
    await recordEntries(
      app,
      { companyId, eventId, orderId, paymentId, refundId },
      unappliedRefundEntries(refund.amountCents),
    )
    await audit(app, SYSTEM, 'refund.complete', ['order', orderId], {
      after: { refundId, amountCents: refund.amountCents },
    })
  })
}

async function end(
  app: App | Tx,
  refund: ClaimedRefund,
  how: { state: 'failed' | 'rejected'; error: string },
): Promise<void> {
  await inTransaction(app, async (app) => {
    if (!(await endRefund(app, refund.id, how))) return
    await audit(app, SYSTEM, `refund.${how.state}`, ['order', refund.orderId], {
      after: { refundId: refund.id, ...how },
    })
  })
}

async function tryAgain(app: App, refund: ClaimedRefund, reason: string): Promise<void> {
  await postpone(app.db, refundLease, refund, reason)
}
