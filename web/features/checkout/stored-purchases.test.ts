import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storedPurchases } from './stored-purchases.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-26T15:00:00Z'), toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const bought = (publicId: string, startDate: string | null) => ({ publicId, eventName: `Noche ${publicId}`, startDate })
const ids = () => storedPurchases.upcoming().map(({ publicId }) => publicId)

test('the newest comes first, once each, until its night is over', () => {
  storedPurchases.write(bought('a', '2026-12-03T23:30:00-03:00'))
  storedPurchases.write(bought('b', null))
  storedPurchases.write(bought('c', '2026-11-20T23:30:00-03:00'))
  storedPurchases.write(bought('a', '2026-12-04T23:30:00-03:00'))
  expect(ids()).toEqual(['a', 'b'])
  storedPurchases.forget('a')
  expect(ids()).toEqual(['b'])
  storedPurchases.forgetAll()
  expect(ids()).toEqual([])
})

test('what another program left there is not shown', () => {
  localStorage.setItem('entradas-sin-cuenta', JSON.stringify([null, 'x', { publicId: 1 }, bought('a', null)]))
  expect(ids()).toEqual(['a'])
  localStorage.setItem('entradas-sin-cuenta', '{}')
  expect(ids()).toEqual([])
})
