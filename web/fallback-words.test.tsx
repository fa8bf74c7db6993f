/**
 * The specification's words for what could not be read, on the screen that reads it: also where its loader throws, and where it
 * is opened from a list (rule R3.1). Whatever answers in the server's place says nothing of its own.
 */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { WireRole } from '#contract/api/roles.ts'
import type { LoginResponse } from '#contract/accounts/accounts.ts'
import { queryClient } from './api/query.ts'
import { registrationMessage } from './areas/account/sign-in/sign-in-messages.ts'
import { ApiFailure } from './api/api-failure.ts'
import { eventPage } from './testing/events.ts'
import { openScreen } from './testing/open-screen.tsx'
import { COMPANY, EVENT_ID, managedEvent } from './testing/organizer-fixtures.ts'
import { loginAnswer } from './testing/people.ts'

const EVENTS = 'Error al cargar eventos'
const EVENT = 'Error al cargar el evento'
const TICKETS = 'Error al cargar tickets'
const ORGANIZER = loginAnswer('ORGANIZATOR', { companyId: COMPANY.id })
const event = eventPage()

const screens: readonly (readonly [string, WireRole | LoginResponse | undefined, call: string, words: string])[] = [
  [paths.home(), undefined, 'GET /api/v1/event/home', EVENTS],
  [paths.events(), undefined, 'GET /api/v1/event/preview', EVENTS],
  [paths.company('luna'), undefined, 'GET /api/v1/company/luna/events', EVENTS],
  [paths.event(event.id), undefined, `GET /api/v1/event/single-page/${event.id}`, EVENT],
  [paths.clientDashboard(), 'CLIENT', 'GET /api/v1/event/my-tickets', TICKETS],
  ['/entrada/abcdefghijklmnopqrstuv', undefined, 'GET /api/v1/ticket/link/abcdefghijklmnopqrstuv', TICKETS],
  [paths.organizerEvents(), ORGANIZER, 'GET /api/v1/event/dashboard', EVENTS],
  [paths.eventSummary(EVENT_ID), ORGANIZER, `GET /api/v1/event/${EVENT_ID}/manage`, EVENT],
  [paths.organizerTickets(), ORGANIZER, 'GET /api/v1/ticket/dashboard', TICKETS],
  [paths.eventTickets(EVENT_ID), ORGANIZER, `GET /api/v1/ticket/event/${EVENT_ID}`, TICKETS],
  [paths.organizerUsers(), ORGANIZER, 'GET /api/v1/user/dashboard', 'Error al buscar usuario'],
  [
    `${paths.organizerDrinks()}?evento=${EVENT_ID}`,
    ORGANIZER,
    `GET /api/v1/events/${EVENT_ID}/drinks`,
    'Error al obtener bebidas',
  ],
  [paths.promoterEvents(), 'RRPP', 'GET /api/v1/event/dashboard/rrpp', EVENTS],
  [paths.promoterEvent(EVENT_ID), 'RRPP', `GET /api/v1/user/rrpp-referral-metrics/${EVENT_ID}`, EVENT],
  [paths.promoterTickets(EVENT_ID), 'RRPP', 'GET /api/v1/ticket/dashboard/rrpp', TICKETS],
  [paths.commercial(), 'COMERCIAL', 'GET /api/v1/comerciales/events', EVENTS],
  [paths.scanner(), 'SCANNER', 'GET /api/v1/event/scanner/my-events', EVENTS],
]

test.each(screens)('%s', async (address, as, call, words) => {
  const options = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...options, queries: { ...options.queries, retry: false } })
  await openScreen(address, {
    ...(as && { as }),
    answers: {
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent({ state: 'active' }),
      [call]: () => new Response('<html>Bad gateway</html>', { status: 502 }),
    },
  })
  expect((await screen.findAllByText(words))[0]).toBeTruthy()
  queryClient.setDefaultOptions(options)
})

test('a registration that may have happened has words of its own', () => {
  const unreadable = new ApiFailure({ status: 201, code: 'unreadable', message: '', isSilent: true })
  expect(registrationMessage(unreadable)).toBe('Error en el registro')
})
