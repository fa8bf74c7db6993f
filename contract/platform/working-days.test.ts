import { expect, test } from 'vitest'
import { regretUntil } from '#contract/sales/regret.ts'
import { weekdayOf } from '#contract/values/dates.ts'
import { holidaysByDecree } from './holidays.ts'
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
  ['2026-03-23', false, 'a bridge, the Monday before the 24th'],
  ['2026-07-10', false, 'a bridge, the Friday after the 9th'],
  ['2026-12-07', false, 'a bridge, the Monday before the 8th'],
  ['2027-07-12', true, 'a year without its decree yet'],
  ['2025-10-10', false, 'the 12th, a Sunday, moved to Friday'],
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

test('a decree’s days are of its year, each between Monday and Friday, with its source', () => {
  for (const [year, { source, added, moved = {} }] of Object.entries(holidaysByDecree)) {
    expect(source).toMatch(/\d+\/\d{4}/)
    for (const day of [...added, ...Object.values(moved)]) {
      expect(day.slice(0, 4)).toBe(year)
      expect([1, 2, 3, 4, 5], day).toContain(weekdayOf(day))
    }
  }
})

test('the right of regret ends on the day after a bridge', () => {
  // Tenth day: Friday 10 July, a bridge; Monday is the next working day.
  expect(regretUntil('2026-06-30T15:00:00Z', null).until?.slice(0, 10)).toBe('2026-07-14')
})
