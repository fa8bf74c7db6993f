import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  addDays,
  endFromLocal,
  firstInstantOfNight,
  formatDay,
  formatDayAndYear,
  formatLongDay,
  formatMoment,
  formatTimeWithSeconds,
  fromLocal,
  toLocalDate,
  toLocalTime,
  toNight,
} from './dates.ts'
import { inOrder, dateInput, instantInput } from './date-schemas.ts'
import { exportSettlement, exportSettlementSheet, getSettlement } from '#contract/companies/settlement.ts'

const TIME_ZONE = 'America/Argentina/Buenos_Aires'
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

test('every day is written as the language’s own rules write it', () => {
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('es-AR', { timeZone: TIME_ZONE, ...options })
  const short = written({ weekday: 'short', day: 'numeric', month: 'short' })
  const long = written({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  for (let date = '2027-12-25'; date < '2029-01-10'; date = addDays(date, 1)) {
    const iso = fromLocal(date, '23:30')
    expect(formatDay(iso)).toBe(
      short
        .format(new Date(iso))
        .replaceAll(/[.,]| de/g, '')
        .replaceAll('-', ' '),
    )
    expect(formatLongDay(iso)).toBe(long.format(new Date(iso)))
  }
})

test('a day says its year when it is another one in Buenos Aires', () => {
  expect(formatDayAndYear('2028-01-01T03:00:00Z', '2026-11-21T12:00:00Z')).toBe('sáb 1 ene 2028')
  expect(formatDayAndYear('2028-01-01T02:59:00Z', '2027-01-01T03:00:00Z')).toBe('vie 31 dic')
})

test('an end at or before the start is on the next day', () => {
  expect(endFromLocal('2026-12-31', '23:30', '06:00')).toBe('2027-01-01T06:00:00-03:00')
  expect(endFromLocal('2026-12-31', '20:00', '20:00')).toBe('2027-01-01T20:00:00-03:00')
  expect(endFromLocal('2026-12-31', '20:00', '23:00')).toBe('2026-12-31T23:00:00-03:00')
})

test.each([
  ['2026-11-28T23:59:59.999-03:00', '2026-11-28'],
  ['2026-11-29T00:00:00-03:00', '2026-11-28'],
  ['2026-11-29T00:30:00-03:00', '2026-11-28'],
  ['2026-11-29T05:59:59.999-03:00', '2026-11-28'],
  ['2026-11-29T06:00:00-03:00', '2026-11-29'],
  ['2027-01-01T03:20:00-03:00', '2026-12-31'],
  // The north changes its clocks on these days, Buenos Aires does not.
  ['2026-03-08T05:59:00-03:00', '2026-03-07'],
  ['2026-11-01T06:00:00-03:00', '2026-11-01'],
])('the night of %s is that of %s', (instant, date) => {
  expect(toNight(instant)).toBe(date)
})

test('a date begins where the night before it ends', () => {
  const first = firstInstantOfNight('2026-11-28')
  expect(first).toBe('2026-11-28T09:00:00.000Z')
  expect(toNight(first)).toBe('2026-11-28')
  expect(toNight(new Date(Date.parse(first) - 1).toISOString())).toBe('2026-11-27')
})

test('what is no date is refused, not written', () => {
  expect(() => toLocalDate('mañana')).toThrow(RangeError)
})

describe('the calendar that people may type', () => {
  const wrongOf = (schema: typeof instantInput | typeof dateInput, text: string) =>
    schema.safeParse(text).error?.issues.map(({ message }) => message) ?? []
  const OUTSIDE = ['La fecha tiene que estar entre 1900 y 2199']

  test('has a first and a last day', () => {
    for (const day of ['1900-01-01', '2199-12-31', '2028-02-29']) expect(wrongOf(dateInput, day)).toEqual([])
    for (const day of ['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31']) {
      expect(wrongOf(dateInput, day)).toEqual(OUTSIDE)
    }
    for (const day of ['2035-02-29', '+010000-01-01', '', 'mañana']) {
      expect(wrongOf(dateInput, day)).toEqual(['La fecha no es válida'])
    }
  })

  test('is the local one for instants, whatever offset they are written in', () => {
    expect(instantInput.parse('1900-01-01T00:00:00-03:00')).toBe('1900-01-01T03:00:00.000Z')
    expect(instantInput.parse('2200-01-01T02:59:59.999Z')).toBe('2200-01-01T02:59:59.999Z')
    for (const at of [
      '1900-01-01T00:00:00Z',
      '2200-01-01T03:00:00Z',
      '2199-12-31T23:59:59-14:00',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-14:00',
    ]) {
      expect(wrongOf(instantInput, at)).toEqual(OUTSIDE)
    }
    expect(wrongOf(instantInput, 'mañana')).toEqual(['La fecha no es válida'])
  })

  test('what is taken with an offset that only some programs know is kept in UTC', () => {
    expect(instantInput.parse('2035-05-05T22:00:00-23:59')).toBe('2035-05-06T21:59:00.000Z')
    expect(instantInput.parse('2035-05-05T22:00:00.123456-03:00')).toBe('2035-05-06T01:00:00.123Z')
  })
})

describe('from a day to a day', () => {
  const range = z.object({ from: z.optional(dateInput), until: z.optional(dateInput) }).check(inOrder('from', 'until'))

  test('the last is not before the first, and each may be left open', () => {
    for (const asked of [
      {},
      { from: '2026-11-01' },
      { until: '2026-11-01' },
      { from: '2026-11-01', until: '2026-11-01' },
    ])
      expect(range.safeParse(asked).success).toBe(true)
    const refused = range.safeParse({ from: '2026-11-02', until: '2026-11-01' })
    expect(refused.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: ['until'], message: 'La fecha «hasta» no puede ser anterior a la fecha «desde»' },
    ])
  })

  test('every list that is asked for days refuses them the wrong way round', () => {
    const asked = { from: '2026-11-02', until: '2026-11-01', to: '2026-11-01' }
    const lists = [getSettlement, exportSettlement, exportSettlementSheet]
    for (const { query } of lists)
      expect(query.safeParse(asked).error?.issues[0]?.message).toMatch(/no puede ser anterior/)
  })
})
