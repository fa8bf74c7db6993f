import { expect, test } from 'vitest'
import { countedWords } from './settlement-words.ts'

test.each([
  [1_440_000, 'organizer', 'Te entrega $14.400'],
  [1_440_000, 'promoter', 'Entregás $14.400'],
  [-50_050, 'organizer', 'Le pagás $501'],
  [-50_050, 'promoter', 'Te pagan $501'],
  [0, 'promoter', 'No cambia plata de manos'],
] as const)('%i reads to the %s as «%s»', (countedCents, reader, words) => {
  expect(countedWords({ countedCents }, reader)).toBe(words)
})
