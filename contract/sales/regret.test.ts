import { expect, test } from 'vitest'
import { formatMoment } from '#contract/values/dates.ts'
import { regretUntil } from './regret.ts'

// Sunday 22 November 2026, 14:00 in Buenos Aires.
const bought = '2026-11-22T17:00:00.000Z'

test.each([
  ['far ahead: the tenth day, whole', '2027-01-10T02:30:00.000Z', '2026-12-03T02:59:59.999Z', 'tenth_day'],
  ['soon: 24 hours before it begins', '2026-11-29T02:30:00.000Z', '2026-11-28T02:30:00.000Z', 'event'],
  ['tomorrow night', '2026-11-24T02:30:00.000Z', '2026-11-23T02:30:00.000Z', 'event'],
  ['tonight: never open', '2026-11-23T02:30:00.000Z', null, 'event'],
  ['just 24 hours ahead: never open', '2026-11-23T17:00:00.000Z', null, 'event'],
  ['without date', null, '2026-12-03T02:59:59.999Z', 'tenth_day'],
])('%s', (_, start, until, endsBy) => {
  expect(regretUntil(bought, start)).toEqual({ until, endsBy })
})

test('a last day that is not a working day moves to the next working day', () => {
  // The tenth day is Saturday 28 November.
  expect(regretUntil('2026-11-18T17:00:00.000Z', null).until).toBe('2026-12-01T02:59:59.999Z')
  // 8 December is a holiday, a Tuesday.
  expect(regretUntil('2026-11-28T17:00:00.000Z', null).until).toBe('2026-12-10T02:59:59.999Z')
})

test('the last minute of the last day is still in it, and the day is what people read', () => {
  const until = regretUntil(bought, null).until ?? ''
  expect('2026-12-03T02:59:59.999Z' <= until).toBe(true)
  expect('2026-12-03T03:00:00.000Z' <= until).toBe(false)
  expect(formatMoment(until)).toBe('mié 2 dic, 23:59')
})
