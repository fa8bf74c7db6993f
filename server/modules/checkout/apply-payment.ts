/** What the provider says of a payment, applied to its order. The only way in which money changes an order. */
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { unappliedEntries } from '#server/modules/ledger/entry.ts'
import { isInSuspense } from '#server/modules/ledger/queries.ts'
import { recordEntries } from '#server/modules/ledger/record-entries.ts'
import { noteApplied, notePayment, type NotedPayment } from '#server/modules/payments/note-payment.ts'
import { judgePayment } from '#server/modules/payments/payment.ts'
import { hasAppliedPayment, listCollectors } from '#server/modules/payments/queries.ts'
import { requestRefund, type AutomaticRefund } from '#server/modules/refunds/request-refund.ts'
import { confirmOrder } from './confirm-order.ts'
import { keepHold } from './keep-hold.ts'
import { isUnpaid } from './order.ts'
import { lockOrder, type LockedOrder } from './store.ts'
import { takeBack } from './take-back.ts'

/** What became of a payment, in fixed words for counters and notifications. */
export type PaymentOutcome =
  | 'unknown_reference'
  | 'other_collector'
  | 'sandbox'
  | 'old_news'
  | 'noted'
  | 'applied'
  | 'refunding'
  | 'taken_back'

/**
 * Applies a payment as it was just fetched, in one transaction that holds its order, so that any loss, repetition or
 * order of notifications ends alike (behaviour.md §6). Approved in time: tickets. Approved after the hold ended: tickets
 * while there are places, else the money back. Wrong, or a second payment of the order: the money back, with an alert.
 * Not ours: nothing.
 */
export async function applyPayment(app: App, told: ProviderPayment): Promise<PaymentOutcome> {
  const publicId = told.externalReference
  if (publicId === null) return 'unknown_reference'
  return inTransaction({ ...app, db: app.reserved.confirmations }, async (app) => {
    const order = await lockOrder(app, { publicId })
    if (!order) return 'unknown_reference'
    const collectorIds = await listCollectors(app, order.id, order.companyId)
    const judgement = judgePayment({ totalCents: order.totalCents, collectorIds }, told)
    if (judgement.verdict === 'ignored') return judgement.why
    const payment = await notePayment(app, order.id, told)
    if (!payment.isNews) return 'old_news'
    const isWrong = judgement.verdict === 'wrong' ? judgement.why : null
    switch (told.status) {
      case 'approved':
        // Judged before: it bought the order, or it is on its way back and buys nothing any more (invariant I3).
        if (payment.isApplied || (await isInSuspense(app, payment.id))) return takeBack(app, order, payment, told)
        return receive(app, order, payment, told, isWrong)
      case 'refunded':
      case 'charged_back':
        return takeBack(app, order, payment, told)
      case 'pending':
      case 'rejected':
      case 'cancelled':
        if (isUnpaid(order.state)) await keepHold(app, order, told)
        return 'noted'
    }
  })
}

/** Money that came: it buys the order, or it goes back. */
async function receive(
  app: App,
  order: LockedOrder,
  payment: NotedPayment,
  told: ProviderPayment,
  isWrong: 'amount' | 'currency' | null,
): Promise<PaymentOutcome> {
  const isSecond = await hasAppliedPayment(app, order.id, payment.id)
  if (isWrong === null && !isSecond && (await confirmOrder(app, order, payment))) {
    await noteApplied(app, payment.id)
    // Part of it may be gone already when it is first told.
    const paid = told.refundedCents > 0 ? await lockOrder(app, { id: order.id }) : undefined
    if (paid) await takeBack(app, paid, { ...payment, isApplied: true }, told)
    return 'applied'
  }
  const isLate = isWrong === null && !isSecond
  await giveBack(app, order, payment, {
    orderId: order.id,
    paymentId: payment.id,
    amountCents: told.amountCents,
    source: isLate ? 'late_payment' : 'wrong_payment',
    reason: isLate ? 'no_places' : (isWrong ?? 'second_payment'),
  })
  return 'refunding'
}

/** Money that buys nothing waits in suspense until the provider has given it back; people are told why. */
async function giveBack(app: App, order: LockedOrder, payment: NotedPayment, refund: AutomaticRefund): Promise<void> {
  const refundId = await requestRefund(app, refund)
  const { id: orderId, companyId, eventId } = order
  await recordEntries(app, { companyId, eventId, orderId, paymentId: payment.id }, unappliedEntries(refund.amountCents))
  if (refund.source === 'wrong_payment') {
    app.log.warn(
      { orderId, paymentId: payment.id, reason: refund.reason },
      'a payment that does not fit its order is refunded',
    )
    await audit(app, SYSTEM, {
      action: 'payment.alert',
      objectType: 'order',
      objectId: orderId,
      after: { paymentId: payment.id, reason: refund.reason },
    })
  }
  await app.queue.enqueue(app, 'checkout.tell-refund', { refundId }, { singletonKey: refundId })
}
