import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { currentSession, expireSession, signIn } from '#web/api/session.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { requireRole, requireSession } from './guards.ts'
import { takeRedirect } from './redirect-after-login.ts'
import { RouteError } from '../failures/RouteError.tsx'

afterEach(expireSession)

const open = (address: string) =>
  renderScreen(
    [
      { path: '/login', element: <p>Ingresar</p> },
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
  await signIn(loginAnswer(role))
  await open('/organizador')
  expect(screen.queryByText('Organizar') !== null).toBe(enters)
  expect(screen.queryByText('Esta sección no es para tu cuenta') !== null).toBe(!enters)
})

test('a legal account enters only where it is named, and keeps its session elsewhere', async () => {
  await signIn(loginAnswer('GOD_ADMIN', { permission: 'legal', roles: ['GOD_ADMIN', 'ORGANIZATOR', 'CLIENT'] }))
  await open('/organizador')
  expect(screen.getByText('Acceso Denegado')).toBeTruthy()
  expect(screen.queryByText(/Volvé a iniciar sesión/)).toBeNull()
  expect(currentSession()).not.toBeNull()
  await open('/legales')
  expect(screen.getByText('Resolver')).toBeTruthy()
})
