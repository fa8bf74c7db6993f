import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { call } from '#web/api/call.ts'
import { tellGoogleConfirmation } from '#web/api/google-confirmation.ts'
import { currentSession, expireSession, signIn } from '#web/api/session.ts'
import { fakeServer, json, type Sent } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'

const shared = {
  summary: 'De prueba',
  access: 'signedIn',
  stepUp: true,
  whileImpersonating: 'blocked',
  failures: [],
  response: z.object({ ok: z.boolean() }),
} as const
const readPhotos = endpoint({ ...shared, method: 'GET', path: '/api/v1/photos' })
const refundAll = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/refund',
  idempotent: true,
  body: z.object({ reason: z.string() }),
})

let isConfirmed: boolean
const guarded = () =>
  isConfirmed ? json(200, { ok: true }) : json(403, { code: 'step_up_required', message: 'Confirmá tu contraseña' })
const right = () => {
  isConfirmed = true
  return json(200, { status: 'success', confirmedUntil: '2026-11-21T23:00:00Z' })
}
const server = (confirm: (sent: Sent) => Response = right) =>
  fakeServer({
    'GET /api/v1/photos': guarded,
    'POST /api/v1/refund': guarded,
    'POST /api/v1/session/confirm': confirm,
  })

/** What was sent, without the dialog's own question by which ways the person may confirm. */
const asked = (sent: readonly Sent[]) => sent.filter(({ path }) => !path.endsWith('/google-validation'))

beforeEach(async () => {
  isConfirmed = false
  await signIn(loginAnswer('GOD_ADMIN'))
  await renderScreen([{ path: '*', Component: StepUpDialog }], '/')
})
afterEach(() => {
  act(() => expireSession())
  vi.unstubAllGlobals()
})

const dialog = () => screen.findByRole('dialog', { name: 'Confirmá que sos vos' })
async function confirm(password = 'una clave larga') {
  await userEvent.type(await screen.findByLabelText('Contraseña'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }))
}
/** Begins calls as a screen would, and lets the dialog be drawn. */
async function begin<Result>(work: () => Promise<Result>): Promise<{ outcome: Promise<Result> }> {
  let outcome: Promise<Result> | undefined
  await act(async () => {
    outcome = work()
    outcome.catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
  if (!outcome) throw new Error('the work did not begin')
  return { outcome }
}

test('a call that asks for the password has it asked and is sent again, as the same intent', async () => {
  const sent = server()
  const { outcome } = await begin(() => call(refundAll, { body: { reason: 'Lluvia' } }))
  await dialog()
  expect(document.activeElement).toBe(screen.getByLabelText('Contraseña'))
  await confirm()
  expect(await outcome).toEqual({ ok: true })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const refunds = sent.filter(({ path }) => path === '/api/v1/refund')
  expect(refunds.map(({ body }) => body)).toEqual([{ reason: 'Lluvia' }, { reason: 'Lluvia' }])
  expect(new Set(refunds.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('calls that wait share one question', async () => {
  const sent = server()
  const { outcome } = await begin(() =>
    Promise.all([call(readPhotos), call(refundAll, { body: { reason: 'Lluvia' } }), call(readPhotos)]),
  )
  await dialog()
  await confirm()
  expect(await outcome).toEqual([{ ok: true }, { ok: true }, { ok: true }])
  expect(sent.filter(({ path }) => path === '/api/v1/session/confirm')).toHaveLength(1)
})

test.each([
  ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))],
  ['the cross', () => userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))],
])('closing it by %s fails the call with a clear word, and the session goes on', async (_, close) => {
  const sent = server()
  const { outcome } = await begin(() => call(refundAll, { body: { reason: 'Lluvia' } }))
  await dialog()
  await close()
  await expect(outcome).rejects.toMatchObject({
    code: 'step_up_required',
    message: 'No confirmaste tu contraseña, así que no hicimos nada.',
  })
  expect(asked(sent).map(({ path }) => path)).toEqual(['/api/v1/refund'])
  expect(currentSession()).not.toBeNull()
})

test('a wrong password shows at its field and may be retried', async () => {
  let tries = 0
  const sent = server(() => {
    tries += 1
    return tries === 1 ? json(401, { code: 'wrong_password', message: 'Contraseña actual incorrecta' }) : right()
  })
  const { outcome } = await begin(() => call(readPhotos))
  await confirm('otra')
  expect(await screen.findByText('Contraseña actual incorrecta')).toBeTruthy()
  expect(currentSession()).not.toBeNull()
  await confirm()
  expect(await outcome).toEqual({ ok: true })
  expect(sent.filter(({ path }) => path === '/api/v1/session/confirm')).toHaveLength(2)
})

test('too many wrong ones say how long to wait', async () => {
  server(() => json(429, { code: 'too_many_requests', message: 'x' }, { 'retry-after': '600' }))
  await begin(() => call(readPhotos))
  await confirm()
  expect(await screen.findByText(/10 minutos/)).toBeTruthy()
})

test('an empty password is not sent', async () => {
  const sent = server()
  await begin(() => call(readPhotos))
  await dialog()
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }))
  expect(await screen.findByText('La contraseña es obligatoria')).toBeTruthy()
  expect(asked(sent).map(({ path }) => path)).toEqual(['/api/v1/photos'])
})

test('who confirmed and is refused all the same is not asked over and over', async () => {
  const sent = fakeServer({
    'GET /api/v1/photos': () => json(403, { code: 'step_up_required', message: 'x' }),
    'POST /api/v1/session/confirm': right,
  })
  const { outcome } = await begin(() => call(readPhotos))
  await confirm()
  await expect(outcome).rejects.toMatchObject({ code: 'step_up_required' })
  expect(sent.filter(({ path }) => path === '/api/v1/photos')).toHaveLength(2)
})

test('the end of the session ends the question', async () => {
  server()
  const { outcome } = await begin(() => call(readPhotos))
  await dialog()
  act(() => expireSession())
  await expect(outcome).rejects.toMatchObject({ code: 'step_up_required' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('who only has Google confirms with a fresh sign-in there, in a window of its own', async () => {
  const sent = fakeServer({
    'GET /api/v1/photos': guarded,
    'GET /api/v1/user/profile/google-validation': () =>
      json(200, { isGoogleUser: true, hasPassword: false, profileCompletion: { isComplete: true, missingFields: [] } }),
    'GET /api/v1/auth/google': () => json(200, { data: { url: 'https://google.example/' } }),
    'POST /api/v1/auth/google/confirm': right,
  })
  const popup = { location: { href: '' }, close: vi.fn() }
  vi.stubGlobal('open', () => popup)
  const { outcome } = await begin(() => call(readPhotos))
  await dialog()
  await userEvent.click(await screen.findByRole('button', { name: 'Confirmar con Google' }))
  await waitFor(() => expect(popup.location.href).toBe('https://google.example/'))
  expect(screen.queryByLabelText('Contraseña')).toBeNull()

  act(() => tellGoogleConfirmation({ problem: 'Esa no es la cuenta de Google con la que ingresaste.' }))
  expect(await screen.findByText('Esa no es la cuenta de Google con la que ingresaste.')).toBeTruthy()
  act(() => tellGoogleConfirmation({ code: 'c'.repeat(43) }))
  expect(await outcome).toEqual({ ok: true })
  expect(sent.find(({ path }) => path.endsWith('/google/confirm'))?.body).toEqual({ code: 'c'.repeat(43) })
})
