import { expect, test } from 'vitest'
import { whenAgain } from './waiting-time.ts'

const DAY = 24 * 3600
// 14:04:20 in Buenos Aires.
const now = '2026-11-22T17:04:20.000Z'

test.each([
  [1, 'en 1 segundo'],
  [90, 'en 90 segundos'],
  [91, 'en 2 minutos'],
  [3599, 'en 60 minutos'],
  [3600, 'hoy a las 15:05'],
  [9 * 3600, 'hoy a las 23:05'],
  [11 * 3600, 'mañana a las 01:05'],
  [DAY, 'mañana a las 14:05'],
  [2 * DAY, 'el mar 24 nov a las 14:05'],
])('%i seconds: %s', (seconds, words) => {
  expect(whenAgain(seconds, now)).toBe(words)
})
