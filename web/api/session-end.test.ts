import { expect, test, vi } from 'vitest'
import { login, register } from '#contract/accounts/accounts.ts'
import { exchangeGoogleCode, linkGoogle } from '#contract/accounts/accounts-google.ts'
import { updateEvent } from '#contract/events/events-managed.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { getScannerEvents, scanTicket } from '#contract/sales/scanning.ts'
import { getCommercialEvents } from '#contract/events/commercial-desk.ts'
import { getPromotedEvents } from '#contract/promoters/promoter-desk.ts'
import { announceSessionEnd, endsSession } from './session-end.ts'

test.each([
  ['signing in with wrong credentials', login, 401, 'wrong_credentials', false],
  ['any 401 of signing in', login, 401, 'session_expired', false],
  ['any 401 of registering', register, 401, 'session_expired', false],
  ['any 403 of entering with Google', exchangeGoogleCode, 403, 'forbidden', false],
  ['any 401 of linking Google', linkGoogle, 401, 'session_expired', false],
  ['an expired session', getMyTickets, 401, 'session_expired', true],
  ['a role that can never do this', getMyTickets, 403, 'forbidden', true],
  ['a promoter who was taken off their last event', getPromotedEvents, 403, 'forbidden', false],
  ['a doorman who was taken off', getScannerEvents, 403, 'forbidden', false],
  ['a commercial without the role', getCommercialEvents, 403, 'forbidden', false],
  ['a promoter whose session is over', getPromotedEvents, 401, 'session_expired', true],
  ['a role in the company that its owner may change', updateEvent, 403, 'company_role_not_allowed', false],
  ['another person’s object', getMyTickets, 404, 'not_found', false],
  ['a doorman who is not assigned', scanTicket, 403, 'scanner_not_assigned', false],
  ['a bad code at the door', scanTicket, 400, 'invalid_qr_code', false],
  ['no answer at all', getMyTickets, 0, 'network', false],
] as const)('%s', (_, spec, status, code, ends) => {
  expect(endsSession(spec, { status, code })).toBe(ends)
})

test.each([
  [401, 'Sesión Expirada', 'Tu sesión expiró, vuelve a iniciar', 401],
  [403, 'Acceso Denegado', 'No tenés permiso para esta acción. Volvé a iniciar sesión.', 403],
])('a %i notifies the window', (status, title, message, errorStatus) => {
  const listener = vi.fn<(event: Event) => void>()
  window.addEventListener('sessionExpired', listener, { once: true })
  announceSessionEnd({ status })
  expect(listener.mock.calls[0]?.[0]).toMatchObject({ detail: { title, message, errorStatus } })
})

test('a promoter’s events have words of their own', () => {
  const listener = vi.fn<(event: Event) => void>()
  window.addEventListener('sessionExpired', listener, { once: true })
  announceSessionEnd({ status: 401 }, getPromotedEvents)
  const message = 'Sesión expirada. Por favor, inicia sesión nuevamente.'
  expect(listener.mock.calls[0]?.[0]).toMatchObject({ detail: { title: 'Sesión Expirada', message } })
})
