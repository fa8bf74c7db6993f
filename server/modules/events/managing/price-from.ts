/** Sort price of lists of events. */
import { wholePriceCents, type FeeTerms } from '#contract/values/prices.ts'

export interface Priced {
  /** Of the types on show. */
  readonly prices: readonly number[]
  readonly terms: FeeTerms
  readonly isAbsorbed: boolean
}

/** Total price of the cheapest type, fee included (rule R7.7); null without types. */
export function priceFromOf({ prices, terms, isAbsorbed }: Priced): number | null {
  if (prices.length === 0) return null
  return Math.min(...prices.map((price) => wholePriceCents(price, terms, { isAbsorbed })))
}
