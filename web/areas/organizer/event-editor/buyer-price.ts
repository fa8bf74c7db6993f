/** What a buyer will pay and what a list of types adds up to, in whole pesos. The server reckons it all again. */
import { toCents, toPesos } from '#contract/money.ts'
import { isPaidType, serviceFeeCents } from '#contract/prices.ts'
import { readPercent, readWhole } from '#web/lib/typed-numbers.ts'
import type { EventValues, TicketTypeValues } from './event-form.ts'

export interface BuyerPrice {
  readonly price: number
  readonly fee: number
  readonly total: number
}

/** The price and its service fee, in pesos, as the server will ask it; the fee is in hundredths of a percent. */
export function buyerPrice(price: number, serviceFeeBps: number): BuyerPrice {
  const fee = toPesos(serviceFeeCents(toCents(price), serviceFeeBps))
  return { price, fee, total: price + fee }
}

/** As `buyerPrice`, from what is being typed; null while it is no price. */
export function typedBuyerPrice(price: string, serviceFee: string): BuyerPrice | null {
  const pesos = readWhole(price)
  const bps = readPercent(serviceFee)
  return pesos === null || bps === null ? null : buyerPrice(pesos, bps)
}

export interface TypeTotals {
  /** Places of all types. */
  readonly places: number
  /** Places on public sale, never more than the event's own capacity. */
  readonly onSale: number
  /** Pesos without fee if every place on sale is sold; the dearest first when the event's capacity is what binds. */
  readonly gross: number
}

/** What the typed list adds up to; types that are not readable yet count as nothing. */
export function typeTotals(types: readonly TicketTypeValues[], eventCapacity: string): TypeTotals {
  const read = types.map((type) => ({
    places: readWhole(type.capacity) ?? 0,
    price: readWhole(type.price) ?? 0,
    isOnSale: type.visibility === 'visible',
  }))
  let left = readWhole(eventCapacity) ?? Number.POSITIVE_INFINITY
  let onSale = 0
  let gross = 0
  for (const { places, price } of read.filter((type) => type.isOnSale).toSorted((a, b) => b.price - a.price)) {
    const sold = Math.min(places, left)
    left -= sold
    onSale += sold
    gross += sold * price
  }
  return { places: read.reduce((sum, { places }) => sum + places, 0), onSale, gross }
}

/** Whether something typed is sold for money: it needs the company's payment account. */
export function hasPaidTypes({ ticketTypes }: Pick<EventValues, 'ticketTypes'>): boolean {
  return ticketTypes.some(({ price, visibility }) => isPaidType({ price: readWhole(price) ?? 0, visibility }))
}
