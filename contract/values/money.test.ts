import { expect, test } from 'vitest'
import { formatMoney, formatPrice, toCents } from './money.ts'

test.each([
  [18_000_00, '$18.000'],
  [1_000_50, '$1.000,50'],
  [5, '$0,05'],
  [-13_702_50, '−$13.702,50'],
  [-500_00, '−$500'],
  [0, '$0'],
  [-0, '$0'],
  [Number.NaN, '$0'],
  [Number.POSITIVE_INFINITY, '$0'],
  [null, '$0'],
  [undefined, '$0'],
])('%s centavos are read as %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text)
})

test('what costs nothing is free, and a sum of decimals is no fraction of a centavo', () => {
  expect([formatPrice(0), formatPrice(18_000_00)]).toEqual(['Gratis', '$18.000'])
  expect(toCents(0.1 + 0.2)).toBe(30)
})
