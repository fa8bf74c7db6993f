import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { currentSession, expireSession } from '#web/api/session.ts'
import { rememberRedirect } from '#web/shell/redirect-after-login.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { Component, loader } from './LoginScreen.tsx'

afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

const open = () =>
  renderScreen(
    [
      { path: '/login', Component, loader },
      { path: '*', element: <p>Otra pantalla</p> },
    ],
    '/login',
  )

async function fillAndSend(password = 'una clave larga') {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Teléfono'), '91155550001')
  await user.type(screen.getByLabelText('Contraseña'), password)
  await user.click(screen.getByRole('button', { name: 'Ingresar' }))
}

test('empty fields say what they need and nothing is sent', async () => {
  const sent = fakeServer({})
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
  expect(await screen.findByText('El teléfono es obligatorio')).toBeTruthy()
  expect(screen.getByText('La contraseña es obligatoria')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Teléfono'))
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
})

test('signing in begins the session and goes to the place of the role', async () => {
  const sent = fakeServer({ 'POST /api/v1/login': () => json(200, loginAnswer('RRPP')) })
  const router = await open()
  await fillAndSend()
  await screen.findByText('Otra pantalla')
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    phone: '+5491155550001',
    password: 'una clave larga',
  })
  expect(currentSession()?.user.role).toBe('RRPP')
  expect(router.state.location.pathname).toBe('/rrpp/eventos')
})

test('it goes back to where the person was', async () => {
  rememberRedirect('/evento/12?rrpp=LAUTI')
  fakeServer({ 'POST /api/v1/login': () => json(200, loginAnswer('CLIENT')) })
  const router = await open()
  await fillAndSend()
  await screen.findByText('Otra pantalla')
  expect(router.state.location).toMatchObject({ pathname: '/evento/12', search: '?rrpp=LAUTI' })
})

test.each([
  [401, { code: 'wrong_credentials', message: 'x' }, 'Credenciales incorrectas'],
  [500, { code: 'internal', message: 'x' }, 'Error del servidor, intenta más tarde'],
  [403, { code: 'account_blocked', message: 'Tu cuenta está bloqueada' }, 'Tu cuenta está bloqueada'],
  [418, { code: 'unknown_error', message: 'Probá después' }, 'Probá después'],
  [418, {}, 'Algo salió mal'],
  [200, { ...loginAnswer(), token: '' }, 'Token no encontrado en la respuesta'],
])('a %i is told in words and what was typed stays', async (status, body, message) => {
  fakeServer({ 'POST /api/v1/login': () => json(status, body) })
  await open()
  await fillAndSend()
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('una clave larga')
  expect(currentSession()).toBeNull()
})

test('too many tries say how long to wait', async () => {
  fakeServer({
    'POST /api/v1/login': () => json(429, { code: 'too_many_requests', message: 'x' }, { 'retry-after': '840' }),
  })
  await open()
  await fillAndSend()
  expect((await screen.findByRole('alert')).textContent).toContain('14 minutos')
})

test('a demo account fills the form with one tap', async () => {
  fakeServer({
    'GET /dev/sign-ins': () =>
      json(200, [{ role: 'Escáner', name: 'Nahuel Ibarra', phone: '+5491155550003', password: 'previa-demo' }]),
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Escáner' }))
  expect(screen.getByLabelText<HTMLInputElement>('Teléfono').value).toContain('11 5555 0003')
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('previa-demo')
})

test('the password can be looked at', async () => {
  fakeServer({})
  await open()
  const password = await screen.findByLabelText<HTMLInputElement>('Contraseña')
  expect(password.type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar la contraseña' }))
  expect(password.type).toBe('text')
})
