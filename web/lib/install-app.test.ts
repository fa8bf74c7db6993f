import { expect, test } from 'vitest'
import { decline, installsByHand, isDeclined } from './install-app.ts'

const DAY = 24 * 60 * 60 * 1000

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['Mozilla/5.0 (Linux; Android 15)', 5, false],
])('%s with %i touch points installs by hand: %s', (userAgent, maxTouchPoints, byHand) => {
  expect(installsByHand({ userAgent, maxTouchPoints })).toBe(byHand)
})

test('a no lasts two months; what is done by hand is explained once', () => {
  const isQuiet = (days: number, byHand = false) => isDeclined(localStorage, days * DAY, { byHand })
  expect([isQuiet(1000), isQuiet(1000, true)]).toEqual([false, false])
  decline(localStorage, 1000 * DAY)
  expect([isQuiet(1059), isQuiet(1061)]).toEqual([true, false])
  expect(isQuiet(1061, true)).toBe(true)
})
