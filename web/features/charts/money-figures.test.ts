import { expect, test } from 'vitest'
import { moneyFigures } from './money-figures.ts'

test.each([
  [24_318_000_00, '$24.318.000', '$24,3 M'],
  [-500_000_00, '−$500.000', '−$500 mil'],
  [1.5e14, '$1.500.000.000.000', '$1.500.000 M'],
  [1_000_50, '$1.001', '$1.001'],
])('a chart writes %i centavos as people here write money', (cents, full, short) => {
  expect([moneyFigures.full(cents), moneyFigures.short(cents)]).toEqual([full, short])
})
