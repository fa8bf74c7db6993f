import { expect, test } from 'vitest'
import { settledParts } from './settlement-words.ts'

test('both parts are named, also where they go back', () => {
  expect(settledParts({ commissionCents: 360_000, handedInCents: 1_800_000 })).toEqual([
    '$3.600 de comisión',
    '$18.000 de efectivo rendido',
  ])
  expect(settledParts({ commissionCents: -100, handedInCents: -200 })).toEqual([
    '$1 de comisión que vuelve',
    '$2 de efectivo que vuelve',
  ])
})
