import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptChoice, keptOrder, keptReferral } from './kept.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
})

test('a choice is kept per event', () => {
  keptChoice.write('noche', { general: 2 })
  expect(keptChoice.read('noche')).toEqual({ general: 2 })
  expect(keptChoice.read('otra')).toEqual({})
  keptChoice.forget('noche')
  expect(keptChoice.read('noche')).toEqual({})
})

test.each(['{', '"texto"', '{"general":-1}', '{"general":"2"}', '{"general":99}'])(
  'a damaged choice (%s) counts as none',
  (stored) => {
    sessionStorage.setItem('compra:noche', stored)
    expect(keptChoice.read('noche')).toEqual({})
  },
)

test('the last referral wins and lasts seven days', () => {
  keptReferral.write('noche', 'LAUTI')
  keptReferral.write('noche', 'MIASOSA')
  expect(keptReferral.read('noche')).toBe('MIASOSA')
  vi.advanceTimersByTime(7 * 24 * 3600 * 1000)
  expect(keptReferral.read('noche')).toBeNull()
})

test('nonsense is not kept as a referral', () => {
  keptReferral.write('noche', '<script>')
  expect(keptReferral.read('noche')).toBeNull()
})

test('the unpaid order is kept for the tab', () => {
  keptOrder.write('noche', 'abc')
  expect(keptOrder.read('noche')).toBe('abc')
})
