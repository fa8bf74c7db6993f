import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { currentSession, expireSession, signIn } from '#web/api/session.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer, person } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { CompleteProfileDialog } from './CompleteProfileDialog.tsx'

afterEach(() => {
  act(() => expireSession())
  vi.unstubAllGlobals()
})

const PATCH = 'PATCH /api/v1/user/profile/complete'

async function open(needs: readonly ('phone' | 'birthDate')[], lacks: { phone?: null; birthDate?: null }) {
  await signIn(loginAnswer('CLIENT', lacks))
  const onDone = vi.fn()
  const element = <CompleteProfileDialog open needs={needs} onClose={() => {}} onDone={onDone} />
  await renderScreen([{ path: '*', element }], '/')
  return onDone
}

test('asks only for what the purchase needs', async () => {
  await open(['phone'], { phone: null, birthDate: null })
  expect(await screen.findByLabelText('Teléfono')).toBeTruthy()
  expect(screen.queryByLabelText('Fecha de nacimiento')).toBeNull()
})

test('an event for adults asks for the birth date, and the purchase may go on', async () => {
  const sent = fakeServer({
    [PATCH]: () =>
      json(200, {
        data: { updatedProfile: { phone: '+5491155550001', birthDate: '1997-05-20', gender: 'Female', age: 28 } },
        profileCompletion: { isComplete: true, missingFields: [] },
      }),
  })
  const onDone = await open(['phone', 'birthDate'], { birthDate: null })
  await userEvent.type(await screen.findByLabelText('Fecha de nacimiento'), '1997-05-20')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y seguir' }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ birthDate: '1997-05-20' })
  expect(currentSession()?.user.birthDate).toBe('1997-05-20')
})

test('a phone already in use shows under the field, and nothing is sent', async () => {
  fakeServer({ [PATCH]: () => json(409, { code: 'phone_taken', message: 'Ya existe una cuenta con ese teléfono' }) })
  const onDone = await open(['phone'], { phone: null })
  await userEvent.type(await screen.findByLabelText('Teléfono'), '93415552001')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y seguir' }))
  expect(await screen.findByText('Ya existe una cuenta con ese teléfono')).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
})

const waiting = {
  data: { updatedProfile: { phone: null, birthDate: '1997-05-20', gender: 'Female', age: 28 } },
  profileCompletion: { isComplete: false, missingFields: ['phone'] },
}
const sentTo = (kind: 'mail' | 'phone') => ({
  status: 'success',
  message: 'Enviado',
  kind,
  sentTo: '•••• 2001',
  expiresInSeconds: 600,
})
const ASK = 'POST /api/v1/user/verify-contact/request'
const CONFIRM = 'POST /api/v1/user/verify-contact/confirm'
const PROFILE = 'GET /api/v1/user/profile'
const kindsOf = (sent: readonly { path: string; body: unknown }[], call: string) =>
  sent.filter(({ path }) => call.endsWith(path)).map(({ body }) => (body as { kind: string }).kind)

async function typeCode() {
  await userEvent.type(await screen.findByLabelText('Código'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y seguir' }))
}

async function givePhone() {
  await userEvent.type(await screen.findByLabelText('Teléfono'), '93415552001')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y seguir' }))
}

test('a phone that waits asks for its code right here, and the purchase goes on', async () => {
  const sent = fakeServer({
    [PATCH]: waiting,
    [ASK]: sentTo('phone'),
    [CONFIRM]: { status: 'success', message: 'Listo' },
    [PROFILE]: () => person('CLIENT', { phone: '+5493415552001', isPhoneProved: true }),
  })
  const onDone = await open(['phone'], { phone: null })
  await givePhone()
  expect(await screen.findByText(/Ese teléfono todavía hay que confirmarlo/)).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
  await typeCode()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(kindsOf(sent, ASK)).toEqual(['phone'])
  expect(kindsOf(sent, CONFIRM)).toEqual(['phone'])
  expect(currentSession()?.user.phone).toBe('+5493415552001')
})

test('while a phone waits another may be given', async () => {
  fakeServer({ [PATCH]: waiting, [ASK]: sentTo('phone') })
  await open(['phone'], { phone: null })
  await givePhone()
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar el teléfono' }))
  expect(await screen.findByLabelText('Teléfono')).toBeTruthy()
})

test('where only a verified mail may get the code, the mail is verified first', async () => {
  let isProved = false
  const sent = fakeServer({
    [PATCH]: () =>
      isProved
        ? { ...waiting, data: { updatedProfile: { ...waiting.data.updatedProfile, phone: '+5493415552001' } } }
        : waiting,
    [ASK]: ({ body }) =>
      (body as { kind: string }).kind === 'phone'
        ? json(422, { code: 'mail_proof_needed', message: 'Verificá primero tu email' })
        : json(200, sentTo('mail')),
    [CONFIRM]: () => {
      isProved = true
      return { status: 'success', message: 'Listo' }
    },
    [PROFILE]: () => person('CLIENT', { phone: null, isMailProved: true }),
  })
  const onDone = await open(['phone'], { phone: null })
  await givePhone()
  await userEvent.click(await screen.findByRole('button', { name: /^Confirmar primero mi email/ }))
  await typeCode()
  await screen.findByLabelText('Teléfono')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y seguir' }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(kindsOf(sent, CONFIRM)).toEqual(['mail'])
})

test('a code that could only go to the mail says that this phone still waits', async () => {
  fakeServer({
    [PATCH]: waiting,
    [ASK]: sentTo('mail'),
    [CONFIRM]: { status: 'success', message: 'Listo' },
    [PROFILE]: () => person('CLIENT', { phone: null, isMailProved: true }),
  })
  const onDone = await open(['phone'], { phone: null })
  await givePhone()
  await typeCode()
  expect(await screen.findByText(/Hoy no salen más códigos a ese teléfono/)).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
})
