import { expect, test } from 'vitest'
import { toNight } from '#contract/values/dates.ts'
import { monthOf } from '#contract/values/months.ts'
import { landingNights, monthTitle, weekendOf } from './landing-nights.ts'

/** An event that starts then, in Buenos Aires. */
const at = (start: string | null, changes: { state?: 'cancelled' | 'success'; isExpired?: boolean } = {}) => ({
  name: start ?? 'sin fecha',
  startDate: start && new Date(`${start}:00-03:00`).toISOString(),
  state: 'active' as const,
  isExpired: false,
  ...changes,
})
const tonightAt = (moment: string) => toNight(new Date(`${moment}:00-03:00`).toISOString())
const names = (events: readonly { name: string }[] | undefined) => events?.map(({ name }) => name)

const month = (moment: string, events: readonly ReturnType<typeof at>[]) => ({
  ...monthOf(tonightAt(moment)),
  events,
})

test.each([
  // Now; what 'Hoy' leaves.
  ['2026-11-28T12:00', ['2026-11-28T23:30', '2026-11-29T03:00', '2026-11-29T05:59']],
  ['2026-11-28T23:59', ['2026-11-28T23:30', '2026-11-29T03:00', '2026-11-29T05:59']],
  ['2026-11-29T00:00', ['2026-11-28T23:30', '2026-11-29T03:00', '2026-11-29T05:59']],
  ['2026-11-29T05:59', ['2026-11-28T23:30', '2026-11-29T03:00', '2026-11-29T05:59']],
  ['2026-11-29T06:00', ['2026-11-29T06:00']],
])('at %s tonight is %o, in the server’s order', (now, expected) => {
  const events = ['2026-11-28T05:59', '2026-11-28T23:30', '2026-11-29T03:00', '2026-11-29T05:59', '2026-11-29T06:00']
  const home = month(now, [...events.map((start) => at(start)), at(null)])
  const nights = landingNights(home, tonightAt(now), 'tonight')
  expect(names(nights.events)).toEqual(expected)
  expect(nights.hasDayAbove).toBe(true)
})

test.each([
  // Monday to Thursday wait for Friday to Sunday; from Friday on the days that are left.
  ['2026-11-23T20:00', ['2026-11-29T20:00', '2026-11-27T23:00']],
  ['2026-11-26T20:00', ['2026-11-29T20:00', '2026-11-27T23:00']],
  ['2026-11-28T20:00', ['2026-11-29T20:00']],
  // Over the end of a month and of a year.
  ['2026-12-30T20:00', ['2027-01-03T20:00', '2027-01-01T23:00']],
])('at %s the weekend is %o', (now, expected) => {
  const all = ['2026-11-29T20:00', '2026-11-27T23:00', '2027-01-03T20:00', '2027-01-01T23:00', '2027-01-04T20:00']
  const home = month(
    now,
    all.map((start) => at(start)),
  )
  expect(names(landingNights(home, tonightAt(now), 'weekend').events)).toEqual(expected)
})

test('the row keeps the server’s order, pinned ones first, and what is over is apart', () => {
  const pinned = at('2026-11-20T23:00')
  const tonight = at('2026-11-26T22:00')
  const next = at('2026-11-30T22:00')
  const ended = at('2026-11-26T10:00', { isExpired: true })
  const finished = at('2026-11-02T10:00', { state: 'success' })
  const cancelled = at('2026-11-26T23:00', { state: 'cancelled' })
  const undated = at(null)
  const home = month('2026-11-26T20:00', [pinned, tonight, next, ended, finished, cancelled, undated])
  const nights = landingNights(home, '2026-11-26')
  expect(nights.title).toBe('Lo que viene')
  expect(nights.events).toEqual([pinned, tonight, next, undated])
  expect(nights.past).toEqual([ended, finished, cancelled])
  // This weekend has none: its chip would lead nowhere.
  expect(nights.narrowings.map(({ label }) => label)).toEqual(['Hoy'])
})

test('a chip that would leave everything is none, and another month has no tonight', () => {
  const alone = month('2026-11-28T20:00', [at('2026-11-28T23:00')])
  expect(landingNights(alone, '2026-11-28', 'tonight')).toMatchObject({ narrowings: [], hasDayAbove: false })
  const later = { year: 2026, month: 12, events: [at('2026-12-05T22:00'), at('2026-12-06T22:00')] }
  expect(landingNights(later, '2026-11-28', 'tonight')).toMatchObject({
    events: later.events,
    title: 'Diciembre',
    narrowings: [],
  })
})

test('only the present month is what comes, not the same one of another year', () => {
  const present = { year: 2026, month: 11 }
  expect(monthTitle(present, present)).toBe('Lo que viene')
  expect(monthTitle({ year: 2026, month: 12 }, present)).toBe('Diciembre')
  expect(monthTitle({ year: 2027, month: 11 }, present)).toBe('Noviembre 2027')
})

test.each([
  ['2026-11-18', '2026-11-20', '2026-11-22'],
  ['2026-11-20', '2026-11-20', '2026-11-22'],
  ['2026-11-21', '2026-11-21', '2026-11-22'],
  ['2026-11-22', '2026-11-22', '2026-11-22'],
  ['2026-11-23', '2026-11-27', '2026-11-29'],
])('the weekend seen from %s', (today, from, to) => {
  expect(weekendOf(today)).toEqual({ from, to })
})
