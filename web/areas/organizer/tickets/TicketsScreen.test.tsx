import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { DeskTicket, TicketDetail } from '#contract/sales/ticket-desk.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { EVENT_ID, GENERAL_ID, COMPANY, managedEvent } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'

const TICKET_ID = '0a990000-0000-7000-8000-0000000000f1'
const row = (changes: Partial<DeskTicket> = {}): DeskTicket => ({
  id: TICKET_ID,
  number: '4XAEXJX4',
  state: 'valid',
  kind: 'courtesy',
  type: { id: GENERAL_ID, name: 'General' },
  event: { id: EVENT_ID, name: 'Fiesta Lunar Rosario' },
  price: 0,
  holder: { name: 'Agustina Benítez', mail: 'a***@hotmail.com', phone: null },
  payerName: null,
  promoterName: null,
  orderNumber: null,
  createdAt: '2026-11-20T21:40:00-03:00',
  usedAt: null,
  ...changes,
})
const around = {
  summary: [{ sold: 1230, courtesies: 40, admitted: 20, capacity: 1800 }],
  promo: null,
  ticketTypes: [],
  courtesyAvailability: null,
  rrppUsers: [],
  lastGeneratedTicket: null,
}
const none = { by: null, to: null, channel: null, delivery: null, amount: null, source: null, reason: null }
const detail: TicketDetail = {
  ...row(),
  payer: row().holder,
  paid: 0,
  steps: [
    {
      ...none,
      at: '2026-11-20T21:40:00-03:00',
      what: 'issued',
      by: 'Bruno Herrera',
      to: 'Agustina Benítez',
      amount: 0,
    },
    {
      ...none,
      at: '2026-11-20T21:41:00-03:00',
      what: 'sent',
      to: 'Agustina Benítez',
      channel: 'whatsapp',
      delivery: 'failed',
    },
  ],
}
const ORGANIZER = loginAnswer('ORGANIZATOR', { companyId: COMPANY.id })
const answers = {
  [`GET /api/v1/events/${EVENT_ID}/tickets/${TICKET_ID}`]: detail,
  'GET /api/v1/sign-in-options': { google: false, whatsapp: true },
}

test('all tickets: counters first, then rows with number, holder and event', async () => {
  await openScreen(paths.organizerTickets(), {
    as: ORGANIZER,
    answers: { ...answers, 'GET /api/v1/ticket/dashboard': { ...around, ...page('tickets', [row()]) } },
  })
  const line = within(await screen.findByRole('row', { name: /4XAE XJX4/ }))
  for (const text of ['Agustina Benítez', 'Válida', 'Cortesía']) expect(line.getByText(text)).toBeTruthy()
  const numbers = within(screen.getByLabelText('Las entradas en números'))
  for (const text of ['1.230', '40', '20', '1.250']) expect(numbers.getByText(text)).toBeTruthy()
})

test('a ticket of the event opens with its story, and a courtesy can be cancelled', async () => {
  const { user, sent } = await openScreen(paths.eventTickets(EVENT_ID), {
    as: ORGANIZER,
    answers: {
      ...answers,
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent({ state: 'active' }),
      [`GET /api/v1/ticket/event/${EVENT_ID}`]: { ...around, ...page('tickets', [row()]) },
      [`POST /api/v1/events/${EVENT_ID}/tickets/${TICKET_ID}/cancel`]: {
        ticketId: TICKET_ID,
        amount: 0,
        givenBackBy: null,
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Ver la entrada 4XAE XJX4' }))
  const steps = within(await screen.findByRole('list', { name: 'Qué pasó con esta entrada' }))
  expect(steps.getByText('Cortesía a Agustina Benítez por Bruno Herrera')).toBeTruthy()
  expect(steps.getByText('WhatsApp no salió')).toBeTruthy()
  expect(screen.getByText('No escaneado')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Anular' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Anular' }))
  await screen.findByText('La anulaste')
  expect(sent.some(({ path }) => path.endsWith('/cancel'))).toBe(true)
})
