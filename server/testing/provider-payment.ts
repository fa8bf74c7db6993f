import type { ProviderPayment } from '#server/adapters/payments/port.ts'

/** A payment as the provider reports it, with everything that does not matter filled in; all its moments are `at`. */
export function providerPayment(
  payment: Pick<ProviderPayment, 'id' | 'status' | 'externalReference' | 'amountCents' | 'collectorId'>,
  at: string,
): ProviderPayment {
  const isApproved = payment.status === 'approved'
  return {
    ...payment,
    statusDetail: isApproved ? 'accredited' : null,
    currency: 'ARS',
    liveMode: true,
    refundedCents: 0,
    feeCents: 0,
    marketplaceFeeCents: 0,
    netReceivedCents: isApproved ? payment.amountCents : null,
    releasesAt: isApproved ? at : null,
    isDisputed: false,
    isChargebackLost: false,
    createdAt: at,
    approvedAt: isApproved ? at : null,
    lastUpdatedAt: at,
    paymentMethod: 'visa',
    paymentType: 'credit_card',
    installments: 1,
    payerMail: null,
  }
}
