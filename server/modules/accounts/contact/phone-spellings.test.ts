/** Threat 31 begins with one person under two spellings: twenty ways of writing a phone are one phone, everywhere it is typed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phoneMeant } from '../profile/profile.ts'
import { tries } from '#server/testing/tries.ts'
import { normalisePhone } from '#server/shared/phone.ts'

/** How people here write the mobile of an area and a number. */
const SPELLINGS: readonly ((area: string, number: string) => string)[] = [
  (area, number) => `+549${area}${number}`,
  (area, number) => `549${area}${number}`,
  (area, number) => `+54 9 ${area} ${number}`,
  (area, number) => `+54 9 (${area}) ${number.slice(0, -4)}-${number.slice(-4)}`,
  (area, number) => `+54 ${area} ${number}`,
  (area, number) => `+54${area}${number}`,
  (area, number) => `54 ${area} ${number.slice(0, -4)} ${number.slice(-4)}`,
  (area, number) => `+54 ${area} 15 ${number}`,
  (area, number) => `+54 0${area} 15-${number}`,
  (area, number) => `+54 9 0${area} ${number}`,
  (area, number) => `00549${area}${number}`,
  (area, number) => `9${area}${number}`,
  (area, number) => `9 ${area} ${number}`,
  (area, number) => `0${area}${number}`,
  (area, number) => `0${area} 15 ${number}`,
  (area, number) => `(0${area}) 15-${number.slice(0, -4)}-${number.slice(-4)}`,
  (area, number) => `${area} 15 ${number}`,
  (area, number) => `${area}${number}`,
  (area, number) => `${area}.${number.slice(0, -4)}.${number.slice(-4)}`,
  (area, number) => `\u202a${area} ${number.slice(0, -4)}\u2011${number.slice(-4)}\u202c`,
]

const AREAS = [
  '11',
  '221',
  '223',
  '261',
  '291',
  '299',
  '341',
  '342',
  '351',
  '381',
  '2323',
  '2901',
  '2944',
  '3543',
  '3755',
]

/** An area and a number that the numbering plan gives to mobiles. */
const mobile = fc
  .tuple(fc.constantFrom(...AREAS), fc.integer({ min: 2_000_000, max: 7_999_999 }), fc.nat({ max: 9 }))
  .map(([area, digits, last]) => [area, `${digits}${last}`.slice(0, 10 - area.length)] as const)
  .filter(([area, number]) => normalisePhone(`+549${area}${number}`) === `+549${area}${number}`)

test('twenty spellings of a phone are one', () => {
  expect(SPELLINGS).toHaveLength(20)
  fc.assert(
    fc.property(mobile, ([area, number]) => {
      const written = SPELLINGS.map((spell) => spell(area, number))
      const phone = `+549${area}${number}`
      expect(written.map((text) => [text, normalisePhone(text)])).toEqual(written.map((text) => [text, phone]))
      // A profile's form leaves out the plus sign of other countries too.
      expect(written.map((text) => [text, phoneMeant(text, [])])).toEqual(written.map((text) => [text, phone]))
    }),
    { numRuns: tries(300, 10_000) },
  )
})
