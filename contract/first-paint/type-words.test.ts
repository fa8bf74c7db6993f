import { expect, test } from 'vitest'
import { closedWords, priceRange, takesWaiting, typeNotice } from './type-words.ts'

const now = '2026-11-28T20:00:00-03:00'
const type = {
  id: '019a9d3e-0000-7000-8000-000000000002',
  name: 'General',
  description: null,
  price: 10_000,
  fee: 1000,
  validUntil: null,
  saleStartsAt: null,
  saleEndsAt: null,
  perPersonLimit: null,
  availability: 'available',
} as const

test.each([
  [{}, null],
  [{ validUntil: '2026-11-29T02:00:00-03:00' }, 'Hasta las 02:00'],
  [{ availability: 'last', perPersonLimit: 2 }, 'Últimas entradas · Máximo 2 por persona'],
  [{ offered: 2, perPersonLimit: 2 }, '2 guardadas para vos'],
  [{ availability: 'soldOut' }, 'Agotada'],
  [{ availability: 'soon' }, 'Próximamente'],
  [{ availability: 'soon', saleStartsAt: '2026-11-29T12:00:00-03:00' }, 'A la venta desde el dom 29 nov, 12:00'],
  [{ availability: 'closed' }, 'Sin venta por ahora'],
  [{ availability: 'closed', saleEndsAt: now }, 'La venta terminó'],
] as const)('%o says %s', (changes, words) => {
  expect(typeNotice({ ...type, ...changes }, now)).toBe(words)
})

test('the range is of what can be bought, with the fee', () => {
  expect(priceRange([type, { ...type, price: 1, availability: 'soldOut' }])).toBe('Desde $11.000')
  expect(closedWords([{ ...type, availability: 'soldOut' }])).toBe('Se agotaron las entradas')
  expect(closedWords([{ ...type, availability: 'closed' }])).toBe('Sin venta por ahora')
})

test('a waitlist takes people until two hours before the start', () => {
  const startDate = '2026-11-28T22:00:00-03:00'
  expect(takesWaiting({ startDate }, '2026-11-28T19:59:00-03:00')).toBe(true)
  expect(takesWaiting({ startDate }, now)).toBe(false)
  expect(takesWaiting({ startDate: null }, now)).toBe(true)
})
