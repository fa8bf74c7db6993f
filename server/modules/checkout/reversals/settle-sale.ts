/** What becomes of a sale when money of it goes back, whoever gave it: the ledger's parts, the order's state, its tickets. */
import type { OrderState } from '#contract/checkout.ts'
import type { Core, Tx } from '#server/context.ts'
import type { SaleParts } from '#server/modules/ledger/entry.ts'
import { sumRefunded } from '#server/modules/ledger/queries.ts'
import { releasePlaces } from '#server/modules/stock/store.ts'
import { listOrderTickets } from '#server/modules/tickets/queries.ts'
import { lockTicketsOfOrder, revokeTickets } from '#server/modules/tickets/revoke-tickets.ts'
import { addRefund, lockOrder, type LockedOrder } from '../store.ts'
import { isWhole, refundParts } from './refund-parts.ts'

export type { LockedOrder } from '../store.ts'

/** The order whose money goes back, locked: before its payment, its refunds and its tickets. */
export async function lockSale(app: Tx, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(app, { id: orderId })
  if (!order) throw new Error(`There is no order ${orderId}`)
  return order
}

/**
 * The same with its tickets, for whoever decides what of it goes back: a ticket that is handed on or let in at that moment was so
 * before, and is read as such, or finds that it may not be any more.
 */
export async function lockSaleAndTickets(app: Tx, orderId: string): Promise<LockedOrder> {
  const order = await lockSale(app, orderId)
  await lockTicketsOfOrder(app, orderId)
  return order
}

/** What of an amount that goes back now is price and what service fee, whoever bore it. */
export async function splitRefund(app: Core, order: LockedOrder, amountCents: number): Promise<SaleParts> {
  return refundParts(order, await sumRefunded(app, order.id), amountCents)
}

/**
 * Counts an amount that has gone back, and ends the tickets that end with it: the one that was given back, and with the last of
 * the money all that nobody used (rules R14.1, R14.2). Gives the order's state. An order in dispute stays so.
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

/** Ends those of an order's tickets that nobody used, and frees their places. */
export async function endTickets(app: Tx, order: LockedOrder, ticketIds: readonly string[]): Promise<void> {
  const ended = await revokeTickets(app, ticketIds)
  const { eventId, buyerId } = order
  const places = [...Map.groupBy(ended, ({ typeId }) => typeId)].map(([typeId, { length: quantity }]) => ({
    eventId,
    buyerId,
    typeId,
    quantity,
  }))
  await releasePlaces(
    app,
    places.toSorted((a, b) => (a.typeId < b.typeId ? -1 : 1)),
    'sold',
  )
}
