import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  endFromLocal,
  formatDay,
  formatLongDay,
  formatMoment,
  formatTimeWithSeconds,
  fromLocal,
  TIME_ZONE,
  toLocalDate,
  toLocalTime,
} from './dates.ts'

const byTimeZone = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })

test('the local clock is the one that the time zone’s own rules give, since 2010', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2010-01-01T00:00:00Z'), max: new Date('2037-12-31T23:59:59Z'), noInvalidDate: true }),
      (date) => {
        const iso = date.toISOString()
        expect(`${toLocalDate(iso)} ${formatTimeWithSeconds(iso)}`).toBe(byTimeZone.format(date))
        expect(toLocalDate(fromLocal(toLocalDate(iso), toLocalTime(iso)))).toBe(toLocalDate(iso))
      },
    ),
  )
})

test('an instant in words, on both sides of midnight in Buenos Aires', () => {
  expect(formatMoment('2026-11-29T02:30:00Z')).toBe('sáb 28 nov, 23:30')
  expect(formatDay('2026-11-29T03:00:00Z')).toBe('dom 29 nov')
  expect(formatLongDay('2026-11-28T12:00:00-03:00')).toBe('sábado, 28 de noviembre de 2026')
})

test('an end at or before the start is on the next day', () => {
  expect(endFromLocal('2026-12-31', '23:30', '06:00')).toBe('2027-01-01T06:00:00-03:00')
  expect(endFromLocal('2026-12-31', '20:00', '20:00')).toBe('2027-01-01T20:00:00-03:00')
  expect(endFromLocal('2026-12-31', '20:00', '23:00')).toBe('2026-12-31T23:00:00-03:00')
})

test('what is no date is refused, not written', () => {
  expect(() => toLocalDate('mañana')).toThrow(RangeError)
})
