import { expect, test } from 'vitest'
import { formatMoment } from './dates.ts'
import { regretUntil } from './regret.ts'

// Sunday 22 November 2026, 14:00 in Buenos Aires.
const bought = '2026-11-22T17:00:00.000Z'

test.each([
  ['far ahead: the tenth day, whole', '2027-01-10T02:30:00.000Z', '2026-12-03T02:59:59.999Z'],
  ['soon: 24 hours before it begins', '2026-11-29T02:30:00.000Z', '2026-11-28T02:30:00.000Z'],
  ['tomorrow night', '2026-11-24T02:30:00.000Z', '2026-11-23T02:30:00.000Z'],
  ['tonight: never open', '2026-11-23T02:30:00.000Z', null],
  ['just 24 hours ahead: never open', '2026-11-23T17:00:00.000Z', null],
  ['without date', null, '2026-12-03T02:59:59.999Z'],
])('%s', (_, start, until) => {
  expect(regretUntil(bought, start)).toBe(until)
})

test('a last day on which nobody works moves to the next that is worked', () => {
  // The tenth day is Saturday 28 November.
  expect(regretUntil('2026-11-18T17:00:00.000Z', null)).toBe('2026-12-01T02:59:59.999Z')
  // 8 December is a holiday, a Tuesday.
  expect(regretUntil('2026-11-28T17:00:00.000Z', null)).toBe('2026-12-10T02:59:59.999Z')
})

test('the last minute of the last day is still in it, and the day is what people read', () => {
  const until = regretUntil(bought, null) ?? ''
  expect('2026-12-03T02:59:59.999Z' <= until).toBe(true)
  expect('2026-12-03T03:00:00.000Z' <= until).toBe(false)
  expect(formatMoment(until)).toBe('mié 2 dic, 23:59')
})
