import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OrganizerRequest } from '#contract/companies/onboarding-requests.ts'
import { paths } from '#contract/api/paths.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { waitWords } from './wait-words.ts'

vi.setConfig({ testTimeout: 30_000 })

const ID = '01990000-0000-7000-8000-0000000000a1'
const LIST = '/api/v1/admin/organizer-requests'
const request = (changes: Partial<OrganizerRequest> = {}): OrganizerRequest => ({
  id: ID,
  state: 'pending',
  sentAt: '2026-11-22T15:00:00.000Z',
  decision: null,
  earlier: [
    { state: 'rejected', decidedAt: '2026-11-20T15:00:00.000Z', decidedBy: 'Lía Legal', reason: 'No se leía el DNI.' },
  ],
  person: { id: ID, name: 'Lola R.', mail: 'lola@previa.example', phone: '+5493415550101', isProved: true },
  company: null,
  hasPhotos: true,
  fullName: 'Lola Ríos',
  email: 'lola@previa.example',
  whatsapp: '+5493415550101',
  provincia: 'Santa Fe',
  ciudad: 'Rosario',
  domicilio: 'Sarmiento 742',
  dniNumber: '*****456',
  organizationType: 'Empresa',
  companyName: 'Noches del Litoral',
  razonSocial: 'Noches del Litoral S.A.',
  cuit: '30703088534',
  nombreOrganizacion: null,
  acceptAdvertising: false,
  ...changes,
})

async function open(row: OrganizerRequest, answers: object = {}) {
  const opened = await openScreen(`${paths.godRequests()}?solicitud=${ID}`, {
    as: 'GOD_ADMIN',
    answers: { [`GET ${LIST}`]: page('requests', [row]), ...answers },
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Solicitud de Noches del Litoral' }))
  return { ...opened, dialog }
}

test('documents are read only once they are asked for, side by side', async () => {
  const photo = () =>
    new Response(new Blob(['x'], { type: 'image/jpeg' }), { headers: { 'content-type': 'image/jpeg' } })
  const { dialog, sent, user } = await open(request(), {
    [`GET ${LIST}/${ID}/photos/front`]: photo,
    [`GET ${LIST}/${ID}/photos/back`]: photo,
    [`GET ${LIST}/${ID}/dni`]: { dniNumber: '30123456' },
  })
  expect(dialog.getByText('*****456')).toBeTruthy()
  expect(dialog.getByText('30-70308853-4')).toBeTruthy()
  expect(dialog.getByText('No se leía el DNI.')).toBeTruthy()
  expect(sent.filter(({ path }) => path.includes('/photos/'))).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Ver DNI y fotos' }))
  expect(await dialog.findByText('DNI 30.123.456')).toBeTruthy()
  expect(await dialog.findByAltText('Frente del DNI')).toBeTruthy()
  expect(await dialog.findByAltText('Dorso del DNI')).toBeTruthy()
  expect(sent.filter(({ path }) => path.includes('/photos/'))).toHaveLength(2)
})

test('a request for changes needs its reason; one that was decided meanwhile says so and loses nothing', async () => {
  const { dialog, sent, user } = await open(request(), {
    [`POST ${LIST}/${ID}/decide`]: () =>
      json(409, { code: 'organizer_request_decided', message: 'Otra persona ya decidió este pedido' }),
  })
  await user.click(dialog.getByRole('button', { name: 'Pedir cambios' }))
  await user.click(await dialog.findByRole('button', { name: 'Pedir cambios' }))
  expect(await dialog.findByText('Contale por qué, en al menos 10 letras')).toBeTruthy()
  await user.type(dialog.getByLabelText('Motivo'), 'La foto del dorso no se lee')
  await user.click(dialog.getByRole('button', { name: 'Pedir cambios' }))
  expect(await dialog.findByText('Otra persona ya decidió este pedido')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Motivo').value).toBe('La foto del dorso no se lee')
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    decision: 'needs_changes',
    reason: 'La foto del dorso no se lee',
  })
})

test('nobody is approved who verified no contact', async () => {
  const { dialog } = await open(request({ person: { ...request().person, isProved: false } }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Aprobar' }).disabled).toBe(true)
})

test.each([
  ['2026-11-25T14:20:00.000Z', '40 minutos'],
  ['2026-11-25T10:00:00.000Z', '5 horas'],
  ['2026-11-22T15:00:00.000Z', '3 días'],
])('a request of %s waits since %s', (since, words) => {
  expect(waitWords(since, Date.parse('2026-11-25T15:00:00.000Z'))).toBe(words)
})
