import { expect, test } from 'vitest'
import { dayChangeWords } from './move-words.ts'

const at = (startDate: string | null) => ({ startDate, venue: 'Salón Paraná', adress: '', city: 'Rosario' })

test.each([
  ['2027-01-08T23:30:00-03:00', '2027-01-15T23:30:00-03:00', 'era vie 8, ahora vie 15 ene'],
  ['2026-11-27T23:30:00-03:00', '2027-01-15T23:30:00-03:00', 'era vie 27 nov, ahora vie 15 ene'],
  ['2026-01-09T23:30:00-03:00', '2027-01-15T23:30:00-03:00', 'era vie 9 ene, ahora vie 15 ene'],
  ['2027-01-15T23:30:00-03:00', '2027-01-15T21:00:00-03:00', 'era a las 23:30, ahora 21:00'],
  ['2027-01-15T23:30:00-03:00', '2027-01-15T23:30:00-03:00', null],
  ['2027-01-15T23:30:00-03:00', null, null],
  [null, '2027-01-15T23:30:00-03:00', null],
])('from %s to %s is «%s»', (before, after, words) => {
  expect(dayChangeWords({ before: at(before), after: at(after) })).toBe(words)
})
