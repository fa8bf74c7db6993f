/**
 * One paid order becomes tickets: a late one, or one that came alone. Orders that are paid at the same time are
 * confirm-together.ts. An order that costs nothing has its tickets from the batch that places it.
 */
import type { Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { providerFeeEntries, saleEntries, type Entry } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { confirmPlaces } from '#server/modules/stock/store.ts'
import type { TicketKey } from '#server/modules/tickets/issuing/ensure-active-key.ts'
import { issueTickets } from '#server/modules/tickets/issuing/issue-tickets.ts'
import { issueVouchers } from '#server/modules/drinks/store.ts'
import { mayAddDrinks } from '../drinks/may-add-drinks.ts'
import { isUnpaid, mayBecome } from '../order.ts'
import { listDrinks, listLines } from '../queries.ts'
import { setPaid } from './store-payments.ts'
import type { LockedOrder } from '../store.ts'
import { reclaimPlaces } from './reclaim-places.ts'

export interface ApplyingPayment {
  readonly id: string
  readonly providerFeeCents: number
}

/** Ledger entries of an order's payment. */
export function confirmationEntries(order: LockedOrder, providerFeeCents: number): Entry[] {
  const { subtotalCents: priceCents, feeCents, absorbedFeeCents } = order
  return [...saleEntries({ priceCents, feeCents, absorbedFeeCents }), ...providerFeeEntries(providerFeeCents)]
}

/**
 * Makes a locked order paid, its places sold and its tickets issued, and queues their delivery, in the transaction that holds
 * its row. An order that has ended reclaims its places first, one of drinks alone asks whether its ticket still has them: false, with
 * nothing done, when it may not.
 */
export async function confirmOrder(
  app: Tx,
  key: TicketKey,
  order: LockedOrder,
  payment: ApplyingPayment,
): Promise<boolean> {
  if (!mayBecome(order.state, 'paid')) return false
  const isHeld = isUnpaid(order.state)
  const { id: orderId, eventId, companyId, buyerId, ticketId } = order
  const lines = await listLines(app, orderId)
  if (ticketId !== null && !(await mayAddDrinks(app, { ...order, ticketId }))) return false
  if (ticketId === null && !isHeld && !(await reclaimPlaces(app, order, lines))) return false
  await setPaid([orderId]).execute(app.db)
  const subject = { companyId, eventId, orderId, paymentId: payment.id }
  await recordEntries(app, subject, confirmationEntries(order, payment.providerFeeCents))
  const drinks = order.drinksCount > 0 ? await listDrinks(app, orderId) : []
  if (ticketId === null) await issueTickets(app, key, { orderId, eventId, buyerId, lines, drinks, kind: 'paid' })
  else await issueVouchers(app, { orderId, eventId, ticketIds: [ticketId], drinks })
  await audit(app, SYSTEM, 'order.confirm', ['order', orderId], {
    before: { state: order.state },
    after: { state: 'paid', paidCents: order.totalCents, paymentId: payment.id },
  })
  // Last, because every sale of a hot type waits for this row.
  if (isHeld && lines.length > 0)
    await confirmPlaces(
      app,
      lines.map(({ typeId, quantity }) => ({ eventId, buyerId, typeId, quantity })),
      order.isUnproved,
    )
  return true
}
