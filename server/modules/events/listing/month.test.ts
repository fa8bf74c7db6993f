import { expect, test } from 'vitest'
import { toNight } from '#contract/values/dates.ts'
import { boundsOf, boundsOfPresent, compareMonths, monthOf } from './month.ts'

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

test.each([
  // Local moment; the first night that is not listed, and the first that is not counted.
  ['2026-11-01T12:00:00-03:00', '2026-12-01', '2026-12-01'],
  ['2026-11-17T12:00:00-03:00', '2026-12-01', '2026-12-01'],
  ['2026-11-18T12:00:00-03:00', '2026-12-01', '2026-12-02'],
  ['2026-11-23T23:59:00-03:00', '2026-12-01', '2026-12-07'],
  ['2026-11-24T05:59:00-03:00', '2026-12-01', '2026-12-07'],
  ['2026-11-24T06:00:00-03:00', '2027-01-01', '2027-01-01'],
  ['2026-12-01T05:59:00-03:00', '2027-01-01', '2027-01-01'],
  ['2026-12-01T06:00:00-03:00', '2027-01-01', '2027-01-01'],
  ['2026-12-31T23:30:00-03:00', '2027-02-01', '2027-02-01'],
  ['2026-02-21T12:00:00-03:00', '2026-03-01', '2026-03-07'],
  ['2026-02-22T12:00:00-03:00', '2026-04-01', '2026-04-01'],
  ['2028-02-22T12:00:00-03:00', '2028-03-01', '2028-03-07'],
  ['2028-02-23T12:00:00-03:00', '2028-04-01', '2028-04-01'],
])('seen from %s the landing lists to %s and counts to %s', (instant, to, countedTo) => {
  const bounds = boundsOfPresent(new Date(instant).toISOString())
  expect([bounds.to, bounds.countedTo].map(toNight)).toEqual([to, countedTo])
})
