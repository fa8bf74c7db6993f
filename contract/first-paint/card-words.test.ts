import { expect, test } from 'vitest'
import { priceWords } from './card-words.ts'

test.each([
  [null, null, 'Entradas a confirmar'],
  [0, 0, 'Gratis'],
  [0, 9_999_999, 'Desde gratis'],
  [12_000, 30_000, 'Desde $12.000'],
])('from %s to %s reads «%s»', (priceFrom, priceTo, words) => {
  expect(priceWords({ priceFrom, priceTo })).toBe(words)
})
