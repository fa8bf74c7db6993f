/** A chargeback that the seller won: his money is his again, and the order is as it was. */
import type { Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { reversed, saleRefundEntries, unappliedRefundEntries } from '#server/modules/ledger/entry.ts'
import { sumRefunded } from '#server/modules/ledger/queries.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { requestRefund } from '#server/modules/payments/refunds/request-refund.ts'
import { reopenRefunds, withdrawExternal } from '#server/modules/payments/refunds/store.ts'
import { recordRefunded, type StoredPayment } from '#server/modules/payments/store.ts'
import { restoreTickets } from '#server/modules/tickets/revoke-tickets.ts'
import { returnAddedDrinks } from '../drinks/return-added-drinks.ts'
import { hasAutomaticRefund, listTicketsToRestore } from './queries.ts'
import { addRefund, type LockedOrder } from '#server/modules/checkout/store.ts'
import { reclaimedParts } from './split-refund.ts'

/**
 * Takes back what was recorded as taken by the bank: turned round in the ledger, where what stays gone is divided as if the bank had
 * taken nothing, its tickets valid again. Money that had bought nothing is given back once more.
 */
export async function winDispute(
  app: Tx,
  order: LockedOrder,
  payment: StoredPayment,
  taken: readonly { readonly id: string; readonly amountCents: number }[],
): Promise<void> {
  const amountCents = taken.reduce((total, each) => total + each.amountCents, 0)
  const { id: orderId, companyId, eventId } = order
  const paymentId = payment.id
  let { refundedCents } = order
  for (const { id: refundId, amountCents: cents } of taken) {
    await withdrawExternal(app, refundId, 'chargeback_won')
    const entries = payment.isApplied
      ? saleRefundEntries(reclaimedParts({ ...order, refundedCents }, await sumRefunded(app, orderId), cents))
      : unappliedRefundEntries(cents)
    await recordEntries(app, { companyId, eventId, orderId, paymentId, refundId }, reversed(entries))
    refundedCents -= cents
  }
  await recordRefunded(app, paymentId, -amountCents)
  if (payment.isApplied) {
    // Its tickets ended with the dispute, and their places may be sold again: a person decides with the buyer.
    if (order.state !== 'in_dispute') app.log.error({ orderId, paymentId }, 'a dispute that was lost was won after all')
    const state = order.refundedCents > amountCents ? 'partially_refunded' : 'paid'
    await addRefund(app, orderId, -amountCents, state)
    // Refunds requested before the bank took the money are requested again; their tickets stay as they are.
    await reopenRefunds(app, paymentId, { of: 'taken_by_bank' })
    await restoreTickets(app, await listTicketsToRestore(app, orderId))
    // The ticket of these drinks may have ended meanwhile.
    if (order.ticketId !== null) await returnAddedDrinks(app, [order.ticketId])
    await audit(app, SYSTEM, 'order.dispute-won', ['order', orderId], {
      before: { state: order.state },
      after: { state, amountCents },
    })
  } else {
    const reopened = await reopenRefunds(app, paymentId, { of: 'bought_nothing' })
    // One that was not made yet goes on as it was.
    if (reopened > 0 || (await hasAutomaticRefund(app, paymentId))) return
    await requestRefund(app, { orderId, paymentId, amountCents, source: 'late_payment', reason: 'chargeback_won' })
  }
}
