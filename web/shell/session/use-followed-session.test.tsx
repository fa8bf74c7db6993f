import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceKey } from '#web/api/device-key.ts'
import { secureStorage } from '#web/api/secure-storage.ts'
import { currentSession, expireSession, signIn, startSession } from '#web/api/session.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { alert } from '../notices/alert.ts'
import { requireRole, requireSession } from './guards.ts'
import { SessionExpiredModal } from './SessionExpiredModal.tsx'
import { useFollowedSession } from './use-followed-session.ts'

const storage = secureStorage(localStorage, deviceKey)

beforeEach(startSession)
afterEach(() => {
  expireSession()
  alert.close()
  vi.useRealTimers()
})

function Screen() {
  useFollowedSession()
  return (
    <>
      <p>Lo mío</p>
      <SessionExpiredModal />
    </>
  )
}

const open = (address: string) =>
  renderScreen(
    [
      { path: '/login', element: <p>Ingresar</p> },
      { path: '/eventos', Component: Screen },
      { path: '/perfil', middleware: [requireSession], Component: Screen },
      { path: '/organizador/qr-scanner', middleware: [requireRole('SCANNER')], Component: Screen },
    ],
    address,
  )

function anotherTab(does: 'leaves' | 'loses') {
  if (does === 'leaves') localStorage.setItem('previa_left', String(Math.random()))
  storage.wipe()
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
}

test.each([
  ['/perfil', '/login'],
  ['/organizador/qr-scanner', '/login'],
  ['/eventos', '/eventos'],
])('signed out in another tab: %s ends at %s', async (address, end) => {
  await signIn(loginAnswer('SCANNER'))
  const router = await open(address)
  act(() => anotherTab('leaves'))
  await vi.waitFor(() => expect(alert.current()).toMatchObject({ isOpen: true, type: 'info', autoClose: true }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(end))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([
  ['/perfil', true],
  ['/eventos', false],
  // The door goes on with its device's lease.
  ['/organizador/qr-scanner', false],
])('two hours passed on %s: expired %s', async (address, isExpired) => {
  await signIn(loginAnswer('SCANNER'))
  await open(address)
  vi.useFakeTimers({ now: Date.now() + 2 * 60 * 60 * 1000, toFake: ['Date'] })
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(currentSession()).toBeNull()
  expect(screen.queryByRole('alertdialog', { name: 'Sesión Expirada' }) !== null).toBe(isExpired)
})

test('a session that another tab found expired is reported where it is needed', async () => {
  await signIn(loginAnswer())
  await open('/perfil')
  act(() => anotherTab('loses'))
  expect(await screen.findByRole('alertdialog', { name: 'Sesión Expirada' })).toBeTruthy()
})

test('a sign-in in another tab is taken up', async () => {
  const router = await open('/perfil')
  expect(router.state.location.pathname).toBe('/login')
  await act(() => router.navigate('/eventos'))
  const later = Date.now() + 60_000
  const { token, expiresAt: _end, ...user } = loginAnswer()
  await storage.write('user', user, later)
  await storage.write('token', { token, of: user.id }, later)
  const revalidate = vi.spyOn(router, 'revalidate')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })))
  await vi.waitFor(() => expect(currentSession()?.token).toBe(token))
  expect(revalidate).toHaveBeenCalled()
})
