/** What lists of events sort by. */
import { wholePriceCents, type FeeTerms } from '#contract/prices.ts'

export interface Priced {
  /** Of the types on show. */
  readonly prices: readonly number[]
  readonly terms: FeeTerms
  readonly isAbsorbed: boolean
}

/** What the buyer of the cheapest type pays, its fee with it (rule R7.7); null when there is none. */
export function priceFromOf({ prices, terms, isAbsorbed }: Priced): number | null {
  if (prices.length === 0) return null
  return Math.min(...prices.map((price) => wholePriceCents(price, terms, { isAbsorbed })))
}
