/** Which ticket of an order each of its vouchers belongs to. Pure. */
import { newId } from '#server/shared/ids.ts'

/** A drink of a paid order; amounts of one, in centavos. */
export interface PaidDrink {
  readonly drinkId: string
  readonly quantity: number
  readonly unitPriceCents: number
  readonly unitFeeCents: number
}

export interface PaidOrder {
  readonly orderId: string
  readonly eventId: string
  /** In the order of their places; the one that it adds drinks to, of an order without tickets. */
  readonly ticketIds: readonly string[]
  readonly drinks?: readonly PaidDrink[]
}

export interface Voucher {
  readonly id: string
  readonly eventId: string
  readonly orderId: string
  readonly ticketId: string
  readonly drinkId: string
  readonly position: number
  readonly priceCents: number
  readonly feeCents: number
}

/** Each drink goes round the tickets from the first one: with two tickets and two beers, each ticket has one. */
export function shareVouchers({ orderId, eventId, ticketIds, drinks = [] }: PaidOrder): Voucher[] {
  const vouchers = drinks.flatMap(({ drinkId, quantity, unitPriceCents: priceCents, unitFeeCents: feeCents }) =>
    Array.from({ length: quantity }, (_, n) => {
      const ticketId = ticketIds[n % ticketIds.length]
      if (ticketId === undefined) throw new Error(`Order ${orderId} has drinks and no tickets`)
      return { id: newId(), eventId, orderId, ticketId, drinkId, priceCents, feeCents }
    }),
  )
  return vouchers.map((voucher, index) => ({ ...voucher, position: index + 1 }))
}
