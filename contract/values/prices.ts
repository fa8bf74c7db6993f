/** Service fee and paid types, computed alike by server and screens. */
import * as z from 'zod/mini'
import { roundToWholePesos } from './money.ts'
import { cents } from './money-schemas.ts'

const WHOLE_IN_BPS = 10_000

/** The most that a fee may be of a price, in hundredths of a percent. */
export const MAX_FEE_BPS = 3000

/** Terms of the platform's fee; amounts are whole pesos in centavos, `percentBps` is hundredths of a percent. */
export const feeTerms = z.object({
  percentBps: z.int().check(z.minimum(0), z.maximum(MAX_FEE_BPS)),
  fixedCents: cents,
  /** Least fee of a paid ticket. */
  leastCents: cents,
  /** Most it pays; null without a bound. */
  mostCents: z.nullable(cents),
})
export type FeeTerms = z.infer<typeof feeTerms>

/** The terms of a company that was given none of its own (rule R7.6). */
export const DEFAULT_FEE_TERMS: FeeTerms = { percentBps: 1000, fixedCents: 0, leastCents: 0, mostCents: null }

/**
 * The service fee of one ticket, in centavos, of the price that is paid for it after any discount: the percent in whole
 * pesos, half up, so that the lines of an order add up (rule R1.2), and the fixed part; within the bounds, but never more
 * than half the price, so that who absorbs it is left with something, and nothing of a free one (rule R7.6).
 */
export function serviceFeeCents(priceCents: number, terms: FeeTerms): number {
  if (priceCents === 0) return 0
  const asked = roundToWholePesos((priceCents * terms.percentBps) / WHOLE_IN_BPS) + terms.fixedCents
  const bounded = Math.max(terms.leastCents, Math.min(asked, terms.mostCents ?? asked))
  return Math.min(bounded, Math.floor(priceCents / 2 / 100) * 100)
}

/** The fee of a ticket: paid by the buyer over the price, or borne by the organizer out of it (rule R7.7). */
export interface TicketFees {
  /** Over the price. */
  readonly feeCents: number
  /** Out of the price. */
  readonly absorbedFeeCents: number
}

export function ticketFees(priceCents: number, terms: FeeTerms, { isAbsorbed }: { isAbsorbed: boolean }): TicketFees {
  const fee = serviceFeeCents(priceCents, terms)
  return isAbsorbed ? { feeCents: 0, absorbedFeeCents: fee } : { feeCents: fee, absorbedFeeCents: 0 }
}

/** Total price of one ticket in centavos, as every list and page of events shows it (rule R7.7). */
export function wholePriceCents(priceCents: number, terms: FeeTerms, bearer: { isAbsorbed: boolean }): number {
  return priceCents + ticketFees(priceCents, terms, bearer).feeCents
}

/** A code's discount on each ticket: either a percent of its price or an amount in centavos. */
export interface Discount {
  readonly percent: number | null
  readonly amountCents: number | null
}

/** Whole pesos, half up, and never more than the price (rule R18.2). */
export function discountCents(priceCents: number, { percent, amountCents }: Discount): number {
  const off = percent === null ? (amountCents ?? 0) : roundToWholePesos((priceCents * percent) / 100)
  return Math.min(priceCents, off)
}

/** Whether a type is sold for money, which needs the company's payment account (rule R7.2); courtesies are given. */
export function isPaidType({ price, visibility }: { readonly price: number; readonly visibility: string }): boolean {
  return price > 0 && visibility !== 'courtesy'
}
