import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'
import { currentSession } from '#web/api/session.ts'
import { json, type Answers, type Sent } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer, person } from '#web/testing/people.ts'
import { currentToast } from '#web/ui/feedback/toast.ts'

const here = {
  id: '01990000-0000-7000-8000-00000000000a',
  device: 'Chrome en Android',
  address: '190.2.3.4',
  startedAt: '2026-11-21T22:00:00-03:00',
  expiresAt: '2026-11-22T00:00:00-03:00',
  isCurrent: true,
}
const there = { ...here, id: '01990000-0000-7000-8000-00000000000b', device: 'Safari en iPhone', isCurrent: false }
const elsewhere = { ...there, id: '01990000-0000-7000-8000-00000000000c', device: 'Firefox en Windows' }

const open = (changes: Partial<SessionUser> = {}, answers: Answers = {}) =>
  openScreen(paths.profile(), {
    as: loginAnswer('CLIENT', changes),
    answers: {
      'GET /api/v1/sessions': { sessions: [here, there, elsewhere] },
      'GET /api/v1/user/profile/google-validation': {
        isGoogleUser: false,
        hasPassword: true,
        profileCompletion: { isComplete: true, missingFields: [] },
      },
      ...answers,
    },
  })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const DONE = { status: 'success', message: 'listo' }

test('it shows the person, the verified contacts and the open sessions', async () => {
  await open({ isPhoneProved: false })
  expect(await screen.findByText('camila@example.com')).toBeTruthy()
  expect(screen.getByText('+54 9 11 5555-0001')).toBeTruthy()
  expect(await button('Verificar teléfono')).toBeTruthy()
  expect(screen.getByText('Verificado')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Verificar email' })).toBeNull()
  expect(screen.getByText('2/4/1998 (28 años)')).toBeTruthy()
  expect(screen.getByText('Femenino')).toBeTruthy()
  expect(await screen.findByText('Esta sesión')).toBeTruthy()
  expect(screen.getAllByText(/desde la red 190\.2\.3\.4/)).toHaveLength(3)
  expect(screen.getByRole('link', { name: 'Editar' }).getAttribute('href')).toBe('/perfil/editar')
  for (const name of ['Descargar mis datos', 'Solicitar eliminación de cuenta']) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/perfil/eliminar-cuenta')
  }
})

test('a new mail that waits is proved by its code, with the tries that are left', async () => {
  const proved = { mail: 'nuevo@example.com', pendingMail: null, isMailProved: true }
  let isProved = false
  let tries = 0
  const { sent } = await open(
    {},
    {
      'GET /api/v1/user/profile': () => person('CLIENT', isProved ? proved : { pendingMail: 'nuevo@example.com' }),
      'POST /api/v1/user/verify-contact/request': {
        ...DONE,
        kind: 'mail',
        sentTo: 'n***@example.com',
        expiresInSeconds: 600,
      },
      'POST /api/v1/user/verify-contact/confirm': ({ body }) => {
        if ((body as { code: string }).code !== '123456') {
          tries += 1
          return json(422, {
            code: 'wrong_code',
            message: 'El código no es correcto',
            details: { triesLeft: 5 - tries },
          })
        }
        isProved = true
        return { status: 'success', message: 'Tu email quedó verificado' }
      },
    },
  )
  expect(await screen.findByText('nuevo@example.com')).toBeTruthy()
  await userEvent.click(await button('Verificar email'))
  const dialog = await screen.findByRole('dialog', { name: 'Verificar email' })
  expect(await within(dialog).findByText('n***@example.com')).toBeTruthy()
  expect(within(dialog).getByText(/Vence en (10:00|9:5\d)/)).toBeTruthy()
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /Enviar otro código en \d+ s/ }).disabled).toBe(
    true,
  )
  const code = within(dialog).getByLabelText<HTMLInputElement>('Código')
  expect([code.inputMode, code.autocomplete]).toEqual(['numeric', 'one-time-code'])

  await userEvent.type(code, '12{Enter}')
  expect(await within(dialog).findByText('El código tiene 6 números')).toBeTruthy()
  await userEvent.clear(code)
  await userEvent.type(code, '000000{Enter}')
  expect(await within(dialog).findByText('El código no es correcto. Te quedan 4 intentos.')).toBeTruthy()

  // Closed and opened again, the code that was sent still counts: no other one is asked for.
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Cerrar' })[0] ?? dialog)
  await userEvent.click(await button('Verificar email'))
  await userEvent.type(await screen.findByLabelText('Código'), '123456{Enter}')
  expect(await screen.findByText('Tu email quedó verificado')).toBeTruthy()
  expect(currentToast()?.tone).toBe('success')
  expect(sent.filter(({ path }) => path.endsWith('/request'))).toHaveLength(1)
  await waitFor(() => expect(currentSession()?.user).toMatchObject(proved))
})

