import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'
import { currentSession, expireSession } from '#web/api/session.ts'
import { json, type Answers, type Sent } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer, person } from '#web/testing/people.ts'
import { currentToast } from '#web/ui/feedback/toast.ts'
import { UploadByFetch } from '#web/testing/upload-by-fetch.ts'

const GET = 'GET /api/v1/user/profile'
const PUT = 'PUT /api/v1/user/profile'
const PUT_IMAGE = 'PUT /api/v1/user/profile/image'
const SAVED = 'Perfil actualizado exitosamente'
const saved = (user: SessionUser) => ({ status: 'success', message: SAVED, user })
const FAILED = 'Error al actualizar el perfil. Por favor, intenta nuevamente.'

const open = (answers: Answers = {}, as = loginAnswer()) => openScreen(paths.editProfile(), { as, answers })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar Cambios' }))
const bodyOf = (sent: readonly Sent[], method: string) => sent.find((each) => each.method === method)?.body

async function type(label: string, text: string) {
  await userEvent.clear(field(label))
  if (text) await userEvent.type(field(label), text)
}

test('an emptied birth date is sent as such', async () => {
  const { sent } = await open({ [PUT]: () => saved(person('CLIENT', { birthDate: null, age: null })) })
  await screen.findByRole('heading', { level: 1, name: 'Editar Perfil' })
  await userEvent.clear(screen.getByLabelText(/^Fecha de nacimiento/))
  await save()
  await waitFor(() => expect(bodyOf(sent, 'PUT')).toMatchObject({ birthDate: null }))
})

