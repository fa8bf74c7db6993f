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

test('a no lasts two months', () => {
  expect(isDeclined(localStorage, 1000 * DAY)).toBe(false)
  decline(localStorage, 1000 * DAY)
  expect(isDeclined(localStorage, 1059 * DAY)).toBe(true)
  expect(isDeclined(localStorage, 1061 * DAY)).toBe(false)
})
