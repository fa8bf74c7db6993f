import fc from 'fast-check'
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { asLine, asParagraph, line, opaque, paragraph, shorten, textKindOf, textLength } from './text.ts'
import { personName } from '#contract/accounts/accounts.ts'

const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\u2028\u2029]/u

test.each([
  ['  Fiesta Lunar ', 'Fiesta Lunar'],
  ['Fiesta\tLunar', 'Fiesta Lunar'],
  ['Fiesta\r\nLunar', 'Fiesta Lunar'],
  ['Fiesta\u2028Lunar\u2029', 'Fiesta Lunar'],
  ['Fiesta\u0085\u000bLunar', 'Fiesta Lunar'],
  ['Fiesta\u0007Lunar', 'FiestaLunar'],
  ['Fiesta\u0000\u009b Lunar\u007f', 'Fiesta Lunar'],
  ['\ud83cFiesta\udf89', 'Fiesta'],
  ['Fiesta \u202eranuL\u202c', 'Fiesta ranuL'],
  ['\u2066Fiesta\u2069\u200f', 'Fiesta'],
  ['Fie\u200bs\u00adta\ufeff', 'Fiesta'],
  ['Fiesta\u00a0\u3000 Lunar', 'Fiesta Lunar'],
  ['\u3164 \u2800', ''],
  ['Luna\u0301r', 'Lunár'],
  ['Lun\u200ba\u200d\u0301r', 'Lunár'],
  ['a\ufe0f', 'a'],
  ['1\ufe0f', '1'],
  ['a\u{e0041}', 'a'],
])('%j as a line is %j', (typed, kept) => {
  expect(asLine(typed)).toBe(kept)
})

test.each([
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🏴‍☠️',
  '🕵🏻‍♂️',
  '🧑🏽‍🚀',
  '❤️‍🔥',
  '👍🏽',
  '1️⃣',
  '🇦🇷',
  '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
])('the emoji %s stays as it is', (emoji) => {
  expect(asLine(`Con ${emoji}${emoji} hoy`)).toBe(`Con ${emoji}${emoji} hoy`)
})

test('a text of several lines keeps them', () => {
  expect(asParagraph(' Uno\r\n\r\ndos\rtres\u2028cuatro\n\tcinco\u0007 ')).toBe('Uno\n\ndos\ntres\ncuatro\n cinco')
})

test('what was kept is kept as it is, and holds nothing unseen', () => {
  const character = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1 }),
    fc.constantFrom(
      '\u200d',
      '\ufe0f',
      '\u{1f3f4}',
      '\u{e0067}',
      '👩',
      '🏽',
      '\u20e3',
      '1',
      ' ',
      '\r\n',
      '\u0301',
      '\ud83c',
      '\udf89',
    ),
  )
  fc.assert(
    fc.property(fc.array(character, { maxLength: 30 }), (typed) => {
      const [kept, several] = [asLine(typed.join('')), asParagraph(typed.join(''))]
      expect(asLine(kept)).toBe(kept)
      expect(asParagraph(several)).toBe(several)
      expect(asLine(several)).toBe(kept)
      expect(kept).not.toMatch(UNSEEN)
      expect(several.replaceAll('\n', '')).not.toMatch(UNSEEN)
      expect(kept.normalize('NFC')).toBe(kept)
    }),
    { numRuns: 2000 },
  )
})

describe('lengths are code points', () => {
  const name = line({ min: 3, max: 80, short: 'corto', long: 'largo' })
  test.each([
    ['🎉🎉', 'corto'],
    ['🎉'.repeat(3), null],
    ['🎉'.repeat(80), null],
    ['🎉'.repeat(81), 'largo'],
    ['a\u200b\u200bb', 'corto'],
    // A letter that composition makes two of.
    ['\u0958'.repeat(41), 'largo'],
  ])('%s: %s', (typed, message) => {
    const { success, error } = z.safeParse(name, typed)
    expect([success, error?.issues.map((issue) => issue.message) ?? []]).toEqual(
      message ? [false, [message]] : [true, []],
    )
  })

  test('and so the schema says them', () => {
    expect(z.toJSONSchema(z.object({ name, text: paragraph({ max: 500 }) }))).toMatchObject({
      properties: { name: { type: 'string', minLength: 3, maxLength: 80 }, text: { maxLength: 500 } },
    })
  })

  test('a line is cut between characters', () => {
    expect(shorten('🎉🎉🎉', 2)).toBe('🎉🎉')
    expect(shorten('👩‍👧', 2)).toBe('👩')
    expect(shorten('corto', 5)).toBe('corto')
    expect(textLength('👩‍👧')).toBe(3)
  })
})

test('a schema says which rule it keeps, whatever else it checks', () => {
  expect(textKindOf(line({ max: 9 }).check(z.toLowerCase()))).toBe('line')
  expect(textKindOf(personName)).toBe('line')
  expect(textKindOf(paragraph({ max: 9 }))).toBe('paragraph')
  expect(z.parse(opaque({ max: 9 }), ' a\u202e\t ')).toBe(' a\u202e\t ')
  expect(textKindOf(z.string())).toBeUndefined()
})

test('a name needs two characters to be read', () => {
  const isName = (typed: string) => z.safeParse(personName, typed).success
  expect(['Lu', '李雷', '🎉🎉', 'A B'].map(isName)).toEqual([true, true, true, true])
  expect(['', 'L', '\u200b\u200bL', '\u3164\u3164', 'L\u0007\u0007', '👩‍'].map(isName)).toEqual(Array(6).fill(false))
})
