import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { getProfile, type LoginResponse } from '#contract/accounts/accounts.ts'
import { currentSession, expireSession, signIn } from '#web/api/session.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { requireRole, requireSession } from './guards.ts'
import { takeRedirect } from './redirect-after-login.ts'
import { RouteError } from '../failures/RouteError.tsx'

/** What the server says of the person of the session. */
const serverSays = (login: LoginResponse) => {
  const { token: _token, expiresAt: _expiresAt, ...user } = login
  return fakeServer({ [`GET ${getProfile.path}`]: user })
}
const enterAs = async (login: LoginResponse) => {
  await signIn(login)
  return serverSays(login)
}

afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

const open = (address: string) =>
  renderScreen(
    [
      { path: '/login', element: <p>Ingresar</p> },
      { path: '/validate-organizer-role', element: <p>Tu pedido</p> },
      { path: '/mio', middleware: [requireSession], element: <p>Lo mío</p> },
      {
        path: '/organizador',
        middleware: [requireRole('ORGANIZATOR')],
        ErrorBoundary: RouteError,
        element: <p>Organizar</p>,
      },
      {
        path: '/legales',
        middleware: [requireRole('GOD_ADMIN', 'legal')],
        ErrorBoundary: RouteError,
        element: <p>Resolver</p>,
      },
    ],
    address,
  )

test('a signed-out visitor goes to sign-in, and back', async () => {
  const router = await open('/mio?p=2')
  expect(router.state.location.pathname).toBe('/login')
  expect(takeRedirect()).toBe('/mio?p=2')
})

test('a signed-in person enters', async () => {
  await signIn(loginAnswer('CLIENT'))
  await open('/mio')
  expect(screen.getByText('Lo mío')).toBeTruthy()
})

test.each([
  ['ORGANIZATOR', true],
  ['GOD_ADMIN', true],
  ['CLIENT', false],
  ['SCANNER', false],
] as const)('%s at an organizer’s screen: %s', async (role, enters) => {
  await enterAs(loginAnswer(role))
  await open('/organizador')
  expect(screen.queryByText('Organizar') !== null).toBe(enters)
  expect(screen.queryByText('Esta sección no es para tu cuenta') !== null).toBe(!enters)
})

test('a legal account enters only where it is named, and keeps its session elsewhere', async () => {
  await enterAs(loginAnswer('GOD_ADMIN', { permission: 'legal', roles: ['GOD_ADMIN', 'ORGANIZATOR', 'CLIENT'] }))
  await open('/organizador')
  expect(screen.getByText('Acceso Denegado')).toBeTruthy()
  expect(screen.queryByText(/Volvé a iniciar sesión/)).toBeNull()
  expect(currentSession()).not.toBeNull()
  await open('/legales')
  expect(screen.getByText('Resolver')).toBeTruthy()
})

test('who was approved meanwhile enters with the session that knows nothing of it', async () => {
  await signIn(loginAnswer('CLIENT', { requestStatus: 'pending' }))
  const sent = serverSays(loginAnswer('ORGANIZATOR', { requestStatus: 'approved' }))
  await open('/organizador')
  expect(screen.getByText('Organizar')).toBeTruthy()
  expect(currentSession()?.user.roles).toContain('ORGANIZATOR')
  await open('/organizador')
  expect(sent).toHaveLength(1)
})

test.each(['pending', 'needs_changes', 'rejected'] as const)(
  'a request that is %s shows its state',
  async (requestStatus) => {
    await enterAs(loginAnswer('CLIENT', { requestStatus }))
    await open('/organizador')
    expect(screen.getByText('Tu pedido')).toBeTruthy()
    await open('/legales')
    expect(screen.getByText('Acceso Denegado')).toBeTruthy()
  },
)

test('without an answer what is known decides; a session that is over goes to sign-in', async () => {
  await signIn(loginAnswer('CLIENT'))
  fakeServer({ [`GET ${getProfile.path}`]: () => json(503, { code: 'busy', message: 'x' }) })
  await open('/organizador')
  expect(screen.getByText('Acceso Denegado')).toBeTruthy()
  fakeServer({ [`GET ${getProfile.path}`]: () => json(401, { code: 'session_expired', message: 'x' }) })
  const router = await open('/organizador')
  expect(router.state.location.pathname).toBe('/login')
})
