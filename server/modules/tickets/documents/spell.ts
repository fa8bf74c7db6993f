/**
 * Text as our papers can draw it. What the fonts cover is drawn as it is; any other letter becomes its base letter, else a
 * romanisation: AnyAscii's (ISC licence, `fonts/ISC.txt`) but for a few vowels. A name never comes out shorter.
 */
import { readFileSync } from 'node:fs'
import { isDrawn } from '#server/modules/papers/paper-font.ts'

let romanised: ReadonlyMap<number, string> | undefined

/** Each line of the table begins with a code point in hexadecimal; its words spell that one and those that follow, `_` nothing. */
function readRomanised(): ReadonlyMap<number, string> {
  const table = new Map<number, string>()
  for (const line of readFileSync(new URL('./fonts/romanised.txt', import.meta.url), 'utf8').split('\n')) {
    const [first = '', ...words] = line.split(' ')
    for (const [place, word] of words.entries()) table.set(Number.parseInt(first, 16) + place, word.replace(/^_$/, ''))
  }
  return table
}

function romanise(character: string): string | undefined {
  romanised ??= readRomanised()
  return romanised.get(character.codePointAt(0) ?? 0)
}

const ACCENT = /[\u0300-\u036F]/
const HANGUL_SYLLABLE = /[\uAC00-\uD7A3]/

function spellCharacter(character: string): string {
  if (/\s/u.test(character)) return ' '
  if (isDrawn(character)) return character
  const known = romanise(character)
  if (known !== undefined) return known
  const base = character.normalize('NFKD')
  // A letter of no table still has its place.
  if (base === character) return /[\p{L}\p{N}]/u.test(character) ? '?' : ''
  const parts = Array.from(base).filter((part) => !ACCENT.test(part))
  const word = parts.map(spellCharacter).join('')
  // As passports spell them: Kim, not kim.
  return HANGUL_SYLLABLE.test(character) ? word.charAt(0).toUpperCase() + word.slice(1) : word
}

const spelled = new Map<string, string>()

/** One line without what has no letters, such as emoji; a dash when nothing is left. */
export function printable(text: string): string {
  const characters = Array.from(text.normalize('NFC'), (character) => {
    const known = spelled.get(character) ?? spellCharacter(character)
    spelled.set(character, known)
    return known
  })
  return characters.join('').replaceAll(/\s+/g, ' ').trim() || '—'
}
