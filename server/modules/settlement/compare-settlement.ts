/** What the ledger says of a payment beside what the provider says of it. Pure; amounts in centavos. */
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import { returnedCents } from '#server/modules/payments/payment.ts'

export const FIGURES = ['charged', 'returned', 'platform', 'platform_returned', 'provider'] as const
export type Figure = (typeof FIGURES)[number]

/** What a payment moved. Null is what a side does not tell, and what is compared with nothing. */
export interface Moved {
  readonly charged: number
  /** To its payer, whoever gave it back. */
  readonly returned: number
  /** What was kept for the platform, whatever of it was given back since. */
  readonly platform: number | null
  readonly platform_returned: number | null
  readonly provider: number | null
}

export interface Difference {
  readonly what: Figure
  readonly ledgerCents: number
  readonly providerCents: number
}

/** Nothing was charged. */
export const NOTHING: Moved = { charged: 0, returned: 0, platform: null, platform_returned: null, provider: null }

/** Each figure that both tell and that is not the same to the centavo. */
export function compareSettlement(ledger: Moved, provider: Moved): Difference[] {
  return FIGURES.flatMap((what) => {
    const [ledgerCents, providerCents] = [ledger[what], provider[what]]
    return ledgerCents === null || providerCents === null || ledgerCents === providerCents
      ? []
      : [{ what, ledgerCents, providerCents }]
  })
}

/** A payment as the provider tells it. It itemises fees of what was charged, and never what of them the platform gave back. */
export function movedOf(payment: ProviderPayment): Moved {
  const wasCharged = ['approved', 'refunded', 'charged_back'].includes(payment.status)
  if (!wasCharged) return NOTHING
  return {
    charged: payment.amountCents,
    returned: returnedCents(payment),
    platform: payment.marketplaceFeeCents,
    platform_returned: null,
    provider: payment.feeCents,
  }
}
