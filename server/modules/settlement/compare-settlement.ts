/** Compares what the ledger and the provider say of a payment. Pure; amounts in centavos. */
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import { returnedCents, wasCharged } from '#server/modules/payments/payment.ts'

export const FIGURES = ['charged', 'returned', 'platform', 'platform_returned', 'provider'] as const
export type Figure = (typeof FIGURES)[number]

/** What a payment moved. A figure that a side does not report is null and is not compared. */
export interface PaymentFigures {
  readonly charged: number
  /** To its payer, by the seller, by us or by the bank. */
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
export const NOTHING: PaymentFigures = {
  charged: 0,
  returned: 0,
  platform: null,
  platform_returned: null,
  provider: null,
}

/** Returns the figures that both sides report and that differ, if only by a centavo. */
export function compareSettlement(ledger: PaymentFigures, provider: PaymentFigures): Difference[] {
  return FIGURES.flatMap((what) => {
    const [ledgerCents, providerCents] = [ledger[what], provider[what]]
    return ledgerCents === null || providerCents === null || ledgerCents === providerCents
      ? []
      : [{ what, ledgerCents, providerCents }]
  })
}

/** A payment as the provider reports it. The provider itemises fees of what was charged, never what of them the platform returned. */
export function providerFigures(payment: ProviderPayment): PaymentFigures {
  if (!wasCharged(payment)) return NOTHING
  return {
    charged: payment.amountCents,
    returned: returnedCents(payment),
    platform: payment.marketplaceFeeCents,
    platform_returned: null,
    provider: payment.feeCents,
  }
}
