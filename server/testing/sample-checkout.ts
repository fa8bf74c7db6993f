import type { CheckoutRequest } from '#server/adapters/payments/port.ts'

let serial = 0

/** A checkout of two tickets and their service fee, $39.600. For tests; each has its own order. */
export function sampleCheckout(changes: Partial<CheckoutRequest> = {}): CheckoutRequest {
  serial += 1
  const order = `order-${serial}`
  return {
    orderPublicId: order,
    attempt: 1,
    items: [
      { id: 'general', title: 'General', quantity: 2, unitPriceCents: 1_800_000 },
      { id: 'fee', title: 'Cargo por servicio', quantity: 2, unitPriceCents: 180_000 },
    ],
    payer: { name: 'Josefina de la Cruz', mail: 'jose@gmail.com' },
    marketplaceFeeCents: 360_000,
    externalReference: order,
    notificationUrl: 'http://127.0.0.1:9/webhook?company=1',
    backUrls: {
      success: 'http://localhost:3000/ok',
      pending: 'http://localhost:3000/espera',
      failure: 'http://localhost:3000/no',
    },
    expiresAt: '2026-11-21T12:15:00Z',
    binary: true,
    allowCash: false,
    statementDescriptor: 'PREVIA Peña Ñandú de las sierras',
    idempotencyKey: `${order}-1`,
    ...changes,
  }
}
