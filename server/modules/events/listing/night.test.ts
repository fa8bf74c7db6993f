/** A night belongs to its date until six in the morning, in lists and in the calendar. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, fromLocal } from '#contract/values/dates.ts'
import { getEventsHome, getEventsPreview } from '#contract/events/events.ts'
import { secondsBetween } from '#server/shared/clock.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

/** The last date of a year that is far ahead of every clock. */
const NIGHT = '2031-12-31'
const MORNING = addDays(NIGHT, 1)
const STARTS = [
  ['de la madrugada anterior', fromLocal(NIGHT, '05:59')],
  ['de la mañana', fromLocal(NIGHT, '06:00')],
  ['de la noche', fromLocal(NIGHT, '23:30')],
  ['de la medianoche', fromLocal(MORNING, '00:00')],
  ['de la madrugada', fromLocal(MORNING, '05:59')],
  ['de la mañana siguiente', fromLocal(MORNING, '06:00')],
] as const

test('days of lists, of the calendar and of months end at six', async () => {
  const named = async (query: { from: string; to: string }) =>
    (await server.call(getEventsPreview, { query })).events.map(({ name }) => name)
  for (const [name, starts_at] of STARTS) {
    const { id } = await server.given.event({ name, lastsHours: null })
    await server.app.db.updateTable('events').set({ starts_at }).where('id', '=', id).execute()
  }
  const tonight = ['de la mañana', 'de la noche', 'de la medianoche', 'de la madrugada']
  expect(await named({ from: NIGHT, to: NIGHT })).toEqual(tonight)
  expect(await named({ from: MORNING, to: MORNING })).toEqual(['de la mañana siguiente'])

  const december = await server.call(getEventsHome, { query: { year: 2031, month: 12 } })
  expect(december.calendar).toEqual([
    { date: addDays(NIGHT, -1), events: 1 },
    { date: NIGHT, events: 4 },
  ])
  const january = await server.call(getEventsHome, { query: { year: 2032, month: 1 } })
  expect(january.calendar).toEqual([{ date: MORNING, events: 1 }])

  // At 00:30 the landing shows the month of the night that is on, and its date what began on both sides of midnight.
  await server.advance({ seconds: secondsBetween(server.clock.now(), fromLocal(MORNING, '00:30')) })
  expect(await server.call(getEventsHome, { query: {} })).toMatchObject({ year: 2031, month: 12 })
  expect(await named({ from: NIGHT, to: NIGHT })).toEqual(tonight)
})
