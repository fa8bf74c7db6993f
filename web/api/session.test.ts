import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { loginAnswer, person } from '#web/testing/people.ts'
import { deviceKey } from './device-key.ts'
import { draftKey, VISITOR } from './tab-keeping.ts'
import { secureStorage, storageKey } from './secure-storage.ts'
import {
  currentSession,
  expireSession,
  leaveSession,
  onSessionChange,
  signIn,
  startSession,
  updateSessionUser,
  wasLeft,
  type SessionChange,
} from './session.ts'

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

test('the end notifies the listeners', async () => {
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

const CAMILA = person().id
const NADIA = '01990000-0000-7000-8000-000000000002'

/** What another tab of this browser does: the same storage, the same key, and the events that this tab receives. */
function otherTab() {
  const storage = secureStorage(localStorage, deviceKey)
  const notify = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key }))
  return {
    writeUser: async (user: SessionUser) => {
      await storage.write('user', user, start.getTime() + TWO_HOURS)
      notify('auth_user')
    },
    writeToken: async (token: string, of: string) => {
      await storage.write('token', { token, of }, start.getTime() + TWO_HOURS)
      notify('auth_token')
    },
    writeSupport: (of: string, name: string) => storage.write('support', { of, name }, start.getTime() + TWO_HOURS),
    leaves: () => {
      localStorage.setItem('previa_left', 'once more')
      storage.wipe()
      notify('auth_token')
    },
    loses: () => {
      storage.wipe()
      notify('auth_token')
    },
  }
}

/** Lets every reading that is under way end. */
async function settled(): Promise<void> {
  for (let wait = 0; wait < 20; wait += 1) await crypto.subtle.digest('SHA-256', new Uint8Array(1))
}

function heardChanges(): SessionChange[] {
  const heard: SessionChange[] = []
  onSessionChange((change) => void heard.push(change))
  return heard
}

test('another person who signs in in another tab is never mixed with the one here', async () => {
  await startSession()
  await signIn(loginAnswer('CLIENT'))
  const heard = heardChanges()
  const tab = otherTab()
  await tab.writeUser(person('RRPP', { id: NADIA, name: 'Nadia' }))
  await settled()
  expect(currentSession()).toMatchObject({ token: 'token-of-camila', user: { id: CAMILA } })
  await tab.writeToken('token-of-nadia', NADIA)
  await vi.waitFor(() => expect(currentSession()).toMatchObject({ token: 'token-of-nadia', user: { id: NADIA } }))
  for (const { before, after, cause } of heard) {
    expect([before?.user.id, after?.user.id, cause]).toEqual([CAMILA, NADIA, 'elsewhere'])
  }
})

test('an end that another tab brought about says whether it was wanted', async () => {
  await startSession()
  await signIn(loginAnswer())
  const heard = heardChanges()
  otherTab().loses()
  await vi.waitFor(() => expect(currentSession()).toBeNull())
  expect(heard.at(-1)?.cause).toBe('elsewhere')
  expect(wasLeft()).toBe(false)

  await signIn(loginAnswer())
  otherTab().leaves()
  await vi.waitFor(() => expect(currentSession()).toBeNull())
  expect(heard.at(-1)?.cause).toBe('left elsewhere')
  expect(wasLeft()).toBe(true)
})

test('a session that the server refuses because another tab left it was left, in whatever order the news come', async () => {
  await startSession()
  await signIn(loginAnswer())
  const heard = heardChanges()
  localStorage.setItem('previa_left', 'before the refusal')
  expireSession()
  expect(heard.map(({ cause }) => cause)).toEqual(['left elsewhere'])

  await signIn(loginAnswer())
  expireSession()
  expect(heard.at(-1)?.cause).toBe('refused')
  otherTab().leaves()
  await vi.waitFor(() => expect(heard.at(-1)?.cause).toBe('left elsewhere'))
  expect(wasLeft()).toBe(true)
})

test('signing out here notifies the other tabs that it was on purpose', async () => {
  await signIn(loginAnswer())
  const before = localStorage.getItem('previa_left')
  leaveSession()
  expect(localStorage.getItem('previa_left')).not.toBe(before)
  expect(localStorage.getItem('auth_token')).toBeNull()
  expect(wasLeft()).toBe(true)
})

