import { expect, test } from 'vitest'
import { buyerPrice, hasPaidTypes, buyerPriceOfInput, typeTotals } from './buyer-price.ts'
import { newTicketType } from './event-values.ts'

const type = (price: string, capacity: string, visibility: 'visible' | 'hidden' | 'courtesy' = 'visible') => ({
  ...newTicketType,
  price,
  capacity,
  visibility,
})

const terms = (percentBps: number) => ({ percentBps, fixedCents: 0, leastCents: 0, mostCents: null })

test.each([
  [18_000_00, 1000, 1800_00],
  [0, 1000, 0],
  [15_00, 1000, 2_00], // 1,50 rounds up
  [14_00, 1000, 1_00], // 1,40 rounds down
  [9999_00, 725, 725_00],
])(
  'a price of %i centavos with %i hundredths of a percent has a fee of %i, over it or out of it',
  (priceCents, bps, feeCents) => {
    const over = buyerPrice(priceCents, { terms: terms(bps), isAbsorbed: false })
    expect(over).toEqual({
      priceCents,
      feeCents,
      totalCents: priceCents + feeCents,
      keptCents: priceCents,
      absorbedFeeCents: 0,
    })
    const outOf = buyerPrice(priceCents, { terms: terms(bps), isAbsorbed: true })
    expect(outOf).toEqual({
      priceCents,
      feeCents: 0,
      totalCents: priceCents,
      keptCents: priceCents - feeCents,
      absorbedFeeCents: feeCents,
    })
  },
)

test('what is not a price yet has none, nor one whose terms are not known', () => {
  const fee = { terms: terms(750), isAbsorbed: false }
  expect(buyerPriceOfInput('', fee)).toBeNull()
  expect(buyerPriceOfInput('18.000', null)).toBeNull()
  expect(buyerPriceOfInput('18.000', fee)?.totalCents).toBe(19_350_00)
})

test('totals: places, those on sale and what they would bring', () => {
  const types = [type('18.000', '1.000'), type('45000', '300'), type('0', '200', 'courtesy'), type('', '')]
  expect(typeTotals(types, '')).toEqual({ places: 1500, onSale: 1300, grossCents: 31_500_000_00 })
  // The event's own capacity binds: the dearest places first.
  expect(typeTotals(types, '400')).toEqual({ places: 1500, onSale: 400, grossCents: 300 * 45_000_00 + 100 * 18_000_00 })
})

test('courtesies are not sold for money', () => {
  expect(hasPaidTypes({ ticketTypes: [type('0', '10'), type('500', '10', 'courtesy')] })).toBe(false)
  expect(hasPaidTypes({ ticketTypes: [type('500', '10', 'hidden')] })).toBe(true)
})
