/** How an amount that goes back divides into price and service fee. Pure; amounts in centavos. */
import type { SaleParts } from '#server/modules/ledger/entry.ts'

/** Sold and already refunded amounts of an order. */
export interface SoldOrder {
  readonly totalCents: number
  readonly paidCents: number
  readonly refundedCents: number
  readonly feeCents: number
  readonly absorbedFeeCents: number
}

/** Whether with this much all of an order's money is gone. */
export function isWhole(order: SoldOrder, amountCents: number): boolean {
  return order.refundedCents + amountCents >= order.paidCents
}

/**
 * Divides an amount after `returned` has gone back: all that went back by then is in the order's proportion, and with the last of it
 * exactly what is left goes back. So two amounts divide as their sum does (rule R10.4). The price includes the fee that the company
 * bore, which it gets back besides.
 */
export function refundParts(order: SoldOrder, returned: SaleParts, amountCents: number): SaleParts {
  const isLast = isWhole(order, amountCents)
  const partOf = (wholeCents: number, returnedCents: number) => {
    const goneCents = Math.round(((order.refundedCents + amountCents) * wholeCents) / order.totalCents)
    return (isLast ? wholeCents : goneCents) - returnedCents
  }
  const feeCents = partOf(order.feeCents, returned.feeCents)
  const absorbedFeeCents = partOf(order.absorbedFeeCents, returned.absorbedFeeCents)
  return { priceCents: amountCents - feeCents, feeCents, absorbedFeeCents }
}

/**
 * Divides an amount that comes again: what stays gone is in the order's proportion, whatever else has gone back since the amount did.
 */
export function reclaimedParts(order: SoldOrder, returned: SaleParts, amountCents: number): SaleParts {
  const { priceCents, feeCents, absorbedFeeCents } = refundParts(order, returned, -amountCents)
  return { priceCents: -priceCents, feeCents: -feeCents, absorbedFeeCents: -absorbedFeeCents }
}
