import { expect, test } from 'vitest'
import { toNight } from '#contract/values/dates.ts'
import { landingNights, monthTitle, nightsBlocks, weekendOf } from './landing-nights.ts'

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

test.each([
  // Now; what is first.
  ['2026-11-28T12:00', ['2026-11-28T23:30', '2026-11-29T03:00', '2026-11-29T05:59']],
  ['2026-11-28T23:59', ['2026-11-28T23:30', '2026-11-29T03:00', '2026-11-29T05:59']],
  ['2026-11-29T00:00', ['2026-11-28T23:30', '2026-11-29T03:00', '2026-11-29T05:59']],
  ['2026-11-29T05:59', ['2026-11-28T23:30', '2026-11-29T03:00', '2026-11-29T05:59']],
  ['2026-11-29T06:00', ['2026-11-29T06:00']],
])('at %s tonight is %o, by start', (now, expected) => {
  const events = ['2026-11-29T06:00', '2026-11-29T05:59', '2026-11-28T23:30', '2026-11-28T05:59', '2026-11-29T03:00']
  const { first } = landingNights([...events.map((start) => at(start)), at(null)], tonightAt(now))
  expect(names(first?.events)?.slice(0, expected.length)).toEqual(expected)
  expect(names(first?.events)?.slice(expected.length)).toEqual(expected.length > 1 ? ['2026-11-29T06:00'] : [])
  expect(first?.of).toBe(expected.length > 1 ? 'both' : 'tonight')
})

test.each([
  // Monday to Thursday wait for Friday to Sunday; from Friday on the days that are left.
  ['2026-11-23T20:00', ['2026-11-27T23:00', '2026-11-29T20:00']],
  ['2026-11-26T20:00', ['2026-11-27T23:00', '2026-11-29T20:00']],
  ['2026-11-28T20:00', ['2026-11-29T20:00']],
  // Over the end of a month and of a year.
  ['2026-12-30T20:00', ['2027-01-01T23:00', '2027-01-03T20:00']],
])('without a night at %s the weekend is first: %o', (now, expected) => {
  const all = ['2026-11-29T20:00', '2026-11-27T23:00', '2027-01-03T20:00', '2027-01-01T23:00', '2027-01-04T20:00']
  const { first } = landingNights(
    all.map((start) => at(start)),
    tonightAt(now),
  )
  expect(first?.of).toBe('weekend')
  expect(names(first?.events)).toEqual(expected)
})

test('four nights of today stand alone', () => {
  const today = ['20', '21', '22', '23'].map((hour) => at(`2026-11-27T${hour}:00`))
  const { first, coming } = landingNights([...today, at('2026-11-28T23:00')], '2026-11-27')
  expect(first).toEqual({ of: 'tonight', events: today })
  expect(names(coming)).toEqual(['2026-11-28T23:00'])
})

test('what comes keeps the server’s order without what is first, and what is over is apart', () => {
  const pinned = at('2026-12-20T23:00')
  const tonight = at('2026-11-26T22:00')
  const next = at('2026-11-30T22:00')
  const ended = at('2026-11-26T10:00', { isExpired: true })
  const finished = at('2026-11-02T10:00', { state: 'success' })
  const cancelled = at('2026-11-26T23:00', { state: 'cancelled' })
  const undated = at(null)
  const events = [pinned, tonight, next, ended, finished, cancelled, undated]
  const nights = landingNights(events, '2026-11-26')
  expect(nights.first?.events).toEqual([tonight])
  expect(nights.coming).toEqual([pinned, next, undated])
  expect(nights.past).toEqual([ended, finished, cancelled])
})

test('another month has no tonight', () => {
  const event = at('2026-12-05T22:00')
  expect(landingNights([event], null)).toEqual({ first: null, coming: [event], past: [] })
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

test('the blocks have their titles, and nothing empty is one', () => {
  const home = (...starts: string[]) => ({ year: 2026, month: 11, events: starts.map((start) => at(start)) })
  const titles = (of: ReturnType<typeof home>, tonight: string) =>
    nightsBlocks(of, tonight).blocks.map(({ title, hasDayAbove }) => [title, hasDayAbove])
  expect(titles(home('2026-11-26T22:00', '2026-11-30T22:00'), '2026-11-26')).toEqual([
    ['Esta noche', true],
    ['Lo que viene', false],
  ])
  expect(titles(home('2026-11-26T22:00', '2026-11-27T22:00'), '2026-11-26')).toEqual([['Hoy y el finde', false]])
  expect(titles(home('2026-11-27T22:00'), '2026-11-26')).toEqual([['Este finde', false]])
  expect(titles(home('2026-11-27T22:00'), '2026-10-26')).toEqual([['Noviembre', false]])
  expect(titles(home(), '2026-11-26')).toEqual([])
})
