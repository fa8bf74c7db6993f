/** Money that returned to its payer without us: the seller's own refund, or a chargeback. */
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import {
  saleRefundEntries,
  unappliedEntries,
  unappliedRefundEntries,
  type Entry,
} from '#server/modules/ledger/entry.ts'
import { isInSuspense } from '#server/modules/ledger/queries.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { listChargebacks, sumKnownRefunds } from '#server/modules/payments/refunds/queries.ts'
import { recordExternalRefund } from '#server/modules/payments/refunds/record-external-refund.ts'
import { returnedCents } from '#server/modules/payments/payment.ts'
import type { StoredPayment } from '#server/modules/payments/store.ts'
import { listOrderTickets } from '#server/modules/tickets/queries.ts'
import { suspendTickets } from '#server/modules/tickets/revoke-tickets.ts'
import type { PaymentOutcome } from '../incoming-payments/apply-payment.ts'
import { setState, type LockedOrder } from '../store.ts'
import { endTickets, lockSale, settleSale, splitRefund } from './settle-sale.ts'
import { winDispute } from './win-dispute.ts'

/**
 * Records what returned beyond our own refunds, of which `except` is not counted: it is looked into. When all of an order's money
 * has returned, its unused tickets end and their places are free again; a part changes no ticket (rules R14.1, R14.2). A
 * chargeback is always of everything that is left: it puts the order in dispute and suspends its tickets, which keep their
 * places until it is lost, or won and all is as before (rule R14.8).
 */
export async function recordReversal(
  app: Tx,
  order: LockedOrder,
  payment: StoredPayment,
  providerPayment: ProviderPayment,
  except?: { readonly refundId: string },
): Promise<PaymentOutcome> {
  const taken = await listChargebacks(app, payment.id)
  const isWon = providerPayment.status === 'approved' && taken.length > 0
  if (isWon) await winDispute(app, order, payment, taken)
  const amountCents = returnedCents(providerPayment) - (await sumKnownRefunds(app, payment.id, except?.refundId))
  if (amountCents > 0) await record(app, await lockSale(app, order.id), payment, providerPayment, amountCents)
  const isLost = providerPayment.isChargebackLost || providerPayment.status === 'refunded'
  if (isLost && payment.isApplied) await loseDispute(app, await lockSale(app, order.id))
  return amountCents > 0 ? 'taken_back' : isWon ? 'applied' : 'noted'
}

/** The bank kept what it took: unused tickets end, and their places are free. Does nothing to an order that is not in dispute. */
async function loseDispute(app: Tx, order: LockedOrder): Promise<void> {
  // Less is gone than was paid while a refund of ours is being looked into: its end comes back here.
  if (order.state !== 'in_dispute' || order.refundedCents < order.paidCents) return
  await setState(app, order.id, 'refunded')
  await endTickets(app, order, await listOrderTickets(app, order.id))
  await audit(app, SYSTEM, 'order.dispute-lost', ['order', order.id], {
    before: { state: order.state },
    after: { state: 'refunded' },
  })
}

async function record(
  app: Tx,
  order: LockedOrder,
  payment: StoredPayment,
  providerPayment: ProviderPayment,
  amountCents: number,
): Promise<void> {
  const source = providerPayment.status === 'charged_back' ? 'chargeback' : 'organizer'
  const { id: orderId, companyId, eventId } = order
  const recordAs = (entries: readonly Entry[]) =>
    recordExternalRefund(app, { orderId, companyId, eventId, paymentId: payment.id, amountCents, source, entries })
  if (!payment.isApplied) {
    // It came and returned before we heard of it, or the seller refunded it before we did.
    if (!(await isInSuspense(app, payment.id))) {
      const came = unappliedEntries(providerPayment.amountCents, payment.providerFeeCents)
      await recordEntries(app, { companyId, eventId, orderId, paymentId: payment.id }, came)
    }
    return recordAs(unappliedRefundEntries(amountCents))
  }
  await recordAs(saleRefundEntries(await splitRefund(app, order, amountCents)))
  const isDispute = source === 'chargeback'
  const state = await settleSale(app, isDispute ? { ...order, state: 'in_dispute' } : order, {
    amountCents,
    endsTicketId: null,
  })
  if (isDispute) await suspendTickets(app, await listOrderTickets(app, orderId))
  app.log.warn({ orderId, paymentId: payment.id, source, amountCents }, 'a payment was taken back')
  await audit(app, SYSTEM, 'order.take-back', ['order', orderId], {
    before: { state: order.state },
    after: { state, source, amountCents },
  })
}
