import { expect, test } from 'vitest'
import { addDays } from '#contract/values/dates.ts'
import { daysAhead, shiftMonth, weeksOf } from './month-grid.ts'

test('November 2026 begins on the last place of its first week', () => {
  const weeks = weeksOf({ year: 2026, month: 11 })
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks).toHaveLength(6)
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null])
})

test.each([
  [{ year: 2026, month: 2 }, 28],
  [{ year: 2028, month: 2 }, 29],
  [{ year: 2026, month: 12 }, 31],
])('%o has %i days', (month, days) => {
  expect(weeksOf(month).flat().filter(Boolean)).toHaveLength(days)
})

test('the present month goes on to the last of the days ahead, another month does not', () => {
  const november = { year: 2026, month: 11 }
  const last = (today: string) => weeksOf(november, today).flat().findLast(Boolean)
  expect([last('2026-11-10'), last('2026-11-26'), last('2026-10-30')]).toEqual([
    '2026-11-30',
    '2026-12-09',
    '2026-11-30',
  ])
  expect(weeksOf({ year: 2026, month: 12 }, '2026-12-31').flat().findLast(Boolean)).toBe('2027-01-13')
})

test('months shift over years', () => {
  expect(shiftMonth({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 })
  expect(shiftMonth({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 })
})

test('the folded calendar has fourteen days from tonight on, over any end of a month', () => {
  for (let day = 0; day < 800; day += 1) {
    const today = addDays('2026-01-01', day)
    const days = daysAhead(today)
    expect([days.length, days[0], days.at(-1)]).toEqual([14, today, addDays(today, 13)])
    expect(new Set(days).size).toBe(14)
  }
})
