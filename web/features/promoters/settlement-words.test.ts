import { expect, test } from 'vitest'
import { countedWords, settledParts } from './settlement-words.ts'

test.each([
  [1_440_000, 'organizer', 'Te entrega $14.400'],
  [1_440_000, 'promoter', 'Entregás $14.400'],
  [-50_050, 'organizer', 'Le pagás $500,50'],
  [-50_050, 'promoter', 'Te pagan $500,50'],
  [0, 'promoter', 'No cambia plata de manos'],
] as const)('%i reads to the %s as «%s»', (countedCents, reader, words) => {
  expect(countedWords({ countedCents }, reader)).toBe(words)
})

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
