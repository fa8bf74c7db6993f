import { expect, test } from 'vitest'
import { feeWords } from './fee-words.ts'

test.each([
  [{ percentBps: 1000 }, '10 % por entrada'],
  [{ percentBps: 750, fixedCents: 200_00 }, '7,5 % + $200 por entrada'],
  [{ fixedCents: 1500_00 }, '$1.500 por entrada'],
  [{ percentBps: 1000, leastCents: 500_00 }, '10 % por entrada, al menos $500'],
  [{ percentBps: 1000, leastCents: 500_00, mostCents: 3000_00 }, '10 % por entrada, al menos $500 y como mucho $3.000'],
  [{ leastCents: 500_00 }, 'Por entrada, al menos $500'],
  [{}, 'Sin cargo'],
  [{ percentBps: 1000, mostCents: 0 }, 'Sin cargo'],
])('%j: %s', (terms, words) => {
  expect(feeWords({ percentBps: 0, fixedCents: 0, leastCents: 0, mostCents: null, ...terms })).toBe(words)
})
