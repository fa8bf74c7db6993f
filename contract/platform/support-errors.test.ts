import { expect, test } from 'vitest'
import { withoutPersonalData } from './support-errors.ts'

test.each([
  ["Cannot read properties of undefined (reading 'name')", "Cannot read properties of undefined (reading 'name')"],
  ['No hay camila.ferreyra+x@previa.example acá', 'No hay [mail] acá'],
  ['call +54 9 11 2345-1234 or 1523451234', 'call [number] or [number]'],
  ['DNI 30.123.456', 'DNI [number]'],
  ['row 12 of 34', 'row 12 of 34'],
  ['at https://previa.example/entrada/abc?x=1 now', 'at [address] now'],
  ['at /entrada/un-token now', 'at [address] now'],
  [
    'Failed to fetch dynamically imported module: https://previa.example/assets/EventScreen-DxY12345678901234.js',
    'Failed to fetch dynamically imported module: EventScreen-DxY12345678901234.js',
  ],
  ['bad eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx', 'bad [token]'],
  ['id 01990000-0000-7000-8000-0000000000e1', 'id [token]'],
  ['useEventEditorContext is not a function', 'useEventEditorContext is not a function'],
])('%s', (message, kept) => {
  expect(withoutPersonalData(message)).toBe(kept)
})

test('a message is cut, whatever its length', () => {
  expect(withoutPersonalData('ñ'.repeat(5000))).toHaveLength(200)
})
