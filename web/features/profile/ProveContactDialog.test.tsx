import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { expireSession, signIn } from '#web/api/session.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { ProveContactDialog } from './ProveContactDialog.tsx'

afterEach(() => {
  act(() => expireSession())
  vi.unstubAllGlobals()
})

const ASK = 'POST /api/v1/user/verify-contact/request'

async function open() {
  const contacts = { mail: 'de.antes@previa.example', pendingMail: 'nuevo@previa.example' }
  await signIn(loginAnswer('CLIENT', { ...contacts, isMailProved: false, isPhoneProved: false }))
  const element = <ProveContactDialog open onClose={() => {}} onDone={() => {}} />
  await renderScreen([{ path: '*', element }], '/')
}

test('shows the contact that gets the code, and another may be chosen', async () => {
  const answer = { status: 'success', message: 'Enviado', kind: 'mail', sentTo: 'n***@previa.example' }
  fakeServer({ [ASK]: () => json(200, { ...answer, expiresInSeconds: 600 }) })
  await open()
  expect(screen.queryByText(/de\.antes@/)).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: /nuevo@previa\.example/ }))
  await screen.findByText('n***@previa.example')
  await userEvent.click(screen.getByRole('button', { name: 'Elegir otro' }))
  expect(await screen.findByRole('button', { name: /WhatsApp/ })).toBeTruthy()
})

test('a message that is pasted whole gives its code', async () => {
  const codes: unknown[] = []
  const answer = { status: 'success', message: 'Enviado', kind: 'mail', sentTo: 'n***@previa.example' }
  fakeServer({
    [ASK]: () => json(200, { ...answer, expiresInSeconds: 600 }),
    'POST /api/v1/user/verify-contact/confirm': ({ body }) => {
      codes.push((body as { code: unknown }).code)
      return json(401, { code: 'wrong_code', message: 'El código no coincide' })
    },
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /nuevo@previa\.example/ }))
  await screen.findByText('n***@previa.example')
  for (const text of ['Tu código de Previa es 123 456. Vence en 10 minutos.', '123-456', '12345']) {
    await userEvent.clear(screen.getByLabelText('Código'))
    await userEvent.click(screen.getByLabelText('Código'))
    await userEvent.paste(text)
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }))
  }
  expect(await screen.findByText('El código tiene 6 números')).toBeTruthy()
  expect(codes).toEqual(['123456', '123456'])
})

test('where nothing leaves by WhatsApp only the mail is offered', async () => {
  fakeServer({ 'GET /api/v1/sign-in-options': () => json(200, { google: false, whatsapp: false }) })
  await open()
  await screen.findByRole('button', { name: /nuevo@previa\.example/ })
  await waitFor(() => expect(screen.queryByRole('button', { name: /WhatsApp/ })).toBeNull())
})

test('WhatsApp is not offered any more once it is off', async () => {
  fakeServer({ [ASK]: () => json(503, { code: 'whatsapp_off', message: 'Probá más tarde' }) })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /WhatsApp/ }))
  expect(await screen.findByRole('button', { name: /nuevo@previa\.example/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /WhatsApp/ })).toBeNull()
})
