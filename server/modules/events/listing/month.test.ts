import { expect, test } from 'vitest'
import { boundsOf, compareMonths, monthOf } from './month.ts'

test.each([
  ['2026-12-01T08:59:59.999Z', { year: 2026, month: 11 }],
  ['2026-12-01T09:00:00.000Z', { year: 2026, month: 12 }],
  ['2027-01-01T06:00:00.000Z', { year: 2026, month: 12 }],
])('the night of %s is of %o in Buenos Aires', (instant, month) => {
  expect(monthOf(instant)).toEqual(month)
})

test('a month begins and ends with a night, at six in the morning', () => {
  expect(boundsOf({ year: 2026, month: 12 })).toEqual({
    from: '2026-12-01T09:00:00.000Z',
    to: '2027-01-01T09:00:00.000Z',
  })
  expect(boundsOf({ year: 2026, month: 2 })).toEqual({
    from: '2026-02-01T09:00:00.000Z',
    to: '2026-03-01T09:00:00.000Z',
  })
})

test('months compare across years', () => {
  expect(compareMonths({ year: 2026, month: 12 }, { year: 2027, month: 1 })).toBeLessThan(0)
  expect(compareMonths({ year: 2026, month: 5 }, { year: 2026, month: 5 })).toBe(0)
})
