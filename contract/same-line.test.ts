import { expect, test } from 'vitest'
import { isSameLine } from './same-line.ts'

test.each([
  ['Peña del Ángel', ' pena  DEL angel ', true],
  ['Luna\u0301r', 'lunár', true],
  ['“El Baile” — Vol. 2', '"el baile" - vol. 2', true],
  ['L’Été', "l'ete", true],
  ['Fiesta Lunar', 'Fiesta\u00a0Lunar\u200b', true],
  ['Amistades de Ayer.', 'amistades de ayer', true],
  ['¡Arde!', '¡arde', true],
  ['!!!', '', false],
  ['!!!', '!!', false],
  ['Fiesta Lunar', 'FiestaLunar', false],
  ['Fiesta Lunar', 'Fiesta Lunar 2', false],
  ['Fiesta Lunar', '', false],
  ['🎉🎉', '🎉', false],
])('%j and %j are the same to a person who types: %s', (kept, typed, isSame) => {
  expect(isSameLine(kept, typed)).toBe(isSame)
})