test('it shows who one is and what a profile has', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Editar Perfil' })).toBeTruthy()
  expect(field('Nombre completo').value).toBe('Camila Ferreyra')
  expect(field('Email').value).toBe('camila@example.com')
  expect(field('WhatsApp').value).toBe('9 11 5555-0001')
  expect(screen.getByText('Cargar imagen *')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Masculino' }).getAttribute('aria-pressed')).toBe('false')
  expect(screen.getByRole('button', { name: 'Femenino' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('link', { name: 'Solicitar eliminación de cuenta' }).getAttribute('href')).toBe(
    '/perfil/eliminar-cuenta',
  )
})

test('saving sends name, phone and what was changed, refreshes the session and goes to the profile', async () => {
  const after = person('CLIENT', { name: 'Camila F', username: 'Camila F', gender: 'Other' })
  let me = person()
  let answer = () => {}
  const { router, sent, user } = await open({
    [GET]: () => me,
    [PUT]: () =>
      new Promise((resolve) => {
        answer = () => {
          me = after
          resolve(saved(after))
        }
      }),
  })
  await type('Nombre completo', '  Camila F ')
  await user.click(screen.getByRole('button', { name: 'Otro' }))
  await save()
  expect(await screen.findByText('Guardando cambios...')).toBeTruthy()
  // Enter while it saves is not another save.
  await user.type(field('Nombre completo'), '{Enter}')
  answer()
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi Perfil' })).toBeTruthy()
  expect(router.state.location.pathname).toBe(paths.profile())
  expect(within(screen.getByRole('main')).getByText('Camila F')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect(bodyOf(sent, 'PUT')).toEqual({ name: 'Camila F', phone: '5491155550001', gender: 'O' })
  expect(currentSession()?.user).toEqual(after)
  expect(screen.getByText(SAVED)).toBeTruthy()
  expect(currentToast()?.tone).toBe('success')
})

test('a changed phone is sent without its plus sign; a concurrent change is shown and kept', async () => {
  const fresh = person('CLIENT', { name: 'Camila Renombrada' })
  const { sent } = await open({ [GET]: fresh, [PUT]: saved(fresh) })
  await screen.findByRole('heading', { level: 1, name: 'Editar Perfil' })
  await waitFor(() => expect(field('Nombre completo').value).toBe('Camila Renombrada'))
  await type('WhatsApp', '+54 9 11 5555 0002')
  await save()
  await waitFor(() =>
    expect(bodyOf(sent, 'PUT')).toEqual({ name: 'Camila Renombrada', phone: '5491155550002', gender: 'Female' }),
  )
})

test('who would rather not say sends no gender', async () => {
  const { sent, user } = await open({ [PUT]: saved(person()) })
  await user.click(await screen.findByRole('button', { name: 'Prefiero no decir' }))
  await save()
  expect(await screen.findByText(SAVED)).toBeTruthy()
  expect(bodyOf(sent, 'PUT')).not.toHaveProperty('gender')
})

test.each([
  ['Nombre completo', 'J', 'El nombre completo es obligatorio'],
  ['Nombre completo', 'a'.repeat(101), 'El nombre es demasiado largo'],
  ['Email', 'sin-arroba', 'El email debe ser válido'],
  ['Email', '', 'El email debe ser válido'],
  ['Fecha de nacimiento (opcional)', '2999-01-01', 'La fecha de nacimiento no es válida'],
])('a wrong %s (%s) says so and nothing is sent', async (label, text, message) => {
  const { sent } = await open()
  await type(label, text)
  await save()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(field(label).getAttribute('aria-invalid')).toBe('true')
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('a phone that is missing says so', async () => {
  await open({}, loginAnswer('CLIENT', { phone: null }))
  await save()
  expect(await screen.findByText('El teléfono es obligatorio')).toBeTruthy()
})

test.each([
  ['mail_taken', 'email', 'Email', 'otra@example.com', 'Ya existe una cuenta con ese email'],
  ['phone_taken', 'phone', 'WhatsApp', '+5493415550199', 'Ya existe una cuenta con ese teléfono'],
])('%s shows under its field, and the input stays', async (code, path, label, text, message) => {
  await open({ [PUT]: () => json(409, { code, message, details: [{ path: [path], message }] }) })
  await type(label, text)
  await save()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(field(label).getAttribute('aria-invalid')).toBe('true')
  expect(field(label).value.replaceAll(' ', '')).toBe(text)
  expect(screen.getByText(FAILED)).toBeTruthy()
  expect(currentToast()?.tone).toBe('error')
})

test.each([
  [400, 'invalid_profile', 'Datos de perfil inválidos'],
  [401, 'profile_unauthorized', 'No tienes autorización para realizar esta acción'],
  [403, 'profile_forbidden', 'Acceso prohibido - verifica tu token de autenticación'],
])('a %i of the profile shows its message and keeps the session', async (status, code, message) => {
  await open({ [PUT]: () => json(status, { code, message: '' }) })
  await save()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(currentSession()).not.toBeNull()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('offline nothing is lost, also when the screen is left and opened again', async () => {
  const offline = () => {
    throw new TypeError('Failed to fetch')
  }
  await open({ [PUT]: offline })
  await type('Nombre completo', 'Camila Sin Red')
  await save()
  expect(await screen.findByText(FAILED)).toBeTruthy()
  expect(field('Nombre completo').value).toBe('Camila Sin Red')
  cleanup()
  await open()
  expect(await screen.findByText('Acá está lo que habías escrito sin guardar.')).toBeTruthy()
  expect(field('Nombre completo').value).toBe('Camila Sin Red')
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }))
  expect(field('Nombre completo').value).toBe('Camila Ferreyra')
})

test('a person does not see another person’s input', async () => {
  await open()
  await type('Nombre completo', 'Cosas de Camila')
  cleanup()
  expireSession()
  await open({}, loginAnswer('CLIENT', { id: '01990000-0000-7000-8000-000000000002', name: 'Bruno Díaz' }))
  expect(field('Nombre completo').value).toBe('Bruno Díaz')
})

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const picture = (bytes = 0) => new File([new Uint8Array(PNG), new Uint8Array(bytes)], 'yo.png', { type: 'image/png' })
const choose = (file: File) => userEvent.upload(field('Imagen de perfil (opcional)'), file, { applyAccept: false })

test('a picture of another type, and one that is too large, are refused by an alert', async () => {
  const { user } = await open()
  await choose(new File(['GIF89a'], 'x.gif', { type: 'image/gif' }))
  const wrong = await screen.findByRole('alertdialog', { name: 'Formato no válido' })
  expect(wrong.textContent).toContain(
    'Solo se permiten archivos JPG, JPEG o PNG. Por favor, selecciona un archivo con uno de estos formatos.',
  )
  await user.click(within(wrong).getByRole('button', { name: 'Entendido' }))
  await choose(picture(Math.round(12.5 * 1024 * 1024)))
  const large = await screen.findByRole('alertdialog', { name: 'Archivo muy grande' })
  expect(large.textContent).toMatch(/12,5 MB.*10 MB/)
})

test('a new picture leaves after the texts; if it fails, the texts stand and it can be sent again', async () => {
  // happy-dom has no addresses for files.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:yo', revokeObjectURL: () => {} }))
  vi.stubGlobal('XMLHttpRequest', UploadByFetch)
  const order: string[] = []
  let isBroken = true
  let me = person()
  const { router } = await open({
    [GET]: () => me,
    [PUT]: () => {
      order.push('texts')
      me = { ...me, name: 'Camila Nueva' }
      return saved(me)
    },
    [PUT_IMAGE]: () => {
      order.push('picture')
      if (isBroken) return json(400, { code: 'invalid_profile_image', message: 'Imagen de perfil inválida' })
      me = { ...me, urlProfileImgId: 'a'.repeat(64) }
      return {
        data: { urlProfileImgId: 'a'.repeat(64), imageUrl: '/media/a', profileImageUrl: '/media/a' },
        imageUrl: '/media/a',
        profileImageUrl: '/media/a',
        user: me,
      }
    },
  })
  await type('Nombre completo', 'Camila Nueva')
  await choose(picture())
  await waitFor(() => expect(screen.getByText('Cambiar imagen')).toBeTruthy())
  await save()
  expect(await screen.findByText(/Imagen de perfil inválida\. Tus datos sí se guardaron/)).toBeTruthy()
  expect(currentSession()?.user.name).toBe('Camila Nueva')
  isBroken = false
  await save()
  expect(await screen.findByText(SAVED)).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.profile()))
  expect(order).toEqual(['texts', 'picture', 'texts', 'picture'])
  expect(currentSession()?.user.urlProfileImgId).toBe('a'.repeat(64))
})
