import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { WaitingRow } from '#contract/companies/waiting-list-desk.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { COMPANY, EVENT_ID, managedEvent, VIP_ID } from '#web/testing/organizer-fixtures.ts'

const row = (changes: Partial<WaitingRow> = {}): WaitingRow => ({
  id: '01990000-0000-7000-8000-0000000000f1',
  name: 'Ana Paz',
  phone: '+54 9 341 ****-1234',
  mail: 'a***@previa.example',
  ticketType: { id: VIP_ID, name: 'VIP' },
  quantity: 2,
  state: 'waiting',
  position: 1,
  offeredPlaces: null,
  joinedAt: '2026-11-20T20:00:00-03:00',
  offeredAt: null,
  offerUntil: null,
  endedAt: null,
  ...changes,
})
const open = (waiting: readonly WaitingRow[], totals: readonly object[] = []) =>
  openScreen(paths.eventWaiting(EVENT_ID), {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id }),
    answers: {
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent({ state: 'active' }),
      [`GET /api/v1/events/${EVENT_ID}/waiting-list`]: {
        totals,
        ...page('waiting', waiting),
      },
    },
  })

test('the waitlist is in order, with each offer and its outcome', async () => {
  const offered = row({
    id: '01990000-0000-7000-8000-0000000000f2',
    name: 'Beto Sosa',
    state: 'offered',
    position: null,
    offeredPlaces: 1,
    offeredAt: '2026-11-21T15:00:00-03:00',
    offerUntil: '2026-11-21T15:30:00-03:00',
  })
  await open([row(), offered], [{ ticketTypeId: VIP_ID, name: 'VIP', people: 1, wanted: 2, offered: 1, taken: 4 }])
  const ana = within(await screen.findByRole('row', { name: /Ana Paz/ }))
  for (const text of ['1.º', '+54 9 341 ****-1234', '2 × VIP', 'Esperando']) expect(ana.getByText(text)).toBeTruthy()
  const beto = within(screen.getByRole('row', { name: /Beto Sosa/ }))
  expect(beto.getByText('Lugar ofrecido')).toBeTruthy()
  expect(beto.getByText('1 de 2, hasta las 15:30')).toBeTruthy()
  expect(screen.getByText(/^VIP: 1 persona espera 2 entradas/)).toBeTruthy()
})

test('before anybody waits it says what the list is for', async () => {
  await open([])
  expect(await screen.findByText('Nadie está esperando')).toBeTruthy()
})
