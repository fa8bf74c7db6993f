import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { currentSession, expireSession } from '#web/api/session.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { signInOnScreen } from '#web/testing/sign-in.ts'

const open = (address: string, answers: Answers = {}) => openScreen(address, { answers })
/** Within the bars, which say something of their own. */
const main = () => within(screen.getByRole('main'))
const user = userEvent.setup()
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) => user.type(await screen.findByLabelText(label), text)
const TOKEN = 'a1B2-c3_'.repeat(5) + 'abc'

describe('the token of a link', () => {
  test.each([
    ['/reset-password#token=', 'POST /api/v1/user/confirm-password-reset'],
    ['/reset-password?token=', 'POST /api/v1/user/confirm-password-reset'],
    ['/activate-account#token=', 'POST /api/v1/user/activate-account'],
    ['/activate-account?token=', 'POST /api/v1/user/activate-account'],
    ['/reset-password%23token=', 'POST /api/v1/user/confirm-password-reset'],
    ['/activate-account%2523token=', 'POST /api/v1/user/activate-account'],
  ])('leaves the address and the history at once (%s) and is what is sent', async (address, call) => {
    const { router, sent } = await open(address + TOKEN, { [call]: { status: 'success', message: 'Hecho' } })
    await waitFor(() => expect(router.state.location).toMatchObject({ search: '', hash: '' }))
    expect(router.state.location.pathname).toMatch(/^\/(reset-password|activate-account)$/)
    expect(router.state.historyAction).toBe('REPLACE')
    const isReset = address.startsWith('/reset')
    await type(isReset ? 'Contraseña nueva' : 'Contraseña', 'una clave larga')
    if (!isReset) await user.click(screen.getByRole('checkbox'))
    await press(isReset ? 'Guardar contraseña' : 'Activar mi cuenta')
    expect(await screen.findByText('Hecho')).toBeTruthy()
    expect(sent.at(-1)?.body).toEqual({
      token: TOKEN,
      newPassword: 'una clave larga',
      ...(!isReset && { acceptTerms: true }),
    })
    expect(main().getByRole('link', { name: 'Ingresar' }).getAttribute('href')).toBe('/login')
  })

  test('another link in the same tab takes its place', async () => {
    const { router, sent } = await open(`/reset-password#token=primero`)
    await type('Contraseña nueva', 'una clave larga')
    await router.navigate('/reset-password#token=segundo')
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Contraseña nueva').value).toBe(''))
    await type('Contraseña nueva', 'una clave larga')
    await press('Guardar contraseña')
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ token: 'segundo' }))
  })

  test.each(['/reset-password', '/activate-account#token='])('%s without one says what to do', async (address) => {
    await open(address)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('le falta una parte')
    expect(within(alert).getByRole('link', { name: 'Pedir un enlace nuevo' })).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Este enlace no sirve')
  })
})

