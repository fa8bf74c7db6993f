/** What is asked for a ticket over its price, and what makes a type one that is paid for; server and screens reckon by these. */
import { roundToWholePesos } from './money.ts'

const WHOLE_IN_BPS = 10_000

/**
 * The service fee of one ticket of this price, in centavos: whole pesos, half up, so that the lines of an order add up
 * (rules R1.2 and R8.8). `bps` are hundredths of a percent.
 */
export function serviceFeeCents(priceCents: number, bps: number): number {
  return roundToWholePesos((priceCents * bps) / WHOLE_IN_BPS)
}

/** Whether a type is sold for money, which needs the company's payment account (rule R7.2); courtesies are given. */
export function isPaidType({ price, visibility }: { readonly price: number; readonly visibility: string }): boolean {
  return price > 0 && visibility !== 'courtesy'
}
