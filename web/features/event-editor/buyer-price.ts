/** What a buyer will pay and what a list of types adds up to. The server reckons it all again. */
import { toCents } from '#contract/values/money.ts'
import { isPaidType, ticketFees, type FeeTerms } from '#contract/values/prices.ts'
import { readPesos } from '#web/features/forms/number-inputs.ts'
import { readWhole } from '#web/lib/typed-numbers.ts'
import type { EventValues, TicketTypeValues } from './event-form.ts'

/** The platform's terms of an event, and who bears the fee. */
export interface EventFee {
  readonly terms: FeeTerms
  readonly isAbsorbed: boolean
}

export interface BuyerPrice {
  readonly priceCents: number
  /** Over the price. */
  readonly feeCents: number
  /** What the buyer pays. */
  readonly totalCents: number
  /** What is the organizer's, before what the payment provider keeps. */
  readonly keptCents: number
  /** Service fee that the organizer bears, out of the price. */
  readonly absorbedFeeCents: number
}

/** The price and its service fee, as the server will ask it. */
export function buyerPrice(priceCents: number, { terms, isAbsorbed }: EventFee): BuyerPrice {
  const { feeCents, absorbedFeeCents } = ticketFees(priceCents, terms, { isAbsorbed })
  const [totalCents, keptCents] = [priceCents + feeCents, priceCents - absorbedFeeCents]
  return { priceCents, feeCents, totalCents, keptCents, absorbedFeeCents }
}

/** As `buyerPrice`, from what is being typed; null while it is no price, or the terms are not known yet. */
export function buyerPriceOfInput(price: string, fee: EventFee | null): BuyerPrice | null {
  const pesos = readWhole(price)
  return pesos === null || fee === null ? null : buyerPrice(toCents(pesos), fee)
}

export interface TypeTotals {
  /** Places of all types. */
  readonly places: number
  /** Places on public sale, never more than the event's own capacity. */
  readonly onSale: number
  /** Without fee, if every place on sale is sold; the dearest first when the event's capacity is what binds. */
  readonly grossCents: number
}

/** What the typed list adds up to; types that are not readable yet count as nothing. */
export function typeTotals(types: readonly TicketTypeValues[], eventCapacity: string): TypeTotals {
  const read = types.map((type) => ({
    places: readWhole(type.capacity) ?? 0,
    priceCents: readPesos(type.price),
    isOnSale: type.visibility === 'visible',
  }))
  let left = readWhole(eventCapacity) ?? Number.POSITIVE_INFINITY
  let onSale = 0
  let grossCents = 0
  for (const { places, priceCents } of read
    .filter((type) => type.isOnSale)
    .sort((a, b) => b.priceCents - a.priceCents)) {
    const sold = Math.min(places, left)
    left -= sold
    onSale += sold
    grossCents += sold * priceCents
  }
  return { places: read.reduce((sum, { places }) => sum + places, 0), onSale, grossCents }
}

/** Whether something typed is sold for money: it needs the company's payment account. */
export function hasPaidTypes({ ticketTypes }: Pick<EventValues, 'ticketTypes'>): boolean {
  return ticketTypes.some(({ price, visibility }) => isPaidType({ price: readWhole(price) ?? 0, visibility }))
}
