import { expect, test } from 'vitest'
import {
  cashHandedInEntries,
  cashSaleEntries,
  commissionEntries,
  commissionReturnEntries,
  costEntries,
  providerFeeEntries,
  saleEntries,
  saleRefundEntries,
  unappliedEntries,
  reversed,
  unappliedRefundEntries,
  type Entry,
} from './entry.ts'

/** What each account holds after the entries. */
function balances(entries: readonly Entry[]): Record<string, number> {
  const held: Record<string, number> = {}
  for (const { from, to, amountCents } of entries) {
    held[from] = (held[from] ?? 0) - amountCents
    held[to] = (held[to] ?? 0) + amountCents
  }
  return held
}

test('a sale leaves the price to the company, less what it bears of the fee, and the fee to the platform', () => {
  const entries = [
    ...saleEntries({ priceCents: 3_600_000, feeCents: 360_000, absorbedFeeCents: 18_000 }),
    ...providerFeeEntries(301_356),
  ]
  expect(balances(entries)).toEqual({ buyers: -3_960_000, company: 3_280_644, platform: 378_000, provider: 301_356 })
})

test('a whole refund leaves nothing but what the provider kept', () => {
  const sold = saleEntries({ priceCents: 3_600_000, feeCents: 360_000, absorbedFeeCents: 90_000 })
  const back = saleRefundEntries({ priceCents: 3_600_000, feeCents: 360_000, absorbedFeeCents: 90_000 })
  expect(balances([...sold, ...back])).toEqual({ buyers: 0, company: 0, platform: 0 })
})

test('what a chargeback took and the seller won back leaves the books as they were', () => {
  const back = saleRefundEntries({ priceCents: 3_600_000, feeCents: 360_000, absorbedFeeCents: 90_000 })
  expect(balances([...back, ...reversed(back)])).toEqual({ buyers: 0, company: 0, platform: 0 })
})

test('money that bought nothing passes through suspense', () => {
  expect(balances(unappliedEntries(500, 0))).toEqual({ buyers: -500, suspense: 500 })
  expect(balances([...unappliedEntries(500, 0), ...unappliedRefundEntries(500)])).toEqual({ buyers: 0, suspense: 0 })
})

test('all of what bought nothing goes back, and what the provider kept of it the company bears', () => {
  const entries = [...unappliedEntries(500, 38), ...unappliedRefundEntries(500)]
  expect(balances(entries)).toEqual({ buyers: 0, suspense: 0, company: -38, provider: 38 })
})

test('nothing is entered for zero', () => {
  expect(saleEntries({ priceCents: 0, feeCents: 0, absorbedFeeCents: 0 })).toEqual([])
  expect(providerFeeEntries(0)).toEqual([])
})

test('a commission is the promoter’s, less what of it went back with the sale', () => {
  const earned = commissionEntries(180_000)
  expect(balances(earned)).toEqual({ company: -180_000, promoters: 180_000 })
  expect(balances([...earned, ...commissionReturnEntries(80_000)])).toEqual({ company: -100_000, promoters: 100_000 })
})

test('what was paid in cash is in the promoter’s hands until it is handed in, and the platform’s fee is owed by the company', () => {
  const sold = cashSaleEntries({ priceCents: 1_800_000, feeCents: 180_000, absorbedFeeCents: 0 })
  expect(balances(sold)).toEqual({ buyers: -1_980_000, company: -180_000, platform: 180_000, promoter_cash: 1_980_000 })
  expect(balances([...sold, ...cashHandedInEntries(1_980_000)])).toEqual({
    buyers: -1_980_000,
    company: 1_800_000,
    platform: 180_000,
    promoter_cash: 0,
  })
})

test('what the company pays for its event is its suppliers’', () => {
  expect(balances(costEntries(50_000_000))).toEqual({ company: -50_000_000, suppliers: 50_000_000 })
})
