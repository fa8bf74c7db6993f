import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatExactMoney, formatMoney, formatPrice, toCents } from './money.ts'
import { grouped } from './numbers.ts'

test.each([
  [18_000_00, '$18.000'],
  [1_000_49, '$1.000'],
  [1_000_50, '$1.001'],
  [5, '$0'],
  [-5, '$0'],
  [-13_702_50, '−$13.703'],
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

test.each([
  [18_000_00, '$18.000'],
  [1_000_50, '$1.000,50'],
  [5, '$0,05'],
  [-13_702_50, '−$13.702,50'],
  [-0, '$0'],
])('%s centavos are exactly %s', (cents, text) => {
  expect(formatExactMoney(cents)).toBe(text)
})

test('any amount is written as the language’s own rules write it', () => {
  const written = (decimals: number) =>
    new Intl.NumberFormat('es-AR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e14 }), fc.constantFrom(1, 100), (amount, unit) => {
      const cents = amount * unit
      expect(formatExactMoney(cents)).toBe(`$${written(cents % 100 === 0 ? 0 : 2).format(cents / 100)}`)
      if (unit === 100) expect(formatMoney(cents)).toBe(`$${written(0).format(cents / 100)}`)
    }),
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is written as 0', (figure) => {
  expect(grouped(figure)).toBe('0')
})

test('what costs nothing is free, and a sum of decimals is no fraction of a centavo', () => {
  expect([formatPrice(0), formatPrice(18_000_00)]).toEqual(['Gratis', '$18.000'])
  expect(toCents(0.1 + 0.2)).toBe(30)
})
