import { expect, test } from 'vitest'
import { monthName, monthOf, monthTitle, shiftMonth, weekendOf, weeksOf } from './month-grid.ts'

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

test('months shift over years', () => {
  expect(shiftMonth({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 })
  expect(shiftMonth({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 })
  expect(monthOf('2026-11-21')).toEqual({ year: 2026, month: 11 })
})

test('the name carries the year only when it is another', () => {
  expect(monthName({ year: 2026, month: 11 }, 2026)).toBe('Noviembre')
  expect(monthName({ year: 2027, month: 1 }, 2026)).toBe('Enero 2027')
})

test('only the present month is what comes, not the same one of another year', () => {
  const present = { year: 2026, month: 11 }
  expect(monthTitle(present, present)).toBe('Lo que viene')
  expect(monthTitle({ year: 2026, month: 12 }, present)).toBe('Diciembre')
  expect(monthTitle({ year: 2027, month: 11 }, present)).toBe('Noviembre 2027')
})

test.each([
  ['2026-11-18', '2026-11-20', '2026-11-22'],
  ['2026-11-20', '2026-11-20', '2026-11-22'],
  ['2026-11-21', '2026-11-21', '2026-11-22'],
  ['2026-11-22', '2026-11-22', '2026-11-22'],
  ['2026-11-23', '2026-11-27', '2026-11-29'],
])('the weekend seen from %s', (today, from, to) => {
  expect(weekendOf(today)).toEqual({ from, to })
})
