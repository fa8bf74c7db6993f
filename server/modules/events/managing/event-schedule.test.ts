import { expect, test } from 'vitest'
import { readSchedule, type TypedSchedule } from './event-schedule.ts'

test.each([
  ['2026-11-28', '23:30', '06:00', '2026-11-29T02:30:00.000Z', '2026-11-29T09:00:00.000Z'],
  ['2026-11-28', '18:00', '23:00', '2026-11-28T21:00:00.000Z', '2026-11-29T02:00:00.000Z'],
  ['2026-11-28', '20:00', '20:00', '2026-11-28T23:00:00.000Z', '2026-11-29T23:00:00.000Z'],
  ['2026-12-31', '23:30', null, '2027-01-01T02:30:00.000Z', null],
  [null, null, null, null, null],
])('%s from %s to %s', (dateEvent, startTime, endTime, startsAt, endsAt) => {
  expect(readSchedule({ dateEvent, startTime, endTime })).toEqual({ startsAt, endsAt })
})

test.each<[TypedSchedule, string]>([
  [{ dateEvent: '2026-11-28', startTime: null, endTime: null }, 'startTime'],
  [{ dateEvent: '2026-11-28', startTime: null, endTime: '06:00' }, 'startTime'],
  [{ dateEvent: null, startTime: '23:30', endTime: null }, 'dateEvent'],
  [{ dateEvent: null, startTime: null, endTime: '06:00' }, 'dateEvent'],
])('%o is refused at its field', (typed, field) => {
  expect(() => readSchedule(typed)).toThrow(
    expect.objectContaining({ code: 'invalid_input', details: [expect.objectContaining({ path: [field] })] }),
  )
})
