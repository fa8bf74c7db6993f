import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { lastPhone } from '#web/api/last-phone.ts'
import { currentSession, expireSession, leaveSession, signIn } from '#web/api/session.ts'
import { storedPurchases } from '#web/features/checkout/stored-purchases.ts'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { eventPage } from '#web/testing/events.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'
import { page } from '#web/testing/page.ts'
import { signInOnScreen } from '#web/testing/sign-in.ts'

const LOGIN = 'POST /api/v1/login'
/** What the place of a promoter reads, until its own screens are built. */
const NOTHING = { tickets: 0, courtesies: 0, arrived: 0, earnedCents: 0, confirmedCents: 0, owedCents: 0, cashCents: 0 }
const noEvents: Answers = { 'GET /api/v1/event/dashboard/rrpp': { ...page('events', []), totals: NOTHING } }
const open = (answers: Answers = {}) => openScreen(paths.login(), { answers })

test('empty fields say what they need and nothing is sent', async () => {
  const { sent, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Ingresar' }))
  expect(await screen.findByText('El teléfono es obligatorio')).toBeTruthy()
  expect(screen.getByText('La contraseña es obligatoria')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Teléfono'))
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
})

test('what was bought on this device without an account is one press away', async () => {
  const publicId = 'b3h0S2pfG3VEyylNXYPldg'
  storedPurchases.write({ publicId, eventName: 'Fiesta Lunar', startDate: null })
  await open()
  expect(screen.getByRole('link', { name: 'Fiesta Lunar' }).getAttribute('href')).toBe(`/compra/${publicId}`)
  storedPurchases.forgetAll()
})

test('who bought without an account asks for the purchase’s link, and not for a password', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('link', { name: 'Pedir el enlace por email' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Encontrá tus entradas.' })).toBeTruthy()
  expect(screen.getByText('El que diste al comprar.')).toBeTruthy()
})

test('signing in begins the session and goes to the place of the role', async () => {
  const { router, sent, user } = await open({ [LOGIN]: loginAnswer('RRPP'), ...noEvents })
  await signInOnScreen(user)
  expect(await screen.findByRole('heading', { level: 1, name: 'Tus eventos' })).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    phone: '+5491155550001',
    password: 'una clave larga',
  })
  expect(currentSession()?.user.role).toBe('RRPP')
  expect(router.state.location.pathname).toBe(paths.promoterEvents())
})

test('it goes back to where the person was', async () => {
  const event = eventPage()
  rememberRedirect(`${paths.event(event.id)}?rrpp=LAUTI`)
  const { router, user } = await open({
    [LOGIN]: loginAnswer('CLIENT'),
    [`GET /api/v1/event/single-page/${event.id}`]: event,
    'GET /api/v1/ticket/types': { ticketTypes: [] },
  })
  await signInOnScreen(user)
  expect(await screen.findByRole('heading', { level: 1, name: event.name })).toBeTruthy()
  expect(router.state.location).toMatchObject({ pathname: paths.event(event.id), search: '?rrpp=LAUTI' })
})

test.each([
  [401, { code: 'wrong_credentials', message: 'x' }, 'Credenciales incorrectas'],
  [500, { code: 'internal', message: 'x' }, 'Error del servidor, intenta más tarde'],
  [403, { code: 'account_blocked', message: 'Tu cuenta está bloqueada' }, 'Tu cuenta está bloqueada'],
  [418, { code: 'unknown_error', message: 'Probá después' }, 'Probá después'],
  [418, {}, 'Algo salió mal'],
  [200, { ...loginAnswer(), token: '' }, 'Token no encontrado en la respuesta'],
])('a %i shows its message and the input stays', async (status, body, message) => {
  const { router, user } = await open({ [LOGIN]: () => json(status, body) })
  await signInOnScreen(user)
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('una clave larga')
  expect(currentSession()).toBeNull()
  expect(router.state.location.pathname).toBe(paths.login())
})

test('too many tries say how long to wait', async () => {
  const tooMany = () => json(429, { code: 'too_many_requests', message: 'x' }, { 'retry-after': '840' })
  const { user } = await open({ [LOGIN]: tooMany })
  await signInOnScreen(user)
  expect((await screen.findByRole('alert')).textContent).toContain('14 minutos')
})

test('a demo account fills the form with one tap', async () => {
  const { user } = await open({
    'GET /dev/sign-ins': [{ role: 'Escáner', name: 'Nahuel Ibarra', phone: '+5491155550003', password: 'previa-demo' }],
  })
  await user.click(await screen.findByRole('button', { name: 'Escáner' }))
  expect(screen.getByLabelText<HTMLInputElement>('Teléfono').value).toContain('11 5555-0003')
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('previa-demo')
})

test('the password can be looked at', async () => {
  const { user } = await open()
  const password = await screen.findByLabelText<HTMLInputElement>('Contraseña')
  expect(password.type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Mostrar la contraseña' }))
  expect(password.type).toBe('text')
})

test('who is in already goes on to the place of their role', async () => {
  const { router } = await openScreen(paths.login(), { as: 'RRPP', answers: noEvents })
  expect(router.state.location.pathname).toBe(paths.promoterEvents())
})

test('who comes back after the session ended types the password alone; signing out forgets the phone', async () => {
  await signIn(loginAnswer('CLIENT', { phone: '+5493415550104' }))
  expireSession()
  const { router, user, sent } = await openScreen(paths.register(), { answers: { [LOGIN]: loginAnswer('CLIENT') } })
  await user.click(screen.getByRole('link', { name: 'Ingresar' }))
  await screen.findByRole('button', { name: 'Ingresar' })
  expect(router.state.location.pathname).toBe(paths.login())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Contraseña')))
  await user.keyboard('una clave larga{Enter}')
  await waitFor(() => expect(currentSession()).not.toBeNull())
  expect(sent.find(({ path }) => path === '/api/v1/login')?.body).toEqual({
    phone: '+5493415550104',
    password: 'una clave larga',
  })
  leaveSession()
  expect(lastPhone()).toBeNull()
})

test("an administrator's phone is not kept on the device", async () => {
  await signIn(loginAnswer('admin'))
  expect(lastPhone()).toBeNull()
})
