import { expect, test } from 'vitest'
import { addSeconds, createClock, isBefore, secondsBetween, toInstant } from './clock.ts'
import { movableClock } from '#server/testing/movable-clock.ts'

test('the clock gives UTC with milliseconds', () => {
  expect(createClock().now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('the movable clock stays until it is moved', () => {
  const clock = movableClock('2026-11-28T23:30:00-03:00')
  expect(clock.now()).toBe('2026-11-29T02:30:00.000Z')
  clock.advance(1500)
  expect(clock.now()).toBe('2026-11-29T02:30:01.500Z')
  clock.set('2027-01-01T00:00:00Z')
  expect(clock.epochMs()).toBe(1_798_761_600_000)
})

test.each([
  ['2026-11-21T04:13:22Z', '2026-11-21T04:13:22.000Z'],
  ['2026-11-21T01:13:22.5-03:00', '2026-11-21T04:13:22.500Z'],
  ['2026-11-21 04:13:22.123456+00', '2026-11-21T04:13:22.123Z'],
  ['2026-11-21 01:13:22-03', '2026-11-21T04:13:22.000Z'],
])('%s is %s', (text, instant) => {
  expect(toInstant(text)).toBe(instant)
})

test('what is not an instant is an error, not an Invalid Date', () => {
  expect(() => toInstant('mañana')).toThrow(RangeError)
})

test('instants are moved and compared across offsets', () => {
  expect(addSeconds('2026-11-28T23:30:00-03:00', 900)).toBe('2026-11-29T02:45:00.000Z')
  expect(addSeconds('2026-11-29T02:30:00Z', -0.25)).toBe('2026-11-29T02:29:59.750Z')
  expect(isBefore('2026-11-28T23:30:00-03:00', '2026-11-29T02:30:00.001Z')).toBe(true)
  expect(isBefore('2026-11-29T02:30:00Z', '2026-11-28T23:30:00-03:00')).toBe(false)
  expect(secondsBetween('2026-11-29T02:30:00Z', '2026-11-29T02:30:01.500Z')).toBe(1.5)
})
