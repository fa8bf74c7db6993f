import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { photoProblems, type OwnRequest } from '#contract/companies/onboarding.ts'
import { paths } from '#contract/api/paths.ts'
import { currentSession } from '#web/api/session.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer, person } from '#web/testing/people.ts'
import { UploadByFetch } from '#web/testing/upload-by-fetch.ts'
import { SERVER_FAILED } from './organizer-form.ts'

vi.setConfig({ testTimeout: 30_000 })
afterEach(() => localStorage.clear())

const INFO = 'GET /api/v1/onboarding-info'
const SEND = 'POST /api/v1/organizer/onboarding'
const free = { requestStatus: 'approved', request: null, maySend: true }
const sentRequest: OwnRequest = {
  id: '01990000-0000-7000-8000-0000000000a1',
  state: 'needs_changes',
  sentAt: '2026-11-24T15:00:00.000Z',
  decidedAt: '2026-11-25T15:00:00.000Z',
  reason: 'La foto del dorso salió movida.',
  fullName: 'Lola Ríos',
  email: 'lola@previa.example',
  whatsapp: '+5493415550101',
  provincia: 'Santa Fe',
  ciudad: 'Rosario',
  domicilio: 'Sarmiento 742',
  dniNumber: '30123456',
  organizationType: 'Empresa',
  companyName: 'Noches del Litoral',
  razonSocial: 'Noches del Litoral S.A.',
  cuit: '30703088534',
  nombreOrganizacion: null,
  acceptAdvertising: false,
}
const jpeg = (size = 3, type = 'image/jpeg') =>
  new File(
    [new Uint8Array([0xff, 0xd8, 0xff, ...Array.from({ length: 9 }, () => 0)]), new Uint8Array(size)],
    'dni.jpg',
    {
      type,
    },
  )

function open(path: string, answers: Answers = {}) {
  // The pretended browser has no addresses for files.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:dni', revokeObjectURL: () => {} }))
  vi.stubGlobal('XMLHttpRequest', UploadByFetch)
  return openScreen(path, { as: loginAnswer('CLIENT'), answers: { [INFO]: free, ...answers } })
}
type User = Awaited<ReturnType<typeof open>>['user']
const next = (user: User) => user.click(screen.getByRole('button', { name: 'Siguiente' }))

/** The first step; the account gives name, mail and phone. */
async function fillPerson(user: User) {
  await user.type(await screen.findByLabelText('DNI'), '30.123.456')
  await user.selectOptions(screen.getByLabelText('Provincia'), 'Santa Fe')
  await user.type(screen.getByLabelText('Ciudad'), 'Rosario')
  await user.type(screen.getByLabelText('Domicilio'), 'Sarmiento 742')
  await next(user)
}

async function fillPhotos(user: User) {
  await user.upload(await screen.findByLabelText('Elegir un archivo: Frente'), jpeg())
  await screen.findByAltText('Frente de tu DNI')
  await user.upload(screen.getByLabelText('Sacar la foto: Dorso'), jpeg())
  await screen.findByAltText('Dorso de tu DNI')
}

