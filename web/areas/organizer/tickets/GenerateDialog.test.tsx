import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { IssuedTickets, IssueOptions } from '#contract/sales/box-office.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'
import { COMPANY, EVENT_ID, GENERAL_ID, managedEvent, VIP_ID } from '#web/testing/organizer-fixtures.ts'

vi.setConfig({ testTimeout: 30_000 })

const availability = (
  changes: Partial<IssueOptions['courtesyAvailability']> = {},
): IssueOptions['courtesyAvailability'] => ({
  rrppCourtesiesAvailable: null,
  eventFreeTicketsAvailable: 100,
  eventCourtesiesRemaining: 3,
  eventCourtesyLimit: 100,
  placesToGive: 80,
  actualAvailableCourtesies: 3,
  canGenerateCourtesy: true,
  bound: 'event',
  limitations: { hasRRPPLimit: false, hasEventLimit: true, noFreeTicketType: false },
  ...changes,
})
const options = (changes: Partial<IssueOptions> = {}): IssueOptions => ({
  ticketTypes: [
    { id: GENERAL_ID, name: 'General', price: 18_000, visibility: 'visible', available: 50, isSold: true },
    { id: VIP_ID, name: 'Invitados', price: 0, visibility: 'courtesy', available: 80, isSold: false },
  ],
  courtesyAvailability: availability(),
  closed: null,
  ...changes,
})
const made = (changes: Partial<IssuedTickets> = {}): IssuedTickets => ({
  kind: 'courtesy',
  ticketIds: ['01990000-0000-4000-8000-000000000001'],
  type: { id: VIP_ID, name: 'Invitados' },
  quantity: 2,
  amount: 0,
  sentTo: [
    { channel: 'mail', to: 'c***@previa.example' },
    { channel: 'whatsapp', to: '+54 9 351 ****-0000' },
  ],
  courtesyAvailability: availability(),
  ...changes,
})

const GENERATE = 'POST /api/v1/ticket/dashboard/organizer/generate-ticket'
const open = (answers: Answers = {}) =>
  openScreen(`${paths.eventSummary(EVENT_ID)}?generar=si`, {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id }),
    answers: {
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent({ state: 'active' }),
      [`GET /api/v1/events/${EVENT_ID}/issue-options`]: options(),
      [GENERATE]: json(201, made()),
      ...answers,
    },
  })
const dialogOf = async () => {
  await screen.findByLabelText('Tipo de entrada')
  return within(screen.getByRole('dialog', { name: 'Generar entradas' }))
}
const bodies = (sent: readonly { method: string; path: string; body?: unknown }[]) =>
  sent.filter(({ method, path }) => method === 'POST' && path.includes('generate')).map(({ body }) => body)

test('courtesies: what is left of the event’s limit bounds the quantity, and the result says where they go', async () => {
  const { user, sent } = await open()
  const dialog = await dialogOf()
  await user.click(dialog.getByRole('button', { name: 'Generar y enviar' }))
  expect(await dialog.findByText('Elegí el tipo de entrada')).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('Tipo de entrada'), VIP_ID)
  expect(dialog.getByText('Quedan 3 cortesías de las 100 del evento')).toBeTruthy()
  const more = dialog.getByRole('button', { name: 'Agregar una: Entradas' })
  for (let n = 0; n < 5; n += 1) await user.click(more)
  expect(dialog.getByRole('button', { name: 'Generar y enviar 3' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Quitar una: Entradas' }))
  await user.type(dialog.getByLabelText('WhatsApp de la persona'), '3515550000')
  await user.type(dialog.getByLabelText('Nombre y apellido'), 'Camila Ferreyra')
  await user.type(dialog.getByLabelText('Email'), 'camila@previa.example')
  await user.click(dialog.getByRole('button', { name: 'Generar y enviar 2' }))
  const result = within(await screen.findByRole('dialog', { name: 'Entradas generadas' }))
  expect(result.getByText('2 entradas de cortesía · Invitados')).toBeTruthy()
  expect(result.getByText('Salen al email c***@previa.example y al WhatsApp +54 9 351 ****-0000.')).toBeTruthy()
  expect(bodies(sent)).toMatchObject([
    {
      eventId: EVENT_ID,
      ticketType: VIP_ID,
      isCourtesy: true,
      quantity: 2,
      userName: 'Camila Ferreyra',
      userEmail: 'camila@previa.example',
    },
  ])
  await user.click(result.getByRole('button', { name: 'Listo' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('sold in person: the amount is shown before, and a person found by phone needs no name', async () => {
  const { user, sent } = await open({
    'GET /api/v1/user/search-by-phone': { id: '01990000-0000-7000-8000-00000000bbbb', name: 'Camila F.' },
    [GENERATE]: json(
      201,
      made({ kind: 'in_person', quantity: 2, amount: 36_000, type: { id: GENERAL_ID, name: 'General' }, sentTo: [] }),
    ),
  })
  const dialog = await dialogOf()
  await user.selectOptions(dialog.getByLabelText('Tipo de entrada'), GENERAL_ID)
  await user.click(dialog.getByRole('radio', { name: /Vendida en persona/ }))
  await user.click(dialog.getByRole('button', { name: 'Agregar una: Entradas' }))
  expect(dialog.getByText('$36.000 en persona')).toBeTruthy()
  expect(dialog.getByText('Quedan 50 lugares de este tipo')).toBeTruthy()
  await user.type(dialog.getByLabelText('WhatsApp de la persona'), '3515550000')
  await user.click(dialog.getByRole('button', { name: 'Buscar por teléfono' }))
  expect(await dialog.findByText('Camila F.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Generar y enviar 2' }))
  expect(await screen.findByText('2 entradas · General · $36.000 cobrados en persona')).toBeTruthy()
  expect(screen.getByText(/no confirmó un email ni un WhatsApp/)).toBeTruthy()
  expect(bodies(sent)).toEqual([
    {
      eventId: EVENT_ID,
      ticketType: GENERAL_ID,
      isCourtesy: false,
      quantity: 2,
      idUserToSend: '01990000-0000-7000-8000-00000000bbbb',
    },
  ])
})

test('a refusal keeps what was typed, and a used-up limit cannot be sent', async () => {
  const message = 'Ya se dieron las 100 cortesías que admite este evento'
  let left = 3
  const { user } = await open({
    [`GET /api/v1/events/${EVENT_ID}/issue-options`]: () =>
      options({ courtesyAvailability: availability({ eventCourtesiesRemaining: left }) }),
    [GENERATE]: () => {
      left = 0
      return json(409, { code: 'courtesy_limit', message })
    },
  })
  const dialog = await dialogOf()
  await user.selectOptions(dialog.getByLabelText('Tipo de entrada'), VIP_ID)
  await user.type(dialog.getByLabelText('WhatsApp de la persona'), '3515550000')
  await user.type(dialog.getByLabelText('Nombre y apellido'), 'Camila Ferreyra')
  await user.type(dialog.getByLabelText('Email'), 'camila@previa.example')
  await user.click(dialog.getByRole('button', { name: 'Generar y enviar' }))
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(dialog.getByDisplayValue('Camila Ferreyra')).toBeTruthy()
})

test.each([
  ['draft', 'Publicá el evento para generar entradas.'],
  ['over', 'El evento terminó o se canceló: ya no se generan entradas.'],
] as const)('an event that is %s says so', async (closed, text) => {
  await open({ [`GET /api/v1/events/${EVENT_ID}/issue-options`]: options({ closed }) })
  expect(await screen.findByText(text)).toBeTruthy()
})
