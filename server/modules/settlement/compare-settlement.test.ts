import { expect, test } from 'vitest'
import { providerPayment } from '#server/testing/provider-payment.ts'
import { compareSettlement, providerFigures, NOTHING, type PaymentFigures } from './compare-settlement.ts'

const ledger: PaymentFigures = {
  charged: 3_960_000,
  returned: 0,
  platform: 360_000,
  platform_returned: 0,
  provider: 301_356,
}

test('equal figures are no difference, nor is a figure that one side does not report', () => {
  expect(compareSettlement(ledger, { ...ledger })).toEqual([])
  expect(compareSettlement(ledger, { ...ledger, platform: null, platform_returned: null, provider: null })).toEqual([])
  expect(compareSettlement({ ...ledger, platform: null, provider: null }, ledger)).toEqual([])
  expect(compareSettlement(NOTHING, NOTHING)).toEqual([])
})

test.each(['charged', 'returned', 'platform', 'platform_returned', 'provider'] as const)(
  'a centavo of %s is a difference, and no other figure is',
  (what) => {
    const ledgerCents = ledger[what] ?? 0
    const providerCents = ledgerCents + 1
    expect(compareSettlement(ledger, { ...ledger, [what]: providerCents })).toEqual([
      { what, ledgerCents, providerCents },
    ])
  },
)

test('money that the ledger has never heard of is a difference', () => {
  expect(compareSettlement(NOTHING, ledger)).toEqual([{ what: 'charged', ledgerCents: 0, providerCents: 3_960_000 }])
})

test.each([
  ['pending', 0, 0],
  ['rejected', 0, 0],
  ['cancelled', 0, 0],
  ['approved', 1_000_00, 200_00],
  ['refunded', 1_000_00, 1_000_00],
  ['charged_back', 1_000_00, 1_000_00],
] as const)('of a payment that is %s the provider charged %d and returned %d', (status, charged, returned) => {
  const payment = { id: '1', status, externalReference: null, amountCents: 1_000_00, collectorId: '1' }
  const refundedCents = status === 'approved' ? 200_00 : 0
  const said = providerFigures({
    ...providerPayment(payment, '2026-11-23T12:00:00.000Z'),
    refundedCents,
    feeCents: 76_10,
    marketplaceFeeCents: null,
  })
  const platform = { platform: null, platform_returned: null }
  expect(said).toEqual(charged === 0 ? NOTHING : { charged, returned, ...platform, provider: 76_10 })
})
