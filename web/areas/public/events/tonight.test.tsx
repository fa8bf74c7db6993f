/** What the landing and the list show as today, around midnight and six in the morning. */
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { weekendOf } from '#contract/first-paint/landing-nights.ts'
import { shortcuts } from '#contract/first-paint/events-links.ts'
import { publicEvents } from './events-list.ts'
import { tonight } from '#web/lib/clock.ts'
import { openScreen } from '#web/testing/open-screen.tsx'

afterEach(() => void vi.useRealTimers())

test.each([
  ['2026-11-28T23:59:00-03:00', '2026-11-28'],
  ['2026-11-29T00:30:00-03:00', '2026-11-28'],
  ['2026-11-29T05:59:00-03:00', '2026-11-28'],
  ['2026-11-29T06:00:00-03:00', '2026-11-29'],
])('at %s «Hoy» is %s', async (now, date) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
  await openScreen(paths.home(), { answers: {} })
  const today = await screen.findByRole('link', { name: 'Hoy' })
  expect(today.getAttribute('href')).toBe(publicEvents.href({ from: date, to: date }))
})

test('until Monday at six the weekend is the one that is on', () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T03:20:00-03:00'), toFake: ['Date'] })
  expect(weekendOf(tonight())).toEqual({ from: '2026-11-29', to: '2026-11-29' })
  expect(shortcuts(tonight())).toContainEqual({ label: 'Este finde', query: weekendOf(tonight()) })
})
