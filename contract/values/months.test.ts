import { expect, test } from 'vitest'
import { monthName, monthOf } from './months.ts'

test('a date has its month', () => {
  expect(monthOf('2026-11-21')).toEqual({ year: 2026, month: 11 })
})

test('the name carries the year only when it is another', () => {
  expect(monthName({ year: 2026, month: 11 }, 2026)).toBe('Noviembre')
  expect(monthName({ year: 2027, month: 1 }, 2026)).toBe('Enero 2027')
})
