import { screen, waitFor } from '@testing-library/react'
import type { DataRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { currentSession } from '#web/api/session.ts'
import { mendAddress } from '#web/shell/session/mend-address.ts'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'

const CODE = 'c'.repeat(43)
const EXCHANGE = 'POST /api/v1/auth/google/token'
const LINK = 'POST /api/v1/auth/google/link'

/** The part after `#` is the browser's, as Google's redirect leaves it. */
function open(fragment: string, answers: Answers = {}) {
  history.replaceState(null, '', `${paths.loginSuccess()}${fragment}`)
  onTestFinished(() => history.replaceState(null, '', '/'))
  return openScreen(paths.loginSuccess(), { answers })
}

/** Sign-in without another destination. */
async function isHome(router: DataRouter) {
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.home()))
  expect(currentSession()).not.toBeNull()
}

const answer = (changes = {}, missingFields: string[] = []) => ({
  ...loginAnswer('CLIENT', changes),
  profileCompletion: { isComplete: missingFields.length === 0, missingFields },
})

test('a code becomes a session, leaves the address, and the person goes where they were going', async () => {
  rememberRedirect(paths.terms())
  const { router, sent } = await open(`#code=${CODE}`, { [EXCHANGE]: answer() })
  expect(await screen.findByRole('heading', { level: 1, name: 'Términos y condiciones de compra' })).toBeTruthy()
  expect(router.state.location.pathname).toBe(paths.terms())
  expect(currentSession()?.token).toBe('token-of-camila')
  expect(location.hash).toBe('')
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ code: CODE }])
})

test('what is missing is asked for once, and may wait', async () => {
  const { router, user } = await open(`#code=${CODE}`, {
    [EXCHANGE]: answer({ phone: null, birthDate: null }, ['phone', 'birthDate']),
  })
  expect(await screen.findByRole('heading', { name: 'Hola, Camila.' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Completar más tarde' }))
  await isHome(router)
})

test('what is given is saved and part of the session', async () => {
  const { router, sent, user } = await open(`#code=${CODE}`, {
    [EXCHANGE]: answer({ phone: null }, ['phone']),
    'PATCH /api/v1/user/profile/complete': {
      data: { updatedProfile: { phone: '+5493415552001', birthDate: '1998-04-02', gender: 'Female', age: 28 } },
      profileCompletion: { isComplete: true, missingFields: [] },
    },
  })
  await user.type(await screen.findByLabelText('Teléfono'), '93415552001')
  await user.click(screen.getByRole('button', { name: 'Guardar y seguir' }))
  await isHome(router)
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ phone: '+5493415552001' })
  expect(currentSession()?.user.phone).toBe('+5493415552001')
})

test('an account with that mail asks for its password', async () => {
  let isRight = false
  const { router, user } = await open(`#code=${CODE}`, {
    [EXCHANGE]: () =>
      json(409, {
        code: 'google_link_needed',
        message: '',
        details: { linkToken: 'l'.repeat(43), mail: 'c***@gmail.com', canBeginAnew: false },
      }),
    [LINK]: () => {
      if (isRight) return answer()
      isRight = true
      return json(401, { code: 'wrong_credentials', message: 'Credenciales incorrectas' })
    },
  })
  expect(await screen.findByText('c***@gmail.com')).toBeTruthy()
  await user.type(screen.getByLabelText('Contraseña'), 'mi clave larga')
  await user.click(screen.getByRole('button', { name: 'Vincular e ingresar' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Credenciales incorrectas')
  await user.click(screen.getByRole('button', { name: 'Vincular e ingresar' }))
  await isHome(router)
})

test('an account with an unverified mail blocks no registration: a new one starts without its password', async () => {
  const details = { linkToken: 'l'.repeat(43), mail: 'c***@gmail.com', canBeginAnew: true, isOneOfSeveral: true }
  const { router, sent, user } = await open(`#code=${CODE}`, {
    [EXCHANGE]: () => json(409, { code: 'google_link_needed', message: '', details }),
    [LINK]: answer(),
  })
  // Of several that carry the mail the reset links say which is whose.
  expect(await screen.findByRole('link', { name: 'pedí los enlaces a tu email' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'No es mía, crear otra' }))
  await isHome(router)
  expect(sent.findLast(({ method }) => method === 'POST')?.body).toEqual({ linkToken: 'l'.repeat(43) })
})

test.each([
  ['google_token_invalid', 'Token de Google inválido'],
  ['google_email_unverified', 'El email de Google no está verificado'],
  ['google_failed', 'Error al autenticar con Google'],
  ['toString', 'Error al autenticar con Google'],
])('%s in the address says: %s', async (problem, text) => {
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
  await open(`#code=${CODE}`, { [EXCHANGE]: () => json(status, { code, message }) })
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(currentSession()).toBeNull()
})

test('nothing in the address: what happened, and the way to the sign-in', async () => {
  await open('')
  expect((await screen.findByRole('alert')).textContent).toContain('le falta lo que manda Google')
  expect(screen.getByRole('link', { name: 'Volver a ingresar' }).getAttribute('href')).toBe('/login')
})

test.each(['%23', '%2523'])('a code behind %s is read and leaves the address and the history', async (mark) => {
  history.replaceState(null, '', `${paths.loginSuccess()}${mark}code=${CODE}`)
  mendAddress()
  expect(location.pathname).toBe(paths.loginSuccess())
  const { sent } = await open(location.hash, { [EXCHANGE]: answer() })
  await waitFor(() => expect(sent.some(({ body }) => (body as { code?: string } | null)?.code === CODE)).toBe(true))
  expect(location.href).not.toContain(CODE)
})
