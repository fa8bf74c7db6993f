/** Books returned money of a sale: the ledger's parts, the order's state, its tickets. The same for every source of a refund. */
import type { OrderState } from '#contract/sales/checkout.ts'
import type { Core, Tx } from '#server/context.ts'
import type { SaleParts } from '#server/modules/ledger/entry.ts'
import { sumRefunded } from '#server/modules/ledger/queries.ts'
import { releasePlaces } from '#server/modules/stock/store.ts'
import { listOrderTickets } from '#server/modules/tickets/queries.ts'
import { lockTicket, lockTicketsOfOrder, revokeTickets } from '#server/modules/tickets/revoke-tickets.ts'
import { returnAddedDrinks } from '../drinks/return-added-drinks.ts'
import { addRefund, lockOrder, type LockedOrder } from '../store.ts'
import { isWhole, refundParts } from './split-refund.ts'

export type { LockedOrder } from '../store.ts'

/** The order whose money goes back, locked: before its payment, its refunds and its tickets. */
export async function lockSale(app: Tx, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(app, { id: orderId })
  if (!order) throw new Error(`There is no order ${orderId}`)
  return order
}

/**
 * Locks its tickets as well, or the one that it adds drinks to, to decide a refund by them. A transfer or scan at the same moment either comes before and is
 * read, or waits and is refused.
 */
export async function lockSaleAndTickets(app: Tx, orderId: string): Promise<LockedOrder> {
  const order = await lockSale(app, orderId)
  if (order.ticketId === null) await lockTicketsOfOrder(app, orderId)
  else await lockTicket(app, order.ticketId)
  return order
}

/** Splits an amount refunded now into price and service fee, whether buyer or seller paid the fee. */
export async function splitRefund(app: Core, order: LockedOrder, amountCents: number): Promise<SaleParts> {
  return refundParts(order, await sumRefunded(app, order.id), amountCents)
}

/**
 * Counts a refunded amount and ends the tickets that end with it: the refunded one, and with the last of the money every
 * unused one (rules R14.1, R14.2). Returns the order's state. An order in dispute stays in dispute.
 */
export async function settleSale(
  app: Tx,
  order: LockedOrder,
  { amountCents, endsTicketId }: { amountCents: number; endsTicketId: string | null },
): Promise<OrderState> {
  const whole = isWhole(order, amountCents)
  const state = order.state === 'in_dispute' ? 'in_dispute' : whole ? 'refunded' : 'partially_refunded'
  await addRefund(app, order.id, amountCents, state)
  if (state === 'refunded') await endTickets(app, order, await listOrderTickets(app, order.id))
  else if (endsTicketId !== null) await endTickets(app, order, [endsTicketId])
  return state
}

/** Ends the unused tickets of an order and frees their places. */
export async function endTickets(app: Tx, order: LockedOrder, ticketIds: readonly string[]): Promise<void> {
  const ended = await revokeTickets(app, ticketIds)
  await returnAddedDrinks(app, ticketIds)
  const { eventId, buyerId } = order
  const places = [...Map.groupBy(ended, ({ typeId }) => typeId)].map(([typeId, { length: quantity }]) => ({
    eventId,
    buyerId,
    typeId,
    quantity,
    isUnproved: order.isUnproved && order.totalCents === 0,
  }))
  await releasePlaces(
    app,
    places.toSorted((a, b) => (a.typeId < b.typeId ? -1 : 1)),
    'sold',
  )
}