test('a code that cannot be sent says why and may be asked for again', async () => {
  const message = 'En este momento no podemos mandar códigos por WhatsApp. Probá más tarde'
  await open(
    { isPhoneProved: false },
    { 'POST /api/v1/user/verify-contact/request': () => json(503, { code: 'whatsapp_off', message }) },
  )
  await userEvent.click(await button('Verificar teléfono'))
  expect(await screen.findByText(message)).toBeTruthy()
  expect((await button('Enviar otro código')).hasAttribute('disabled')).toBe(false)
})

describe('where nothing leaves by WhatsApp', () => {
  const OFF = { 'GET /api/v1/sign-in-options': { google: false, whatsapp: false } }

  test('the present phone offers no proof', async () => {
    await open({ isPhoneProved: false }, OFF)
    expect(await screen.findByText('Sin verificar')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Verificar teléfono' })).toBeNull())
  })

  test('a new phone is confirmed by a code to the mail, and it is said so', async () => {
    const { sent } = await open(
      { pendingPhone: '+5493415550199' },
      {
        ...OFF,
        'POST /api/v1/user/verify-contact/request': {
          ...DONE,
          kind: 'phone',
          sentTo: 'c***@example.com',
          expiresInSeconds: 600,
        },
        'POST /api/v1/user/verify-contact/confirm': { status: 'success', message: 'Tu teléfono quedó cambiado' },
      },
    )
    expect(await screen.findByText(/te mandamos un código por mail para confirmar el cambio/)).toBeTruthy()
    await userEvent.click(await button('Confirmar teléfono'))
    const dialog = await screen.findByRole('dialog', { name: 'Confirmar teléfono' })
    expect(await within(dialog).findByText('c***@example.com')).toBeTruthy()
    await userEvent.type(within(dialog).getByLabelText('Código'), '123456{Enter}')
    expect(await screen.findByText('Tu teléfono quedó cambiado')).toBeTruthy()
    expect(sent.find(({ path }) => path.endsWith('/confirm'))?.body).toEqual({ kind: 'phone', code: '123456' })
  })

  test('without a verified mail, it asks to verify one first', async () => {
    await open({ pendingPhone: '+5493415550199', isMailProved: false }, OFF)
    expect(await screen.findByText(/verificá antes tu email/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Confirmar teléfono' })).toBeNull()
  })
})

test('a change that waits can be taken back', async () => {
  let pendingPhone: string | null = '+5493415550199'
  await open(
    {},
    {
      'GET /api/v1/user/profile': () => person('CLIENT', { pendingPhone }),
      'DELETE /api/v1/user/profile/pending/phone': () => {
        pendingPhone = null
        return { user: person('CLIENT') }
      },
    },
  )
  await userEvent.click(await button('Cancelar cambio: Teléfono'))
  await waitFor(() => expect(screen.queryByText('+54 9 341 555-0199')).toBeNull())
  expect(currentSession()?.user.pendingPhone).toBeNull()
})

async function changePassword(current: string, next: string) {
  await userEvent.type(await screen.findByLabelText('Contraseña actual'), current)
  await userEvent.type(screen.getByLabelText('Contraseña nueva'), `${next}{Enter}`)
}

test('the password is changed, and the list of sessions asked for again', async () => {
  const { sent } = await open(
    {},
    {
      'PUT /api/v1/user/change-password': { status: 'success', message: 'Contraseña actualizada exitosamente' },
    },
  )
  const asked = () => sent.filter(({ path }) => path === '/api/v1/sessions').length
  await screen.findByText('Esta sesión')
  const before = asked()
  await changePassword('la de antes', 'una clave nueva')
  expect(await screen.findByText(/Contraseña actualizada exitosamente/)).toBeTruthy()
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    currentPassword: 'la de antes',
    newPassword: 'una clave nueva',
  })
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña nueva').value).toBe('')
  // Going on from the emptied fields is no mistake.
  await userEvent.tab()
  await userEvent.click(document.body)
  expect(screen.queryByText(/al menos 8 caracteres$/)).toBeNull()
  await waitFor(() => expect(asked()).toBeGreaterThan(before))
})

test.each([
  [401, { code: 'wrong_password', message: 'Contraseña actual incorrecta' }, 'Contraseña actual incorrecta'],
  [400, { code: 'invalid_password_data', message: 'Datos de contraseña inválidos' }, 'Datos de contraseña inválidos'],
  [422, { code: 'common_password', message: 'Esa contraseña es demasiado común. Elegí otra' }, /demasiado común/],
])('a new password that is refused with %i says why, and the session goes on', async (status, body, text) => {
  await open({}, { 'PUT /api/v1/user/change-password': () => json(status, body) })
  await changePassword('la de antes', 'una clave nueva')
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña nueva').value).toBe('una clave nueva')
  expect(currentSession()).not.toBeNull()
})

test('a short password is refused before it is sent', async () => {
  const { sent } = await open()
  await changePassword('la de antes', 'corta')
  expect(await screen.findByText('La contraseña debe tener al menos 8 caracteres')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('a Google-only account says so, and may set a password by mail', async () => {
  const { sent } = await open(
    {},
    {
      'GET /api/v1/user/profile/google-validation': {
        isGoogleUser: true,
        hasPassword: false,
        profileCompletion: { isComplete: true, missingFields: [] },
      },
      'POST /api/v1/user/request-password-reset': DONE,
    },
  )
  expect(await screen.findByText(/Ingresás con Google: tu cuenta no tiene contraseña/)).toBeTruthy()
  expect(screen.queryByLabelText('Contraseña actual')).toBeNull()
  await userEvent.click(await button('Elegir una contraseña'))
  expect(await screen.findByText(/Te enviamos el enlace a camila@example.com/)).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ email: 'camila@example.com' })
})

test('one session is closed, or all the others at once', async () => {
  const ended: string[] = []
  const end = ({ path }: Sent) => {
    ended.push(path.split('/').at(-1) ?? '')
  }
  await open(
    {},
    {
      'GET /api/v1/sessions': () => ({ sessions: [here, there, elsewhere].filter(({ id }) => !ended.includes(id)) }),
      [`DELETE /api/v1/sessions/${there.id}`]: end,
      [`DELETE /api/v1/sessions/${elsewhere.id}`]: end,
    },
  )
  await userEvent.click(await button(/^Cerrar sesión: Safari en iPhone/))
  await waitFor(() => expect(screen.queryByText('Safari en iPhone')).toBeNull())
  await userEvent.click(await button('Cerrar las demás'))
  await userEvent.click(await button('Cerrar 1 sesión'))
  await waitFor(() => expect(screen.queryByText('Firefox en Windows')).toBeNull())
  expect(ended).toEqual([there.id, elsewhere.id])
  expect(screen.getByText('Chrome en Android')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cerrar las demás' })).toBeNull()
})

test('a list that fails offers a retry, and the profile stays', async () => {
  let isDown = true
  await open(
    {},
    {
      'GET /api/v1/sessions': () =>
        isDown
          ? json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' })
          : { sessions: [here] },
    },
  )
  expect(await screen.findByText('Error del servidor, intenta más tarde')).toBeTruthy()
  expect(screen.getByText('camila@example.com')).toBeTruthy()
  isDown = false
  await userEvent.click(await button('Reintentar'))
  expect(await screen.findByText('Esta sesión')).toBeTruthy()
})

test('this very session is left by signing out', async () => {
  const { router } = await open({}, { 'POST /api/v1/logout': undefined })
  await userEvent.click(await button(/^Cerrar sesión: Chrome en Android/))
  expect(await screen.findByLabelText('Contraseña')).toBeTruthy()
  expect(router.state.location.pathname).toBe(paths.login())
  expect(currentSession()).toBeNull()
})