test('a visitor reads what is asked; signing in leads back', async () => {
  const { router, user } = await openScreen(paths.organizeTogether())
  expect(screen.getByText('El CUIT y la razón social, si está registrada.')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Ingresar y empezar' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.login()))
  expect(sessionStorage.getItem('redirectAfterLogin')).toContain(paths.organizeTogether())
})

test('what was sent leaves by the new token, and its draft is gone', async () => {
  let info: object = free
  const { router, sent, user } = await open(paths.organizeAlone(), {
    [INFO]: () => info,
    'GET /api/v1/user/profile': () => person('CLIENT', { requestStatus: 'pending' }),
    [SEND]: () => {
      info = { requestStatus: 'pending', request: { ...sentRequest, state: 'pending', reason: null }, maySend: false }
      return { success: true, message: 'Recibimos tu pedido', token: 'token-nuevo' }
    },
  })
  await fillPerson(user)
  await screen.findByLabelText(/Nombre de tu organización/)
  await next(user)
  await fillPhotos(user)
  await next(user)
  await user.click(await screen.findByRole('button', { name: 'Mandar mi pedido' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.organizerRequest()))
  expect(currentSession()).toMatchObject({ token: 'token-nuevo', user: { requestStatus: 'pending' } })
  const form = sent.find(({ method, path }) => method === 'POST' && path.endsWith('onboarding'))?.body as FormData
  expect([form.get('dniPic1'), form.get('dniPic2')].every((file) => file instanceof File)).toBe(true)
  const after = sent.slice(sent.findIndex(({ path }) => path.endsWith('/organizer/onboarding')) + 1)
  expect(new Set(after.map(({ headers }) => headers.get('authorization')))).toEqual(new Set(['Bearer token-nuevo']))
  expect(Object.keys(localStorage).filter((key) => key.startsWith('borrador:'))).toEqual([])
})

test('the page may be closed: what was typed is there again, the photos are not', async () => {
  const { user } = await open(paths.organizeAlone())
  await fillPerson(user)
  await screen.findByLabelText(/Nombre de tu organización/)
  await next(user)
  await fillPhotos(user)
  const kept = Object.entries(localStorage).find(([key]) => key.startsWith('borrador:'))?.[1] as string
  expect(kept).toContain('Sarmiento 742')
  expect(kept).not.toContain('dniPic')
  cleanup()
  sessionStorage.clear()
  await open(paths.organizeAlone())
  expect((await screen.findByLabelText<HTMLInputElement>('Domicilio')).value).toBe('Sarmiento 742')
})

test('a photo is judged at its place, by its bytes and after it was made smaller', async () => {
  const { user } = await open(paths.organizeAlone())
  await fillPerson(user)
  await screen.findByLabelText(/Nombre de tu organización/)
  await next(user)
  await screen.findByLabelText('Sacar la foto: Frente')
  await next(user)
  expect(await screen.findByText(photoProblems.front.missing)).toBeTruthy()
  expect(screen.getByText(photoProblems.back.missing)).toBeTruthy()
  // What a picker that goes by names would not offer.
  const upload = (file: File) =>
    userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Elegir un archivo: Frente'), file)
  await upload(new File(['\0\0\0\u0018ftypheic\0\0\0\0'], 'IMG_1.heic', { type: 'image/jpeg' }))
  expect(await screen.findByText(photoProblems.front.type)).toBeTruthy()
  await upload(new File([], 'vacia.jpg', { type: 'image/jpeg' }))
  expect(await screen.findByText(photoProblems.front.unreadable)).toBeTruthy()
  await upload(jpeg(5 * 1024 * 1024))
  expect(await screen.findByText(photoProblems.front.tooLarge)).toBeTruthy()
  await upload(jpeg(3, ''))
  expect(await screen.findByAltText('Frente de tu DNI')).toBeTruthy()
  expect(screen.queryByText(photoProblems.front.tooLarge)).toBeNull()
})

test('what the server says of a photo leads to its step; a failure of ours keeps everything', async () => {
  let answer: Response = json(500, { code: 'internal', message: 'x' })
  const { router, user } = await open(paths.organizeAlone(), { [SEND]: () => answer })
  await fillPerson(user)
  await screen.findByLabelText(/Nombre de tu organización/)
  await next(user)
  await fillPhotos(user)
  await next(user)
  await user.click(await screen.findByRole('button', { name: 'Mandar mi pedido' }))
  expect(await screen.findByText(SERVER_FAILED)).toBeTruthy()
  answer = json(413, {
    code: 'onboarding_photos_too_large',
    message: 'Las imágenes son demasiado grandes. Intenta con imágenes más pequeñas.',
    details: [{ path: ['dniPic2'], message: photoProblems.back.tooLarge }],
  })
  await user.click(screen.getByRole('button', { name: 'Mandar mi pedido' }))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/documentos$/))
  expect(await screen.findByText(photoProblems.back.tooLarge)).toBeTruthy()
  expect(await screen.findByAltText('Frente de tu DNI')).toBeTruthy()
  // The refused side alone is no longer ready.
  expect(screen.getAllByText('Lista')).toHaveLength(1)
})

test('mending begins with what was sent, and a wrong CUIT is said at its place', async () => {
  const { user } = await open(paths.organizeTogether(), {
    [INFO]: { requestStatus: 'needs_changes', request: sentRequest, maySend: true },
  })
  expect((await screen.findByLabelText<HTMLInputElement>('Nombre y apellido')).value).toBe('Lola Ríos')
  await next(user)
  const cuit = await screen.findByRole<HTMLInputElement>('textbox', { name: 'CUIT' })
  expect(cuit.value).toBe('30-70308853-4')
  await user.clear(cuit)
  await user.type(cuit, '30-70308853-5')
  await next(user)
  expect(await screen.findByText(/Ese CUIT no es válido/)).toBeTruthy()
})

test('where a request stands: the reason, and the way to mend it', async () => {
  await open(paths.organizerRequest(), {
    [INFO]: { requestStatus: 'needs_changes', request: sentRequest, maySend: true },
  })
  expect(await screen.findByText('La foto del dorso salió movida.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Corregir y mandar de nuevo' }).getAttribute('href')).toBe(
    paths.organizeTogether(),
  )
})

test('an approval leads to the first event once the session knows of it', async () => {
  await open(paths.organizerRequest(), {
    [INFO]: { requestStatus: 'approved', request: { ...sentRequest, state: 'approved', reason: null }, maySend: false },
    'GET /api/v1/user/profile': () =>
      person('ORGANIZATOR', { companyId: '01990000-0000-7000-8000-0000000000c1', requestStatus: 'approved' }),
  })
  const link = await screen.findByRole('link', { name: 'Creá tu primer evento' })
  expect(link.getAttribute('href')).toBe(paths.newEvent())
})
