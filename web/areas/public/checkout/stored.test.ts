import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isFirstVisit, storedChoice, storedReferral } from './stored.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
})

test('a choice is kept per event', () => {
  storedChoice.write('noche', { general: 2 })
  expect(storedChoice.read('noche')).toEqual({ general: 2 })
  expect(storedChoice.read('otra')).toEqual({})
  storedChoice.forget('noche')
  expect(storedChoice.read('noche')).toEqual({})
})

test.each(['{', '"texto"', '{"general":-1}', '{"general":"2"}', '{"general":99}'])(
  'a damaged choice (%s) counts as none',
  (stored) => {
    sessionStorage.setItem('compra:noche', stored)
    expect(storedChoice.read('noche')).toEqual({})
  },
)

test('the last referral wins and lasts seven days', () => {
  storedReferral.write('noche', 'LAUTI')
  storedReferral.write('noche', 'MIASOSA')
  expect(storedReferral.read('noche')).toBe('MIASOSA')
  vi.advanceTimersByTime(7 * 24 * 3600 * 1000)
  expect(storedReferral.read('noche')).toBeNull()
})

test('nonsense is not kept as a referral', () => {
  storedReferral.write('noche', '<script>')
  expect(storedReferral.read('noche')).toBeNull()
})

test('a link counts once a day and device, for each event and code; nonsense never', () => {
  expect(isFirstVisit('noche', 'LAUTI', '2026-11-28')).toBe(true)
  expect(isFirstVisit('noche', 'LAUTI', '2026-11-28')).toBe(false)
  expect(isFirstVisit('noche', 'MIASOSA', '2026-11-28')).toBe(true)
  expect(isFirstVisit('noche', 'LAUTI', '2026-11-29')).toBe(true)
  expect(isFirstVisit('noche', '<script>', '2026-11-28')).toBe(false)
})
