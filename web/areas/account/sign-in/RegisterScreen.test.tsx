import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { currentSession } from '#web/api/session.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'

const REGISTER = 'POST /api/v1/user'
const WRONG_PICTURE = /Solo se permiten archivos JPG, JPEG o PNG/
const open = (answers: Answers = {}) => openScreen(paths.register(), { answers })

async function fill(user: UserEvent) {
  await user.type(await screen.findByLabelText('Nombre completo'), '  Camila Ferreyra ')
  await user.type(screen.getByLabelText('Teléfono'), '91155550001')
  await user.type(screen.getByLabelText('Email'), 'Camila@Example.com')
  await user.type(screen.getByLabelText('Fecha de nacimiento'), '1998-04-02')
  await user.type(screen.getByLabelText('Contraseña'), 'una clave larga')
  await user.click(screen.getByLabelText(/Acepto los/))
}

test('every missing field says what it needs', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Crear Cuenta' }))
  for (const text of [
    'El nombre completo es obligatorio',
    'El teléfono es obligatorio',
    'El email debe ser válido',
    'Poné tu fecha de nacimiento',
    'La contraseña debe tener al menos 8 caracteres',
    'Tenés que aceptar los términos y condiciones',
  ]) {
    expect(await screen.findByText(text)).toBeTruthy()
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre completo'))
})

test('a birth date in the future is refused', async () => {
  const { user } = await open()
  await fill(user)
  await user.clear(screen.getByLabelText('Fecha de nacimiento'))
  await user.type(screen.getByLabelText('Fecha de nacimiento'), '2999-01-01')
  await user.click(screen.getByRole('button', { name: 'Crear Cuenta' }))
  expect(await screen.findByText('La fecha de nacimiento no es válida')).toBeTruthy()
})

test('registering sends what was typed, signs in and forgets the draft', async () => {
  const { router, sent, user } = await open({ [REGISTER]: loginAnswer() })
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Crear Cuenta' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.home()))
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Camila Ferreyra',
    phone: '+5491155550001',
    mail: 'camila@example.com',
    birthDate: '1998-04-02',
    password: 'una clave larga',
  })
  expect(currentSession()).not.toBeNull()
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toMatch(/Camila|acceptsTerms/)
})

test.each([
  [1, false],
  [2, true],
])('the box for no news is unticked, and sent once it is touched: %i times', async (touches, acceptsAdvertising) => {
  const { sent, user } = await open({ [REGISTER]: loginAnswer() })
  await fill(user)
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'No quiero recibir novedades' })
  expect(box.checked).toBe(false)
  for (let touch = 0; touch < touches; touch += 1) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Crear Cuenta' }))
  await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ acceptsAdvertising }))
})

test('a server problem shows under its field, and the input stays', async () => {
  const { user } = await open({
    [REGISTER]: () => json(409, { code: 'phone_taken', message: 'Ya existe una cuenta con ese teléfono' }),
  })
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Crear Cuenta' }))
  await screen.findByText('Ya existe una cuenta con ese teléfono')
  expect(screen.getByLabelText('Teléfono').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('¿Es tu cuenta?').querySelector('a')?.getAttribute('href')).toBe(paths.login())
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('una clave larga')
})

test('what was typed is there again after leaving, except the password', async () => {
  const { user } = await open()
  await fill(user)
  await vi.waitFor(() => expect(JSON.stringify(Object.entries(sessionStorage))).toContain('acceptsTerms'))
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('una clave larga')

  cleanup()
  await open()
  expect((await screen.findByLabelText<HTMLInputElement>('Nombre completo')).value).toContain('Camila Ferreyra')
  expect(screen.getByLabelText<HTMLInputElement>(/Acepto los/).checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('')
})

test('a picture of another type is refused aloud', async () => {
  const { user } = await open()
  const input = await screen.findByLabelText('Foto de perfil (opcional)')
  await userEvent.upload(input, new File(['gif'], 'x.gif', { type: 'image/gif' }), { applyAccept: false })
  const dialog = await screen.findByRole('alertdialog', { name: 'Formato no válido' })
  expect(dialog.textContent).toMatch(WRONG_PICTURE)
  await user.click(within(dialog).getByRole('button', { name: 'Entendido' }))
  expect(within(screen.getByRole('main')).getByText(WRONG_PICTURE)).toBeTruthy()
})

test('a phone that an account has unproved asks its code, and nothing that was typed is lost', async () => {
  const codes: unknown[] = []
  const { router, sent, user } = await open({
    [REGISTER]: ({ body }) => {
      const { code } = body as { code?: string }
      codes.push(code)
      if (code === '123456') return loginAnswer()
      if (code === '111111') return json(503, { code: 'busy', message: 'Hay mucha gente' })
      if (code !== undefined)
        return json(422, { code: 'wrong_code', message: 'El código no es correcto', details: { triesLeft: 4 } })
      const details = { kind: 'phone', sentTo: '+54 9 11 ****-0001', expiresInSeconds: 600 }
      return json(409, { code: 'phone_code_needed', message: 'Ya hay una cuenta con ese teléfono.', details })
    },
  })
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Crear Cuenta' }))
  const dialog = await screen.findByRole('dialog', { name: '¿Es tu teléfono?' })
  expect(dialog.textContent).toContain('+54 9 11 ****-0001')
  await user.click(screen.getByRole('button', { name: 'Volver' }))
  expect(screen.getByLabelText<HTMLInputElement>('Nombre completo').value).toContain('Camila Ferreyra')
  await user.click(screen.getByRole('button', { name: 'Crear Cuenta' }))
  await user.type(await screen.findByLabelText('Código'), '000000')
  await user.click(screen.getByRole('button', { name: 'Crear mi cuenta' }))
  expect(await screen.findByText('El código no es correcto. Te quedan 4 intentos.')).toBeTruthy()
  // A problem of no field shows next to the code, which can be sent again.
  await user.clear(screen.getByLabelText('Código'))
  await user.type(screen.getByLabelText('Código'), '111111')
  await user.click(screen.getByRole('button', { name: 'Crear mi cuenta' }))
  expect(await screen.findByText('Hay mucha gente')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Código').value).toBe('111111')
  await user.clear(screen.getByLabelText('Código'))
  await user.type(screen.getByLabelText('Código'), '123456')
  await user.click(screen.getByRole('button', { name: 'Crear mi cuenta' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.home()))
  expect(codes).toEqual([undefined, undefined, '000000', '111111', '123456'])
  expect(sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    name: 'Camila Ferreyra',
    password: 'una clave larga',
    code: '123456',
  })
  expect(currentSession()).not.toBeNull()
})