describe('forgotten password', () => {
  const ASK = 'POST /api/v1/user/request-password-reset'

  test('the answer is shown in place of the form', async () => {
    const { sent } = await open('/forgot-password', {
      [ASK]: { status: 'success', message: 'Si el email está registrado…' },
    })
    await type('Email', ' Camila@Previa.example ')
    await press('Enviar enlace')
    expect((await main().findByRole('status')).textContent).toContain('Si el email está registrado…')
    expect(sent.at(-1)?.body).toEqual({ email: 'camila@previa.example' })
    await press('Probar con otro email')
    expect(await screen.findByLabelText('Email')).toBeTruthy()
  })

  test('an invalid mail shows at its field', async () => {
    const { sent } = await open('/forgot-password')
    await type('Email', 'sin-arroba')
    await press('Enviar enlace')
    expect(await screen.findByText('El email debe ser válido')).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('a failure is shown and the input stays', async () => {
    await open('/forgot-password', { [ASK]: () => new Response('<html>', { status: 502 }) })
    await type('Email', 'camila@previa.example')
    await press('Enviar enlace')
    expect((await screen.findByRole('alert')).textContent).toBe('Error del servidor. Por favor, intenta más tarde')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('camila@previa.example')
  })
})

describe('new password', () => {
  const CONFIRM = 'POST /api/v1/user/confirm-password-reset'
  const send = async (password = 'una clave larga') => {
    await type('Contraseña nueva', password)
    await press('Guardar contraseña')
  }

  test('it ends the session of this browser too', async () => {
    await openScreen(`/reset-password#token=${TOKEN}`, {
      as: 'CLIENT',
      answers: { [CONFIRM]: { status: 'success', message: 'Hecho' } },
    })
    expect(currentSession()).not.toBeNull()
    await send()
    await screen.findByText('Hecho')
    expect(currentSession()).toBeNull()
  })

  test.each([
    [400, 'reset_link_invalid', 'Token inválido o expirado. Solicita un nuevo enlace de restablecimiento'],
    [404, 'reset_link_unknown', 'Token no encontrado. Solicita un nuevo enlace de restablecimiento'],
  ])('a link that is no good (%i) leads to another', async (status, code, message) => {
    await open(`/reset-password#token=${TOKEN}`, { [CONFIRM]: () => json(status, { code, message }) })
    await send()
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(screen.getByRole('link', { name: 'Pedir un enlace nuevo' }).getAttribute('href')).toBe('/forgot-password')
  })

  test.each([
    ['corta', 'La contraseña debe tener al menos 8 caracteres'],
    ['password123', 'Esa contraseña es demasiado común. Elegí otra'],
  ])('the password %s is refused at its field', async (password, message) => {
    await open(`/reset-password#token=${TOKEN}`, {
      [CONFIRM]: () => json(422, { code: 'common_password', message: 'Esa contraseña es demasiado común. Elegí otra' }),
    })
    await send(password)
    expect(await screen.findByText(message)).toBeTruthy()
  })
})

describe('activation', () => {
  const ACTIVATE = 'POST /api/v1/user/activate-account'
  const RENEW = 'POST /api/v1/user/renew-activation'
  const send = async () => {
    await type('Contraseña', 'una clave larga')
    await user.click(screen.getByRole('checkbox'))
    await press('Activar mi cuenta')
  }
  const dead = json.bind(null, 400, {
    code: 'activation_link_invalid',
    message: 'Token inválido o expirado. Solicita un nuevo enlace de activación',
  })

  test('the terms must be accepted', async () => {
    const { sent } = await open(`/activate-account#token=${TOKEN}`)
    await type('Contraseña', 'una clave larga')
    await press('Activar mi cuenta')
    expect(await screen.findByText('Tenés que aceptar los términos y condiciones')).toBeTruthy()
    expect(sent).toEqual([])
  })

  test.each([
    ['a buyer', 'CLIENT', ['Ver mis entradas', 'Cargar mi teléfono']],
    ['staff', 'RRPP', ['Cargar mi teléfono']],
  ] as const)('activated, %s goes to what they came for', async (_, role, names) => {
    await open(`/activate-account#token=${TOKEN}`, {
      [ACTIVATE]: { status: 'success', message: 'Lista', session: loginAnswer(role, { phone: null }) },
    })
    await send()
    await screen.findByText('Lista')
    expect(
      main()
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(names)
    expireSession()
  })

  test('a link that ran out asks for another', async () => {
    const { sent } = await open(`/activate-account#token=${TOKEN}`, {
      [ACTIVATE]: () => dead(),
      [RENEW]: { status: 'success', message: 'Ya va' },
    })
    await send()
    expect((await screen.findByRole('alert')).textContent).toContain('Token inválido o expirado')
    await press('Enviar un enlace nuevo')
    expect((await main().findByRole('status')).textContent).toContain('Ya va')
    expect(sent.at(-1)?.body).toEqual({ token: TOKEN })
  })

  test('asking for another may fail, and be tried again', async () => {
    let isUp = false
    await open(`/activate-account#token=${TOKEN}`, {
      [ACTIVATE]: () => dead(),
      [RENEW]: () => (isUp ? json(200, { status: 'success', message: 'Ya va' }) : new Response('', { status: 503 })),
    })
    await send()
    await press('Enviar un enlace nuevo')
    expect(await screen.findByText('Error del servidor. Por favor, intenta más tarde')).toBeTruthy()
    isUp = true
    await press('Enviar un enlace nuevo')
    expect(await screen.findByText('Ya va')).toBeTruthy()
  })

  test('one that never was offers none', async () => {
    const message = 'Token no encontrado. Verifica el enlace de activación'
    await open(`/activate-account#token=${TOKEN}`, {
      [ACTIVATE]: () => json(404, { code: 'activation_link_unknown', message }),
    })
    await send()
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(screen.queryByRole('button', { name: 'Enviar un enlace nuevo' })).toBeNull()
  })
})

describe('the entrance of administrators', () => {
  const LOGIN = 'POST /api/v1/login'

  test.each([
    ['god', loginAnswer('GOD_ADMIN'), '/god-admin/companies', 'Organizaciones'],
    ['the legal account', loginAnswer('GOD_ADMIN', { permission: 'legal' }), '/god-admin/companies', 'Organizaciones'],
    ['an admin', loginAnswer('admin'), '/god-admin/companies', 'Organizaciones'],
  ])('%s goes to the panel', async (_, answer, address, title) => {
    const { router, sent } = await open('/admin-login', {
      [LOGIN]: answer,
      'GET /api/v1/admin/companies': page('companies', []),
    })
    await signInOnScreen(user)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(router.state.location.pathname).toBe(address)
    expect(sent.find(({ path }) => path === '/api/v1/login')?.body).toMatchObject({ entrance: 'admin' })
  })

  test('anybody else reads that the credentials are wrong, and gets no session', async () => {
    await open('/admin-login', {
      [LOGIN]: () => json(401, { code: 'wrong_credentials', message: 'Credenciales incorrectas' }),
    })
    await signInOnScreen(user)
    expect((await screen.findByRole('alert')).textContent).toBe('Credenciales incorrectas')
    expect(currentSession()).toBeNull()
  })

  test('of the demo accounts it offers those that it admits', async () => {
    const account = (role: string, phone: string) => ({ role, name: role, phone, password: 'previa-demo' })
    await open('/admin-login', {
      'GET /dev/sign-ins': () =>
        json(200, [account('Cliente', '+5491155550001'), account('Legales', '+5491155550002')]),
    })
    await press('Legales')
    expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('previa-demo')
    expect(screen.queryByRole('button', { name: 'Cliente' })).toBeNull()
  })

  test('who is in with another account may still sign in here', async () => {
    await openScreen('/admin-login', { as: 'CLIENT' })
    expect(await screen.findByLabelText('Teléfono')).toBeTruthy()
  })

  test('who is in already goes on to the panel', async () => {
    const { router } = await openScreen('/admin-login', {
      as: 'GOD_ADMIN',
      answers: { 'GET /api/v1/admin/companies': page('companies', []) },
    })
    expect(router.state.location.pathname).toBe('/god-admin/companies')
  })
})