test.each([
  ['the window is looked at again', () => window.dispatchEvent(new Event('focus'))],
  ['the page comes back from "back"', () => window.dispatchEvent(new Event('pageshow'))],
  ['the tab is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('after a sleep in which timers stood still the session is over as soon as %s', async (_, wakeUp) => {
  await startSession()
  await signIn(loginAnswer())
  const heard = heardChanges()
  // Time passes, no timer runs.
  vi.setSystemTime(start.getTime() + TWO_HOURS)
  wakeUp()
  expect(heard.map(({ after, cause }) => [after, cause])).toEqual([[null, 'time']])
  expect(localStorage.getItem('auth_token')).toBeNull()
})

test('a tab that slept through what another did catches up', async () => {
  await startSession()
  await signIn(loginAnswer())
  localStorage.removeItem('auth_token')
  window.dispatchEvent(new Event('focus'))
  await vi.waitFor(() => expect(currentSession()).toBeNull())
})

test('what ends here leaves alone what another tab began meanwhile', async () => {
  await startSession()
  await signIn(loginAnswer())
  const storage = secureStorage(localStorage, deviceKey)
  await storage.write('user', person('RRPP', { id: NADIA }), start.getTime() + TWO_HOURS)
  await storage.write('token', { token: 'token-of-nadia', of: NADIA }, start.getTime() + TWO_HOURS)
  expireSession()
  await vi.waitFor(() => expect(currentSession()?.user.id).toBe(NADIA))
})

test('a late profile of one person does not overwrite the session of the next', async () => {
  await startSession()
  await signIn(loginAnswer())
  const storage = secureStorage(localStorage, deviceKey)
  await storage.write('user', person('RRPP', { id: NADIA }), start.getTime() + TWO_HOURS)
  await storage.write('token', { token: 'token-of-nadia', of: NADIA }, start.getTime() + TWO_HOURS)
  await updateSessionUser(person('CLIENT', { name: 'Camila F.' }))
  expect((await storage.read('user'))?.value).toMatchObject({ id: NADIA })
})

test('a clock that was put back weeks does not end the session, nor lengthen it', async () => {
  await startSession()
  await signIn(loginAnswer())
  vi.setSystemTime(start.getTime() - 30 * 24 * 60 * 60 * 1000)
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
  await settled()
  vi.advanceTimersByTime(TWO_HOURS - 1)
  expect(currentSession()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(currentSession()).toBeNull()
})

test('with full storage the session is in the page alone, and the older one is erased', async () => {
  localStorage.setItem('auth_user', 'of another person')
  const setItem = localStorage.setItem.bind(localStorage)
  const replace = (value: typeof setItem) =>
    Object.defineProperty(localStorage, 'setItem', { value, configurable: true, writable: true })
  replace(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  try {
    await startSession()
    await signIn(loginAnswer())
    expect(currentSession()?.token).toBe('token-of-camila')
    expect(localStorage.getItem('auth_user')).toBeNull()
    window.dispatchEvent(new Event('focus'))
    await settled()
    expect(currentSession()?.token).toBe('token-of-camila')
    leaveSession()
    expect(currentSession()).toBeNull()
  } finally {
    replace(setItem)
  }
})

test('without encryption, as on http, the session lives in the page', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  await startSession()
  await signIn(loginAnswer())
  window.dispatchEvent(new Event('focus'))
  expect(currentSession()?.token).toBe('token-of-camila')
  expect(localStorage.getItem('auth_token')).toBeNull()
  vi.unstubAllGlobals()
})

test('where each page has a key of its own, another page’s session is neither taken nor destroyed', async () => {
  await startSession()
  const theirs = secureStorage(localStorage, async () => storageKey('the key of another page'))
  await theirs.write('user', person('RRPP', { id: NADIA }), start.getTime() + TWO_HOURS)
  await theirs.write('token', { token: 'token-of-nadia', of: NADIA }, start.getTime() + TWO_HOURS)
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
  await settled()
  expect(currentSession()).toBeNull()
  expect(await theirs.read('token')).not.toBeNull()
})

test('a legacy user that cannot be parsed moves the token, and is signed out', async () => {
  localStorage.setItem('token', 'old-token')
  localStorage.setItem('user', '{"id":')
  await startSession()
  expect(currentSession()).toBeNull()
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
  expect((await secureStorage(localStorage, deviceKey).read('token'))?.value).toMatchObject({ token: 'old-token' })
})

test('what the tab kept of one person is not for the next; a person’s draft waits for them', async () => {
  sessionStorage.setItem('compra:12', '{"1":2}')
  await signIn(loginAnswer())
  expect(sessionStorage.getItem('compra:12')).toBe('{"1":2}')
  sessionStorage.setItem('escaneos:12', '[]')
  sessionStorage.setItem(draftKey(CAMILA, 'evento'), '{}')
  sessionStorage.setItem(draftKey(VISITOR, 'consulta'), '{}')
  sessionStorage.setItem('redirectAfterLogin', '{"path":"/perfil","shouldRedirect":true}')
  sessionStorage.setItem('appBannerDismissed', 'true')
  expireSession()
  await signIn({ ...loginAnswer(), id: NADIA })
  for (const key of ['compra:12', 'escaneos:12', 'redirectAfterLogin', draftKey(VISITOR, 'consulta')])
    expect(sessionStorage.getItem(key)).toBeNull()
  expect(sessionStorage.getItem(draftKey(CAMILA, 'evento'))).toBe('{}')
  expect(sessionStorage.getItem('appBannerDismissed')).toBe('true')
})

test('every tab knows of a support session, and none when it is over', async () => {
  await startSession()
  await signIn(loginAnswer('GOD_ADMIN'))
  const tab = otherTab()
  await tab.writeSupport(NADIA, 'Nadia')
  await tab.writeUser(person('CLIENT', { id: NADIA }))
  await tab.writeToken('token-of-nadia', NADIA)
  await vi.waitFor(() => expect(sessionStorage.getItem('isImpersonated')).toBe('true'))
  expect(sessionStorage.getItem('impersonatedUserName')).toBe('Nadia')
  expireSession()
  expect(sessionStorage.getItem('isImpersonated')).toBeNull()
  expect(sessionStorage.getItem('impersonatedUserName')).toBeNull()
})

test('a session that begins in a tab marked for support is kept as such', async () => {
  sessionStorage.setItem('isImpersonated', 'true')
  sessionStorage.setItem('impersonatedUserName', 'Camila')
  await signIn(loginAnswer())
  expect((await secureStorage(localStorage, deviceKey).read('support'))?.value).toEqual({ of: CAMILA, name: 'Camila' })
})
