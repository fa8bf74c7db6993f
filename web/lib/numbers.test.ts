import { expect, test } from 'vitest'
import { shareOf } from './numbers.ts'

test.each([
  [0, 260, 0, '0 %'],
  [2, 260, 0, 'menos de 1 %'],
  [3, 260, 0, '1 %'],
  [195, 260, 0, '75 %'],
  [257.4, 260, 0, '99 %'],
  [259, 260, 0, 'más de 99 %'],
  [260, 260, 0, '100 %'],
  [300, 200, 0, '150 %'],
  [64, 1000, 1, '6,4 %'],
  [1, 100_000, 1, 'menos de 0,1 %'],
  [99_999, 100_000, 1, 'más de 99,9 %'],
  [2, 0, 0, '—'],
  [null, 3, 0, '—'],
])('%d of %d with %d decimals is «%s»', (part, whole, decimals, words) => {
  expect(shareOf(part, whole, decimals)).toBe(words)
})
