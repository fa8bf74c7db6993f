import { expect, test } from 'vitest'
import { addWorkingDays, isWorkingDay } from './working-days.ts'

test.each([
  ['2026-11-19', true, 'a Thursday'],
  ['2026-11-21', false, 'a Saturday'],
  ['2026-11-22', false, 'a Sunday'],
  ['2026-11-23', false, 'Soberanía Nacional, from Friday 20 to Monday'],
  ['2026-11-20', true, 'the Friday that it was moved from'],
  ['2026-06-15', false, 'Güemes, from Wednesday 17 back to Monday'],
  ['2026-08-17', false, 'San Martín, on its Monday'],
  ['2026-02-16', false, 'Monday of carnival'],
  ['2026-02-17', false, 'Tuesday of carnival'],
  ['2026-04-03', false, 'Good Friday'],
  ['2025-04-18', false, 'Good Friday of another year'],
  ['2024-02-12', false, 'carnival of a leap year'],
  ['2026-05-25', false, 'Revolución de Mayo'],
  ['2026-12-24', true, 'the day before Christmas'],
])('%s: %s, %s', (date, expected) => {
  expect(isWorkingDay(date)).toBe(expected)
})

test.each([
  ['2026-11-10', 5, '2026-11-17'],
  // Saturday: Monday is a holiday.
  ['2026-11-21', 5, '2026-11-30'],
  ['2026-12-30', 3, '2027-01-05'],
  ['2026-11-10', 0, '2026-11-10'],
])('%s and %i working days: %s', (date, count, expected) => {
  expect(addWorkingDays(date, count)).toBe(expected)
})
