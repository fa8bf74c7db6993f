/** Which entries a sale, a payment or a refund makes. Pure; amounts in centavos, and nothing is entered for zero. */

export const ACCOUNTS = [
  'buyers',
  'company',
  'platform',
  'provider',
  'suspense',
  /** Promoters' earnings that they wait for. */
  'promoters',
  'promoters_paid',
  /** The company's money that promoters took in cash and have not handed in. */
  'promoter_cash',
  /** Whom the company paid for its event. */
  'suppliers',
] as const
export type Account = (typeof ACCOUNTS)[number]
export type EntryKind =
  | 'sale'
  | 'service_fee'
  | 'provider_fee'
  | 'unapplied'
  | 'refund'
  | 'refund_fee'
  | 'commission'
  | 'commission_return'
  | 'promoter_cash'
  | 'promoter_payment'
  | 'cost'

/** Moves `amountCents` out of `from` into `to`. */
export interface Entry {
  readonly kind: EntryKind
  readonly from: Account
  readonly to: Account
  readonly amountCents: number
}

function nonZero(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ amountCents }) => amountCents > 0)
}

/** An order's price, the service fee over it, and the service fee that the company bears out of the price. */
export interface SaleParts {
  readonly priceCents: number
  readonly feeCents: number
  readonly absorbedFeeCents: number
}

/** An order that was paid: its tickets' price is the company's, the service fee is ours, over the price or out of it. */
export function saleEntries(sale: SaleParts): Entry[] {
  return nonZero([
    { kind: 'sale', from: 'buyers', to: 'company', amountCents: sale.priceCents },
    { kind: 'service_fee', from: 'buyers', to: 'platform', amountCents: sale.feeCents },
    { kind: 'service_fee', from: 'company', to: 'platform', amountCents: sale.absorbedFeeCents },
  ])
}

/** The provider's fee on a payment. */
export function providerFeeEntries(feeCents: number): Entry[] {
  return nonZero([{ kind: 'provider_fee', from: 'company', to: 'provider', amountCents: feeCents }])
}

/** Money that was charged and buys nothing; what the provider kept of it is the company's loss all the same. */
export function unappliedEntries(amountCents: number, providerFeeCents: number): Entry[] {
  return [
    ...nonZero([{ kind: 'unapplied', from: 'buyers', to: 'suspense', amountCents }]),
    ...providerFeeEntries(providerFeeCents),
  ]
}

/** Money that bought nothing goes back. */
export function unappliedRefundEntries(amountCents: number): Entry[] {
  return nonZero([{ kind: 'refund', from: 'suspense', to: 'buyers', amountCents }])
}

/** The same entries with their direction turned: money that went back came again. */
export function reversed(entries: readonly Entry[]): Entry[] {
  return entries.map((entry) => ({ ...entry, from: entry.to, to: entry.from }))
}

/** A sale is refunded, wholly or in part: the price by the company, the service fee by us to the side that bore it. */
export function saleRefundEntries(refund: SaleParts): Entry[] {
  return nonZero([
    { kind: 'refund', from: 'company', to: 'buyers', amountCents: refund.priceCents },
    { kind: 'refund_fee', from: 'platform', to: 'buyers', amountCents: refund.feeCents },
    { kind: 'refund_fee', from: 'platform', to: 'company', amountCents: refund.absorbedFeeCents },
  ])
}

/** A promoter's commission on a ticket. */
export function commissionEntries(amountCents: number): Entry[] {
  return nonZero([{ kind: 'commission', from: 'company', to: 'promoters', amountCents }])
}

/** Reverses a commission, wholly or in part, because the ticket was refunded. */
export function commissionReturnEntries(amountCents: number): Entry[] {
  return nonZero([{ kind: 'commission_return', from: 'promoters', to: 'company', amountCents }])
}

/** An order that was paid to a promoter in cash: a sale like any other, whose money is in the promoter's hands. */
export function cashSaleEntries(sale: SaleParts): Entry[] {
  const cashCents = sale.priceCents + sale.feeCents
  return [
    ...saleEntries(sale),
    ...nonZero([{ kind: 'promoter_cash', from: 'company', to: 'promoter_cash', amountCents: cashCents }]),
  ]
}

/** Gives back what was paid to a promoter in cash: the company's loss of a sale, and the promoter owes it no more. */
export function cashSaleRefundEntries(refund: SaleParts): Entry[] {
  return [...saleRefundEntries(refund), ...cashHandedInEntries(refund.priceCents + refund.feeCents)]
}

/** A promoter hands in what was taken in cash. */
export function cashHandedInEntries(amountCents: number): Entry[] {
  return nonZero([{ kind: 'promoter_cash', from: 'promoter_cash', to: 'company', amountCents }])
}

/** A promoter is paid what was earned, in cash or out of what they had in hand. */
export function promoterPaymentEntries(amountCents: number): Entry[] {
  return nonZero([{ kind: 'promoter_payment', from: 'promoters', to: 'promoters_paid', amountCents }])
}

/** A company's cost of its event: music, lights, venue. */
export function costEntries(amountCents: number): Entry[] {
  return nonZero([{ kind: 'cost', from: 'company', to: 'suppliers', amountCents }])
}
