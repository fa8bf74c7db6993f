import fc from 'fast-check'
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

/** Of an order: ten tickets of the largest price. */
const LARGEST_SUBTOTAL_CENTS = 1_000_000_000_000
const LARGEST_BPS = 3000

test.each([
  ['a quarter of a tenth', 1_000_000, 250, 25_000],
  ['nothing of nothing', 0, 3000, 0],
  ['none', 1_000_000, 0, 0],
  ['half a centavo goes up', 100, 50, 1],
  ['less than half goes down', 100, 49, 0],
  ['centavos stay', 99_900, 333, 3_327],
  ['an odd half', 700, 75, 5],
  ['on a half that fractions of a percent miss', 100, 1450, 15],
  ['a hundredth of a centavo under half', 49_900, 1, 5],
  ['a tenth of a centavo under half', 44_900, 1, 4],
  ['the smallest', 100, 1, 0],
  ['the largest', LARGEST_SUBTOTAL_CENTS, LARGEST_BPS, 300_000_000_000],
  ['a peso under the largest', LARGEST_SUBTOTAL_CENTS - 100, LARGEST_BPS, 299_999_999_970],
  ['just under, at an odd rate', LARGEST_SUBTOTAL_CENTS - 100, 2999, 299_899_999_970],
])('the commission: %s, of %i at %i', (_name, price, bps, expected) => {
  expect(commissionCents(price, bps)).toBe(expected)
})

test('no amount and rate lose anything to the way that numbers are kept', () => {
  const anything = fc.tuple(
    fc.integer({ min: 0, max: LARGEST_SUBTOTAL_CENTS / 100 }),
    fc.integer({ min: 0, max: LARGEST_BPS }),
  )
  const onHalves = fc
    .tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: LARGEST_BPS / 50 }))
    .map(([pesos, fifties]): [number, number] => [pesos, fifties * 50])
  fc.assert(
    fc.property(fc.oneof(anything, onHalves), ([pricePesos, bps]) => {
      const priceCents = pricePesos * 100
      const exact = (BigInt(priceCents) * BigInt(bps) + 5_000n) / 10_000n
      expect(commissionCents(priceCents, bps)).toBe(Number(exact))
    }),
    { numRuns: 2000 },
  )
})
