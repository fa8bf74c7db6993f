import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { currentSession, expireSession } from '#web/api/session.ts'
import { rememberRedirect } from '#web/shell/redirect-after-login.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { Component, loader } from './LoginSuccessScreen.tsx'

const CODE = 'c'.repeat(43)
const EXCHANGE = 'POST /api/v1/auth/google/token'

afterEach(() => {
  expireSession()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

function open(fragment: string) {
  history.replaceState(null, '', `/login/success${fragment}`)
  return renderScreen(
    [
      { path: '/login/success', Component, loader },
      { path: '/buy-ticket', element: <p>Mi compra</p> },
      { path: '*', element: <p>Otra pantalla</p> },
    ],
    '/login/success',
  )
}

const answer = (changes = {}, missingFields: string[] = []) =>
  json(200, {
    ...loginAnswer('CLIENT', changes),
    profileCompletion: { isComplete: missingFields.length === 0, missingFields },
  })

test('a code becomes a session, leaves the address, and the person goes where they were going', async () => {
  rememberRedirect('/buy-ticket')
  const sent = fakeServer({ [EXCHANGE]: () => answer() })
  await open(`#code=${CODE}`)
  expect(await screen.findByText('Mi compra')).toBeTruthy()
  expect(currentSession()?.token).toBe('token-of-camila')
  expect(location.hash).toBe('')
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ code: CODE }])
})

test('what is missing is asked for once, and may wait', async () => {
  fakeServer({ [EXCHANGE]: () => answer({ phone: null, birthDate: null }, ['phone', 'birthDate']) })
  await open(`#code=${CODE}`)
  expect(await screen.findByRole('heading', { name: 'Hola, Camila.' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Completar más tarde' }))
  expect(await screen.findByText('Otra pantalla')).toBeTruthy()
})

test('what is given is saved and part of the session', async () => {
  const sent = fakeServer({
    [EXCHANGE]: () => answer({ phone: null }, ['phone']),
    'PATCH /api/v1/user/profile/complete': () =>
      json(200, {
        data: { updatedProfile: { phone: '+5493415552001', birthDate: '1998-04-02', gender: 'Female', age: 28 } },
        profileCompletion: { isComplete: true, missingFields: [] },
      }),
  })
  await open(`#code=${CODE}`)
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Teléfono'), '93415552001')
  await user.click(screen.getByRole('button', { name: 'Guardar y seguir' }))
  expect(await screen.findByText('Otra pantalla')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ phone: '+5493415552001' })
  expect(currentSession()?.user.phone).toBe('+5493415552001')
})

test('an account with that mail asks for its password', async () => {
  let isRight = false
  fakeServer({
    [EXCHANGE]: () =>
      json(409, {
        code: 'google_link_needed',
        message: '',
        details: { linkToken: 'l'.repeat(43), mail: 'c***@gmail.com', canBeginAnew: false },
      }),
    'POST /api/v1/auth/google/link': () => {
      if (isRight) return answer()
      isRight = true
      return json(401, { code: 'wrong_credentials', message: 'Credenciales incorrectas' })
    },
  })
  await open(`#code=${CODE}`)
  const user = userEvent.setup()
  expect(await screen.findByText('c***@gmail.com')).toBeTruthy()
  await user.type(screen.getByLabelText('Contraseña'), 'mi clave larga')
  await user.click(screen.getByRole('button', { name: 'Vincular e ingresar' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Credenciales incorrectas')
  await user.click(screen.getByRole('button', { name: 'Vincular e ingresar' }))
  expect(await screen.findByText('Otra pantalla')).toBeTruthy()
})

test('an account that never proved the mail keeps nobody out: a new one is begun without its password', async () => {
  const details = { linkToken: 'l'.repeat(43), mail: 'c***@gmail.com', canBeginAnew: true, isOneOfSeveral: true }
  const sent = fakeServer({
    [EXCHANGE]: () => json(409, { code: 'google_link_needed', message: '', details }),
    'POST /api/v1/auth/google/link': () => answer(),
  })
  await open(`#code=${CODE}`)
  // Of several that carry the mail the reset links say which is whose.
  expect(await screen.findByRole('link', { name: 'pedí los enlaces a tu email' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'No es mía, crear otra' }))
  expect(await screen.findByText('Otra pantalla')).toBeTruthy()
  expect(sent.at(-1)?.body).toEqual({ linkToken: 'l'.repeat(43) })
})

test.each([
  ['google_token_invalid', 'Token de Google inválido'],
  ['google_email_unverified', 'El email de Google no está verificado'],
  ['google_failed', 'Error al autenticar con Google'],
  ['toString', 'Error al autenticar con Google'],
])('%s in the address says: %s', async (problem, text) => {
  fakeServer({})
  await open(`#error=${problem}`)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(screen.getByRole('link', { name: 'Volver a ingresar' })).toBeTruthy()
})

test.each([
  [401, 'google_token_invalid', 'lo que diga', 'Token de Google inválido'],
  [403, 'google_email_unverified', 'lo que diga', 'El email de Google no está verificado'],
  [403, 'forbidden', 'lo que diga', 'El email de Google no está verificado'],
  [500, 'internal', 'Error del servidor, intenta más tarde', 'Error del servidor, intenta más tarde'],
  [422, 'unknown_error', 'lo que diga', 'Error al autenticar con Google'],
])('a refusal %i %s says its text', async (status, code, message, text) => {
  fakeServer({ [EXCHANGE]: () => json(status, { code, message }) })
  await open(`#code=${CODE}`)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(currentSession()).toBeNull()
})

test('nothing in the address: to the sign-in', async () => {
  fakeServer({})
  const router = await open('')
  expect(router.state.location.pathname).toBe('/login')
})
