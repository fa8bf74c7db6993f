import { expect, test } from 'vitest'
import { confirmationText, isConfirmed } from './confirmation.ts'

test.each([
  ['Peña del Ángel', ' pena  DEL angel ', true],
  ['Luna\u0301r', 'lunár', true],
  ['“El Baile” — Vol. 2', 'el baile vol 2', true],
  ['L’Été', 'lete', true],
  ['Fiesta Lunar', 'Fiesta\u00a0Lunar\u200b', true],
  ['🎉 Fiesta 😎 Lunar 🎉', 'fiesta lunar', true],
  ['¡Arde!', 'arde', true],
  ['Fiesta Lunar', 'FiestaLunar', true],
  ['𝓕𝓲𝓮𝓼𝓽𝓪 Ⅳ', 'fiesta iv', true],
  ['İzmir', 'izmir', true],
  ['Edición 2️⃣', 'edicion 2', true],
  ['夜のまつり', '夜のまつり', true],
  ['Fiesta Lunar', 'Fiesta Lunar 2', false],
  ['Fiesta Lunar', 'Fiesta', false],
  ['Fiesta Lunar', '', false],
  ['Fiesta Lunar', undefined, false],
])('for %j, %j confirms: %s', (name, typed, confirms) => {
  const text = confirmationText(name, 'CANCELAR')
  expect(text).toBe(name)
  expect(isConfirmed(typed, text)).toBe(confirms)
})

test.each(['🎉🎉', '!!!', '\u0301\u0308', '\u200d\u2060', '—', ''])(
  'the name %j has nothing to type: the word of the act is typed instead',
  (name) => {
    const text = confirmationText(name, 'DEVOLVER')
    expect(text).toBe('DEVOLVER')
    expect(isConfirmed('devolver', text)).toBe(true)
    for (const typed of ['', name, undefined, 'CANCELAR']) expect(isConfirmed(typed, text)).toBe(false)
    // Nothing is confirmed by a text that leaves nothing to compare.
    expect(isConfirmed('', name)).toBe(false)
  },
)
