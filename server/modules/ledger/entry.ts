/** Which entries a sale, a payment or a refund makes. Pure; amounts in centavos, and nothing is entered for zero. */

export type Account = 'buyers' | 'company' | 'platform' | 'provider' | 'suspense'
export type EntryKind = 'sale' | 'service_fee' | 'provider_fee' | 'unapplied' | 'refund' | 'refund_fee' | 'commission'

/** Moves `amountCents` out of `from` into `to`. */
export interface Entry {
  readonly kind: EntryKind
  readonly from: Account
  readonly to: Account
  readonly amountCents: number
}

const BPS = 10_000

/**
 * The marketplace's commission over the price of an order's tickets, to the centavo, half up: with the provider's fee the one
 * amount that is not whole pesos (rules R1.1 and R1.2). `bps` are hundredths of a percent.
 */
export function commissionCents(priceCents: number, bps: number): number {
  return Math.floor((priceCents * bps) / BPS + 0.5)
}

function some(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ amountCents }) => amountCents > 0)
}

/** An order that was paid: its tickets' price is the company's, the service fee and the commission are ours. */
export function saleEntries(sale: { priceCents: number; feeCents: number; commissionCents: number }): Entry[] {
  return some([
    { kind: 'sale', from: 'buyers', to: 'company', amountCents: sale.priceCents },
    { kind: 'service_fee', from: 'buyers', to: 'platform', amountCents: sale.feeCents },
    { kind: 'commission', from: 'company', to: 'platform', amountCents: sale.commissionCents },
  ])
}

/** What the provider kept of a payment. */
export function providerFeeEntries(feeCents: number): Entry[] {
  return some([{ kind: 'provider_fee', from: 'company', to: 'provider', amountCents: feeCents }])
}

/** Money that was charged and buys nothing. */
export function unappliedEntries(amountCents: number): Entry[] {
  return some([{ kind: 'unapplied', from: 'buyers', to: 'suspense', amountCents }])
}

/** Money that bought nothing goes back. */
export function unappliedRefundEntries(amountCents: number): Entry[] {
  return some([{ kind: 'refund', from: 'suspense', to: 'buyers', amountCents }])
}

/** A sale goes back, wholly or in part: the price by the company, the service fee by us. */
export function saleRefundEntries(refund: { priceCents: number; feeCents: number }): Entry[] {
  return some([
    { kind: 'refund', from: 'company', to: 'buyers', amountCents: refund.priceCents },
    { kind: 'refund_fee', from: 'platform', to: 'buyers', amountCents: refund.feeCents },
  ])
}
