import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountCents, isPaidType, serviceFeeCents, ticketFees, type FeeTerms } from './prices.ts'

const LARGEST_PRICE_CENTS = 100_000_000_000
const LARGEST_BPS = 3000
const percent = (percentBps: number): FeeTerms => ({ percentBps, fixedCents: 0, leastCents: 0, mostCents: null })

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
  expect(serviceFeeCents(price, percent(bps))).toBe(fee)
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
      expect(serviceFeeCents(priceCents, percent(bps))).toBe(Number(exact))
    }),
    { numRuns: 2000 },
  )
})

const full: FeeTerms = { percentBps: 1000, fixedCents: 200_00, leastCents: 500_00, mostCents: 3000_00 }
test.each<[string, number, Partial<FeeTerms>, number]>([
  ['the percent and the fixed part', 10_000_00, {}, 1200_00],
  ['the least of what is cheap', 2_000_00, {}, 500_00],
  ['the most of what is dear', 100_000_00, {}, 3000_00],
  ['no bound above', 100_000_00, { mostCents: null }, 10_200_00],
  ['a bound of nothing', 10_000_00, { leastCents: 0, mostCents: 0 }, 0],
  ['half the price, when the least is more', 600_00, {}, 300_00],
  ['half an odd price in whole pesos', 601_00, {}, 300_00],
  ['nothing of a peso', 1_00, {}, 0],
  ['nothing of what is free, whatever the least', 0, {}, 0],
])('the fee: %s', (_name, price, terms, fee) => {
  expect(serviceFeeCents(price, { ...full, ...terms })).toBe(fee)
})

const anyTerms = fc
  .record({
    percentBps: fc.integer({ min: 0, max: LARGEST_BPS }),
    fixed: fc.nat(50_000),
    least: fc.nat(50_000),
    above: fc.option(fc.nat(50_000)),
  })
  .map(({ percentBps, fixed, least, above }): FeeTerms => ({
    percentBps,
    fixedCents: fixed * 100,
    leastCents: least * 100,
    mostCents: above === null ? null : (least + above) * 100,
  }))

test('whatever the terms: whole pesos, at most half the price, more for a dearer ticket, and one of the two bears it', () => {
  const prices = fc.tuple(fc.nat(10_000_000), fc.nat(10_000_000))
  fc.assert(
    fc.property(prices, anyTerms, fc.boolean(), ([one, other], terms, isAbsorbed) => {
      const [cheap, dear] = [Math.min(one, other) * 100, Math.max(one, other) * 100]
      const fee = serviceFeeCents(dear, terms)
      expect(fee % 100).toBe(0)
      expect(fee).toBeGreaterThanOrEqual(0)
      expect(fee * 2).toBeLessThanOrEqual(dear)
      expect(fee).toBeGreaterThanOrEqual(serviceFeeCents(cheap, terms))
      const borne = ticketFees(dear, terms, { isAbsorbed })
      expect(borne).toEqual(
        isAbsorbed ? { feeCents: 0, absorbedFeeCents: fee } : { feeCents: fee, absorbedFeeCents: 0 },
      )
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

test.each([
  ['a fifth', 1_800_000, 20, null, 360_000],
  ['all of it', 1_800_000, 100, null, 1_800_000],
  ['half a peso goes up', 1_500, 10, null, 200],
  ['less than half goes down', 1_400, 10, null, 100],
  ['nothing of a peso', 100, 1, null, 0],
  ['nothing of nothing', 0, 50, null, 0],
  ['an amount', 1_800_000, null, 500_000, 500_000],
  ['an amount of more than the price', 300_000, null, 500_000, 300_000],
  ['an amount off what is free', 0, null, 500_000, 0],
])('the discount: %s', (_name, price, percent, amountCents, off) => {
  expect(discountCents(price, { percent, amountCents })).toBe(off)
})

test('whatever the price and the code: whole pesos, never more than the price, and the fee is of what is left', () => {
  const percent = fc.record({ percent: fc.integer({ min: 1, max: 100 }), amountCents: fc.constant(null) })
  const amount = fc.record({ percent: fc.constant(null), amountCents: fc.nat(1_000_000).map((pesos) => pesos * 100) })
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.oneof(percent, amount), anyTerms, (pesos, discount, terms) => {
      const price = pesos * 100
      const off = discountCents(price, discount)
      const left = price - off
      expect(off % 100).toBe(0)
      expect(off).toBeGreaterThanOrEqual(0)
      expect(left).toBeGreaterThanOrEqual(0)
      if (discount.percent !== null) {
        const exact = ((BigInt(price) * BigInt(discount.percent) + 5_000n) / 10_000n) * 100n
        expect(off).toBe(Number(exact))
        if (discount.percent === 100) expect(left).toBe(0)
      }
      const fee = serviceFeeCents(left, terms)
      expect(fee).toBeLessThanOrEqual(serviceFeeCents(price, terms))
      expect(fee * 2).toBeLessThanOrEqual(left)
      if (left === 0) expect(fee).toBe(0)
    }),
    { numRuns: 2000 },
  )
})
