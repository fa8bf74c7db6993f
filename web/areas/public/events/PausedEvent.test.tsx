import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failures } from '#contract/api/failures.ts'
import { paths } from '#contract/api/paths.ts'
import { eventPage } from '#web/testing/events.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { ticket } from '#web/testing/tickets.ts'

const { event } = ticket
const missing = json(404, { code: 'event_not_found', message: failures.event_not_found[1] })
const answers = (state: string) => ({
  [`GET /api/v1/event/single-page/${event.id}`]: missing,
  'GET /api/v1/ticket/types': missing,
  'GET /api/v1/event/my-tickets': page('tickets', [{ ...ticket, event: { ...event, state } }]),
})

test('a ticket holder reads that the event is paused and what stays theirs', async () => {
  await openScreen(paths.event(event.id), { as: 'CLIENT', answers: answers('inactive') })
  expect(await screen.findByRole('heading', { level: 1, name: event.name })).toBeTruthy()
  expect(screen.getByText(/tu entrada sigue siendo tuya/)).toBeTruthy()
})

test.each([
  ['inactive', 'Este evento está en pausa'],
  ['pending', 'Este evento es un borrador'],
] as const)('the own team of an event that is %s reads what it is, and is led to it', async (state, title) => {
  const page = eventPage({ state })
  await openScreen(paths.event(page.id), {
    as: 'ORGANIZATOR',
    answers: { [`GET /api/v1/event/single-page/${page.id}`]: page, 'GET /api/v1/ticket/types': { ticketTypes: [] } },
  })
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.queryByText('Este evento ya pasó')).toBeNull()
  expect(screen.getByRole('link', { name: 'Ir al evento' }).getAttribute('href')).toBe(paths.eventSummary(page.id))
})

test('strangers find nothing', async () => {
  await openScreen(paths.event(event.id), { answers: answers('inactive') })
  expect(await screen.findByRole('heading', { level: 1, name: 'No encontramos esta página' })).toBeTruthy()
})
