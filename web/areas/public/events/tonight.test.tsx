/** What the short cuts of nights show as today, around midnight and six in the morning. */
import { afterEach, expect, test, vi } from 'vitest'
import { weekendOf } from '#contract/first-paint/landing-nights.ts'
import { shortcuts } from '#contract/first-paint/events-links.ts'
import { tonight } from '#web/lib/clock.ts'

afterEach(() => void vi.useRealTimers())

test.each([
  ['2026-11-28T23:59:00-03:00', '2026-11-28'],
  ['2026-11-29T00:30:00-03:00', '2026-11-28'],
  ['2026-11-29T05:59:00-03:00', '2026-11-28'],
  ['2026-11-29T06:00:00-03:00', '2026-11-29'],
])('at %s «Hoy» is %s', (now, date) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
  expect(shortcuts(tonight())).toContainEqual({ label: 'Hoy', query: { from: date, to: date } })
})

test('until Monday at six the weekend is the one that is on', () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T03:20:00-03:00'), toFake: ['Date'] })
  expect(weekendOf(tonight())).toEqual({ from: '2026-11-29', to: '2026-11-29' })
  expect(shortcuts(tonight())).toContainEqual({ label: 'Este finde', query: weekendOf(tonight()) })
})
