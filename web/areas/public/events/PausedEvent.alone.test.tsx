import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failures } from '#contract/api/failures.ts'
import { paths } from '#contract/api/paths.ts'
import { getTicketByLink } from '#contract/sales/tickets.ts'
import { rememberAnswer, wipeSeenAnswers } from '#web/api/seen-answers.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { ticket } from '#web/testing/tickets.ts'

afterEach(wipeSeenAnswers)

const { event } = ticket
const missing = () => json(404, { code: 'event_not_found', message: failures.event_not_found[1] })
const pageOf = (address: string) => ({
  [`GET /api/v1/event/single-page/${address}`]: missing,
  'GET /api/v1/ticket/types': missing,
})
const byLink = `GET /api/v1/ticket/link/${ticket.linkToken ?? ''}`
const kept = (state: string) => ({ ...ticket, event: { ...event, state } })

test.each([event.id, String(event.number)])(
  'a signed-out holder whose link was opened here reads it too: %s',
  async (address) => {
    await rememberAnswer(getTicketByLink, { params: { token: ticket.linkToken } }, kept('active'))
    await openScreen(paths.event(address), {
      answers: { ...pageOf(address), [byLink]: kept('inactive') },
    })
    expect(await screen.findByText(/tu entrada sigue siendo tuya/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ver mis entradas' }).getAttribute('href')).toBe(
      paths.ticketLink(ticket.linkToken ?? ''),
    )
  },
)

test.each([
  ['was handed on', () => json(404, { code: 'ticket_link_invalid', message: failures.ticket_link_invalid[1] })],
  ['is of an event that is not paused', () => json(200, kept('active'))],
])('a kept ticket that %s shows nothing', async (_, answer) => {
  await rememberAnswer(getTicketByLink, { params: { token: ticket.linkToken } }, kept('active'))
  await openScreen(paths.event(event.id), { answers: { ...pageOf(event.id), [byLink]: answer } })
  expect(await screen.findByRole('heading', { level: 1, name: 'No encontramos esta página' })).toBeTruthy()
})
