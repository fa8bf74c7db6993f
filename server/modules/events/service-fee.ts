/** The service fee of a ticket. */
import { roundToWholePesos } from '#contract/money.ts'

/** Fee in centavos of one ticket of this price, whole pesos half up (rule R1.2); `bps` are hundredths of a percent. */
export function serviceFeeCents(priceCents: number, bps: number): number {
  return roundToWholePesos((priceCents * bps) / 10_000)
}
