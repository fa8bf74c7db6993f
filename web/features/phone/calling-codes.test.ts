import metadata from 'libphonenumber-js/metadata.min.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { callingCodes, countryOf } from './calling-codes.ts'

/** What the server reads phones by. */
const known: [code: string, countries: readonly string[]][] = Object.entries(metadata.country_calling_codes)

test('every country that the server knows has its code here, and no other', () => {
  const listed = known.flatMap(([code, countries]) => countries.map((country) => [country, code] as const))
  const places = new Map(listed.filter(([country]) => /^[A-Z]{2}$/.test(country)))
  expect(callingCodes).toEqual(places)
})

test.each([
  ['5493415550104', 'AR'],
  ['18095551234', 'US'],
  ['77012345678', 'RU'],
  ['59', undefined],
  ['8001234567', undefined],
])('the digits %s name %s', (digits, country) => {
  expect(countryOf(digits)).toBe(country)
})
