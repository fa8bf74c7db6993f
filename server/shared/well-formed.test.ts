import { expect, test } from 'vitest'
import { wellFormed } from './well-formed.ts'

test('halves of letters are replaced at every level, and nothing else changes', () => {
  const day = new Date(0)
  expect(
    wellFormed({ name: 'Camila \ud83d', list: [{ at: '\udd25 Li' }], whole: '😎 𠮷', day, none: null, n: 1 }),
  ).toEqual({
    name: 'Camila \ufffd',
    list: [{ at: '\ufffd Li' }],
    whole: '😎 𠮷',
    day,
    none: null,
    n: 1,
  })
})
