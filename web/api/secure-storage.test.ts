import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { secureStorage, storageKey } from './secure-storage.ts'

const HOUR = 60 * 60 * 1000
const start = new Date('2026-11-28T23:00:00-03:00')
let key: CryptoKey

beforeEach(async () => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  key = await storageKey('a secret of this phone')
})
afterEach(() => void vi.useRealTimers())

const open = (withKey = key) => secureStorage(localStorage, () => Promise.resolve(withKey))

test('what is written is read back, and cannot be read in the storage', async () => {
  const storage = open()
  await storage.write('token', 'abc123', start.getTime() + HOUR)
  expect(await storage.read('token')).toEqual({ value: 'abc123', expiresAt: start.getTime() + HOUR })
  expect(localStorage.getItem('auth_token')).not.toContain('abc123')
})

test('two writings of the same value look different', async () => {
  const storage = open()
  await storage.write('token', 'abc123', start.getTime() + HOUR)
  const first = localStorage.getItem('auth_token')
  await storage.write('token', 'abc123', start.getTime() + HOUR)
  expect(localStorage.getItem('auth_token')).not.toBe(first)
})

test('after its end an entry is removed', async () => {
  const storage = open()
  await storage.write('token', 'abc123', start.getTime() + HOUR)
  vi.setSystemTime(start.getTime() + HOUR)
  expect(await storage.read('token')).toBeNull()
  expect(localStorage.getItem('auth_token')).toBeNull()
})

test.each([
  ['a text that is not ours', 'hola'],
  ['an empty text', ''],
  ['a cut entry', 'AAAA.AAAA'],
])('%s counts as absent and is removed', async (_, text) => {
  localStorage.setItem('auth_token', text)
  expect(await open().read('token')).toBeNull()
  expect(localStorage.getItem('auth_token')).toBeNull()
})

test('an entry of another key cannot be read', async () => {
  await open().write('token', 'abc123', start.getTime() + HOUR)
  expect(await open(await storageKey('the secret of another phone')).read('token')).toBeNull()
})

test('an entry moved under another name cannot be read', async () => {
  const storage = open()
  await storage.write('token', 'abc123', start.getTime() + HOUR)
  localStorage.setItem('auth_user', localStorage.getItem('auth_token') ?? '')
  expect(await storage.read('user')).toBeNull()
})

test('a secret below 16 characters makes no key, and a key cannot leave the browser', async () => {
  await expect(storageKey('fifteen letters')).rejects.toThrow(RangeError)
  expect((await storageKey('sixteen letters!')).extractable).toBe(false)
})

test('wiping removes only what is ours', async () => {
  const storage = open()
  await storage.write('token', 'abc123', start.getTime() + HOUR)
  localStorage.setItem('previa_device', 'x')
  storage.wipe()
  expect(localStorage.getItem('auth_token')).toBeNull()
  expect(localStorage.getItem('previa_device')).toBe('x')
})

test('the clean-up removes what ended, once in 24 hours', async () => {
  const storage = open()
  await storage.cleanUpWhenDue()
  await storage.write('token', 'abc123', start.getTime() + HOUR)
  vi.setSystemTime(start.getTime() + 23 * HOUR)
  await storage.cleanUpWhenDue()
  expect(localStorage.getItem('auth_token')).not.toBeNull()
  vi.setSystemTime(start.getTime() + 24 * HOUR)
  await storage.cleanUpWhenDue()
  expect(localStorage.getItem('auth_token')).toBeNull()
})
