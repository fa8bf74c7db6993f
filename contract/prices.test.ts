import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPaidType, serviceFeeCents } from './prices.ts'

const LARGEST_PRICE_CENTS = 100_000_000_000
const LARGEST_BPS = 3000

test.each([
  ['a tenth', 1_800_000, 1000, 180_000],
  ['nothing of nothing', 0, 1000, 0],
  ['no fee', 1_800_000, 0, 0],
  ['half a peso goes up', 1_500, 1000, 200],
  ['less than half goes down', 1_400, 1000, 100],
  ['exactly half a peso of the cheapest', 500, 1000, 100],
  ['under half a peso', 400, 1000, 0],
  ['the smallest fee of the smallest price', 100, 1, 0],
  ['a hundredth of a centavo under half', 499_900, 1, 0],
  ['on the half', 500_000, 1, 100],
  ['on a half that fractions of a percent miss', 5_000, 2900, 1_500],
  ['an odd price', 99_900, 333, 3_300],
  ['an odd price and percent', 1_234_500, 1250, 154_300],
  ['one peso at the most', 100, LARGEST_BPS, 0],
  ['two pesos at the most', 200, LARGEST_BPS, 100],
  ['the largest', LARGEST_PRICE_CENTS, LARGEST_BPS, 30_000_000_000],
  ['a peso under the largest', LARGEST_PRICE_CENTS - 100, LARGEST_BPS, 30_000_000_000],
  ['four pesos under the largest', LARGEST_PRICE_CENTS - 400, LARGEST_BPS, 29_999_999_900],
])('the fee: %s, of %i centavos at %i', (_name, price, bps, fee) => {
  expect(serviceFeeCents(price, bps)).toBe(fee)
})

test('no price and percent lose anything to the way that numbers are kept', () => {
  const anything = fc.tuple(
    fc.integer({ min: 0, max: LARGEST_PRICE_CENTS / 100 }),
    fc.integer({ min: 0, max: LARGEST_BPS }),
  )
  const fifties = fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: LARGEST_BPS / 100 }))
  const onHalves = fifties.map(([times, percent]): [number, number] => [times * 50, percent * 100])
  fc.assert(
    fc.property(fc.oneof(anything, onHalves), ([pricePesos, bps]) => {
      const priceCents = pricePesos * 100
      const exact = ((BigInt(priceCents) * BigInt(bps) + 500_000n) / 1_000_000n) * 100n
      expect(serviceFeeCents(priceCents, bps)).toBe(Number(exact))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  [0, 'visible', false],
  [1, 'visible', true],
  [500, 'hidden', true],
  [500, 'courtesy', false],
])('a type of %i pesos that is %s is paid for: %s', (price, visibility, expected) => {
  expect(isPaidType({ price, visibility })).toBe(expected)
})
