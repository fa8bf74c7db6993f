import { expect, test } from 'vitest'
import {
  commissionCents,
  providerFeeEntries,
  saleEntries,
  saleRefundEntries,
  unappliedEntries,
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

test('a sale leaves the price to the company and the fee to the platform', () => {
  const entries = [
    ...saleEntries({ priceCents: 3_600_000, feeCents: 360_000, commissionCents: 18_000 }),
    ...providerFeeEntries(301_356),
  ]
  expect(balances(entries)).toEqual({ buyers: -3_960_000, company: 3_280_644, platform: 378_000, provider: 301_356 })
})

test('a whole refund leaves nothing but what the provider kept', () => {
  const sold = saleEntries({ priceCents: 3_600_000, feeCents: 360_000, commissionCents: 0 })
  const back = saleRefundEntries({ priceCents: 3_600_000, feeCents: 360_000 })
  expect(balances([...sold, ...back])).toEqual({ buyers: 0, company: 0, platform: 0 })
})

test('money that bought nothing passes through suspense', () => {
  expect(balances(unappliedEntries(500))).toEqual({ buyers: -500, suspense: 500 })
  expect(balances([...unappliedEntries(500), ...unappliedRefundEntries(500)])).toEqual({ buyers: 0, suspense: 0 })
})

test('nothing is entered for zero', () => {
  expect(saleEntries({ priceCents: 0, feeCents: 0, commissionCents: 0 })).toEqual([])
  expect(providerFeeEntries(0)).toEqual([])
})

test.each([
  [1_000_000, 250, 25_000],
  [100, 50, 1],
  [100, 49, 0],
  [0, 3000, 0],
])('the commission of %i at %i is %i', (price, bps, expected) => {
  expect(commissionCents(price, bps)).toBe(expected)
})
