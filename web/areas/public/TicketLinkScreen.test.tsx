import { act, cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { joinLinkTokens } from '#contract/sales/ticket-links.ts'
import { getTicketByLink } from '#contract/sales/tickets.ts'
import { invalidate } from '#web/api/query.ts'
import { takeRedirect } from '#web/shell/session/redirect-after-login.ts'
import { json } from '#web/testing/fake-server.ts'
import { giveStorage } from '#web/testing/lasting-storage.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { ticket } from '#web/testing/tickets.ts'

test('a link that died while its ticket was shown takes the code off the screen', async () => {
  let isDead = false
  await openScreen(`/entrada/${ticket.linkToken}`, {
    answers: {
      [`GET /api/v1/ticket/link/${ticket.linkToken}`]: () =>
        isDead ? json(404, { code: 'ticket_link_invalid', message: 'Este enlace no sirve' }) : ticket,
    },
  })
  expect(await screen.findByRole('img', { name: /Código QR/ })).toBeTruthy()
  isDead = true
  await act(() => invalidate(getTicketByLink))
  expect(await screen.findByText('Este enlace ya no abre ninguna entrada')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /Código QR/ })).toBeNull()
})

test.each([
  ['valid', 1],
  ['used', 0],
] as const)('of a ticket that is %s the phone is asked %i times to keep what it has', async (state, times) => {
  const persist = giveStorage()
  await openScreen(`/entrada/${ticket.linkToken}`, {
    answers: { [`GET /api/v1/ticket/link/${ticket.linkToken}`]: { ...ticket, state } },
  })
  expect(await screen.findByText(ticket.event.name)).toBeTruthy()
  await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(times))
})

test('one link opens the tickets of a purchase, without those that were passed on since', async () => {
  const tickets = ['A', 'B', 'C'].map((letter) => ({
    ...ticket,
    id: ticket.id.slice(0, -1) + letter.toLowerCase(),
    number: `7KQ29XM${letter}`,
    linkToken: letter.repeat(43),
  }))
  const gone = () => json(404, { code: 'ticket_link_invalid', message: 'Este enlace no sirve' })
  await openScreen(`/entrada/${joinLinkTokens(tickets.map(({ linkToken }) => linkToken))}`, {
    answers: Object.fromEntries(
      tickets.map((each, index) => [`GET /api/v1/ticket/link/${each.linkToken}`, index === 1 ? gone : each]),
    ),
  })
  expect(await screen.findByText('1 de 2')).toBeTruthy()
  expect(screen.getAllByRole('img', { name: /Código QR/ })).toHaveLength(2)
  expect(screen.getByText(/El enlace traía más entradas/)).toBeTruthy()
})

test('without a session transferring leads to the sign-in, and back to the ticket', async () => {
  const address = `/entrada/${ticket.linkToken}`
  const open = (canTransfer: boolean) =>
    openScreen(address, { answers: { [`GET /api/v1/ticket/link/${ticket.linkToken}`]: { ...ticket, canTransfer } } })
  const { user } = await open(true)
  await user.click(await screen.findByRole('link', { name: 'Ingresar para transferirla' }))
  expect(takeRedirect()).toBe(address)
  cleanup()
  await open(false)
  expect(await screen.findByText(ticket.event.name)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Ingresar para transferirla' })).toBeNull()
})
