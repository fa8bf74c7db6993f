/** One attempt at one refund. */
import {
  ProviderUnavailable,
  type PaymentAccount,
  type ProviderPayment,
  type RefundRefusal,
  type RefundResult,
} from '#server/adapters/payments/port.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { findPaymentAccount } from '#server/modules/companies/queries.ts'
import { unappliedRefundEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/record-entries.ts'
import { lockRefunded, recordRefunded } from '#server/modules/payments/record-payment.ts'
import { returnedCents } from '#server/modules/payments/payment.ts'
import { findRefundSubject, listDueRefunds } from './queries.ts'
import { recordExternalRefund } from './record-external-refund.ts'
import { claimRefund, endRefund, lockProcessing, postponeRefund, shrinkRefund, type ClaimedRefund } from './store.ts'

/** Longer than the provider's client takes to give up. */
const CLAIM_SECONDS = 120
const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 6 * 3600
const IN_PROCESS_PAUSE_SECONDS = 60
const PER_SWEEP = 50
/** Refusals that time or the seller can mend. The others are for good (rule R7.2: a revoked account waits for its owner). */
const PASSING: readonly RefundRefusal[] = ['insufficient_balance', 'account_revoked']

/** Refusals which say that money of the payment returned meanwhile: the seller refunded it, or the buyer's bank took it. */
const OVERTAKEN: readonly RefundRefusal[] = ['already_refunded', 'exceeds_remainder', 'not_refundable']

type Subject = Awaited<ReturnType<typeof findRefundSubject>>

/**
 * Calls the provider for a refund that is due, outside any transaction, and writes down what it says. What may pass is
 * tried again later, always under the same key, so that it is refunded once however often it is tried.
 */
export async function processRefund(app: App, refundId: string): Promise<void> {
  const refund = await claimRefund(app, refundId, CLAIM_SECONDS)
  if (!refund) return
  const subject = await findRefundSubject(app, refundId)
  const account = await findPaymentAccount(app, subject.companyId)
  if (!account) return postpone(app, refund, 'account_missing')
  try {
    const result = await ask(app, account, refund, subject)
    if (result.state === 'rejected' && OVERTAKEN.includes(result.reason)) {
      const payment = await app.payments.fetchPayment(account, subject.providerPaymentId)
      if (payment && returnedCents(payment) > 0) return await reconcileRefund(app, refund, subject, payment)
    }
    await settle(app, refund, subject, result)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    app.log.warn({ err: error, refundId, attempt: refund.attempts }, 'refund could not be asked for')
    await postpone(app, refund, error.reason)
  }
}

/** Every refund that is due, one after the other. */
export async function sweepRefunds(app: App): Promise<void> {
  for (const refundId of await listDueRefunds(app, PER_SWEEP)) {
    try {
      await processRefund(app, refundId)
    } catch (error) {
      // Tried again when its claim lapses; the others go on.
      app.log.error({ err: error, refundId }, 'refund could not be processed')
    }
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
    return postponeRefund(app, refund.id, { seconds: IN_PROCESS_PAUSE_SECONDS, error: null, providerRefundId })
  }
  if (PASSING.includes(result.reason)) {
    app.log.warn({ refundId: refund.id, reason: result.reason }, 'refund waits for the seller')
    return postpone(app, refund, result.reason)
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
    await audit(app, SYSTEM, { action: 'refund.shrink', objectType: 'order', objectId: orderId, ...change })
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
    await recordEntries(
      app,
      { companyId, eventId, orderId, paymentId, refundId },
      unappliedRefundEntries(refund.amountCents),
    )
    await audit(app, SYSTEM, {
      action: 'refund.complete',
      objectType: 'order',
      objectId: orderId,
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
    await audit(app, SYSTEM, {
      action: `refund.${how.state}`,
      objectType: 'order',
      objectId: refund.orderId,
      after: { refundId: refund.id, ...how },
    })
  })
}

async function postpone(app: App, refund: ClaimedRefund, error: string): Promise<void> {
  const seconds = Math.min(FIRST_PAUSE_SECONDS * 2 ** (refund.attempts - 1), LONGEST_PAUSE_SECONDS)
  await postponeRefund(app, refund.id, { seconds, error, providerRefundId: null })
}
