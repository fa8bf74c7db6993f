import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loginAnswer, person } from '#web/testing/people.ts'
import { currentSession, expireSession, onSessionChange, signIn, startSession, updateSessionUser } from './session.ts'

const TWO_HOURS = 2 * 60 * 60 * 1000
const start = new Date('2026-11-28T23:00:00-03:00')

beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => {
  expireSession()
  vi.useRealTimers()
})

test('signing in keeps token and user, encrypted, for two hours', async () => {
  await signIn(loginAnswer('RRPP'))
  expect(currentSession()).toMatchObject({ token: 'token-of-camila', user: { role: 'RRPP' } })
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('token-of-camila')

  vi.advanceTimersByTime(TWO_HOURS - 1)
  expect(currentSession()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(currentSession()).toBeNull()
  expect(localStorage.getItem('auth_token')).toBeNull()
})

test('the end is told to whoever listens', async () => {
  await signIn(loginAnswer())
  const heard = vi.fn()
  const stop = onSessionChange(heard)
  vi.advanceTimersByTime(TWO_HOURS)
  expect(heard).toHaveBeenCalled()
  stop()
})

test('an answer without token is refused', async () => {
  await expect(signIn({ ...loginAnswer(), token: '' })).rejects.toThrow('Token no encontrado en la respuesta')
  expect(currentSession()).toBeNull()
})

test('the next page finds the session; another tab that signs out ends it', async () => {
  await startSession()
  await signIn(loginAnswer())
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
  await vi.waitFor(() => expect(currentSession()?.token).toBe('token-of-camila'))

  localStorage.removeItem('auth_token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
  await vi.waitFor(() => expect(currentSession()).toBeNull())
})

test('a reading that a newer one overtook says nothing', async () => {
  await startSession()
  await signIn(loginAnswer())
  const slow = Promise.withResolvers<undefined>()
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle)
  const spy = vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...args) => {
    const plain = await decrypt(...args)
    await slow.promise
    return plain
  })
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
  await vi.waitFor(() => expect(spy).toHaveBeenCalled())
  localStorage.removeItem('auth_token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
  await vi.waitFor(() => expect(currentSession()).toBeNull())

  slow.resolve(undefined)
  for (let wait = 0; wait < 5; wait += 1) await crypto.subtle.digest('SHA-256', new Uint8Array(1))
  expect(currentSession()).toBeNull()
  spy.mockRestore()
})

test('a storage that cannot be read is signed out', async () => {
  await signIn(loginAnswer())
  localStorage.setItem('auth_user', 'broken')
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_user' }))
  await vi.waitFor(() => expect(currentSession()).toBeNull())
})

test('a session of an earlier version moves in', async () => {
  localStorage.setItem('token', 'old-token')
  localStorage.setItem('user', JSON.stringify(person('SCANNER')))
  await startSession()
  expect(currentSession()).toMatchObject({ token: 'old-token', user: { role: 'SCANNER' } })
  expect(localStorage.getItem('token')).toBeNull()
})

test('changed data of the person keep token and end', async () => {
  await signIn(loginAnswer())
  const before = currentSession()
  await updateSessionUser(person('CLIENT', { name: 'Camila F.' }))
  expect(currentSession()).toEqual({ ...before, user: person('CLIENT', { name: 'Camila F.' }) })
})
