/** Money that returned to its payer without us: the seller's own refund, or a chargeback. */
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { Core, Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import {
  saleRefundEntries,
  unappliedEntries,
  unappliedRefundEntries,
  type Entry,
} from '#server/modules/ledger/entry.ts'
import { isInSuspense, sumRefunded } from '#server/modules/ledger/queries.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import type { StoredPayment } from '#server/modules/payments/store.ts'
import { returnedCents } from '#server/modules/payments/payment.ts'
import { sumKnownRefunds } from '#server/modules/refunds/queries.ts'
import { recordExternalRefund } from '#server/modules/refunds/record-external-refund.ts'
import { releasePlaces } from '#server/modules/stock/store.ts'
import { revokeTickets } from '#server/modules/tickets/revoke-tickets.ts'
import type { PaymentOutcome } from './apply-payment.ts'
import { addRefund, type LockedOrder } from '../store.ts'

/**
 * Records what returned beyond our own refunds. When all of an order's money has returned, its unused tickets end and their
 * places are free again; a part changes no ticket (rules R14.1, R14.2). A chargeback is always of everything, and puts the
 * order in dispute.
 */
export async function recordReversal(
  app: Tx,
  order: LockedOrder,
  payment: StoredPayment,
  providerPayment: ProviderPayment,
): Promise<PaymentOutcome> {
  const amountCents = returnedCents(providerPayment) - (await sumKnownRefunds(app, payment.id))
  if (amountCents <= 0) return 'noted'
  const source = providerPayment.status === 'charged_back' ? 'chargeback' : 'organizer'
  const { id: orderId, companyId, eventId } = order
  const record = (entries: readonly Entry[]) =>
    recordExternalRefund(app, { orderId, companyId, eventId, paymentId: payment.id, amountCents, source, entries })
  if (!payment.isApplied) {
    // It came and returned before we heard of it, or the seller refunded it before we did.
    if (!(await isInSuspense(app, payment.id))) {
      await recordEntries(
        app,
        { companyId, eventId, orderId, paymentId: payment.id },
        unappliedEntries(providerPayment.amountCents),
      )
    }
    await record(unappliedRefundEntries(amountCents))
    return 'taken_back'
  }
  const isWhole = order.refundedCents + amountCents >= order.paidCents
  await record(saleRefundEntries(await split(app, order, amountCents, isWhole)))
  const state = source === 'chargeback' ? 'in_dispute' : isWhole ? 'refunded' : 'partially_refunded'
  await addRefund(app, orderId, amountCents, state)
  if (isWhole) {
    const revoked = await revokeTickets(app, orderId)
    await releasePlaces(
      app,
      revoked.map((line) => ({ ...line, eventId, buyerId: order.buyerId })),
      'sold',
    )
  }
  app.log.warn({ orderId, paymentId: payment.id, source, amountCents }, 'a payment was taken back')
  await audit(app, SYSTEM, 'order.take-back', ['order', orderId], {
    before: { state: order.state },
    after: { state, source, amountCents },
  })
  return 'taken_back'
}

/** How much of an amount was price and how much was service fee: in the order's proportion, and for the last amount exactly what is left. */
async function split(
  app: Core,
  order: LockedOrder,
  amountCents: number,
  isWhole: boolean,
): Promise<{ priceCents: number; feeCents: number }> {
  const returned = await sumRefunded(app, order.id)
  const feeLeft = order.feeCents - returned.feeCents
  const feeCents = isWhole ? feeLeft : Math.min(feeLeft, Math.round((amountCents * order.feeCents) / order.totalCents))
  return { priceCents: amountCents - feeCents, feeCents }
}
