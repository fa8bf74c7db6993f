import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { getMyTickets, type Ticket } from '#contract/sales/tickets.ts'
import { loadPhoneInput } from '#web/features/phone/PhoneField.tsx'
import { giveStorage } from '#web/testing/lasting-storage.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { ticket } from '#web/testing/tickets.ts'

const LIST = `GET ${getMyTickets.path}`
const PAGE = 100

/** Answers the wallet in pages as the server cuts them. */
const wallet =
  (tickets: readonly Ticket[]) =>
  ({ query }: { query: URLSearchParams }) => {
    const at = Number(query.get('page'))
    const rows = tickets.slice((at - 1) * PAGE, at * PAGE)
    return page('tickets', rows, { page: at, limit: PAGE, total: tickets.length })
  }

beforeEach(loadPhoneInput)

test('more than one page of tickets shows in full', async () => {
  const many = Array.from({ length: 230 }, (_, index) => ({
    ...ticket,
    id: `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    linkToken: null,
  }))
  await openScreen(paths.clientDashboard(), { as: 'CLIENT', answers: { [LIST]: wallet(many) } })
  const night = await screen.findByRole('region', { name: ticket.event.name })
  expect(within(night).getAllByRole('listitem')).toHaveLength(230)
  expect(within(night).getByText('230 de 230')).toBeTruthy()
})

test('a ticket that is handed on leaves the wallet, and the dialog says whose it is now', async () => {
  let mine: readonly Ticket[] = [ticket]
  const { user } = await openScreen(paths.clientDashboard(), {
    as: 'CLIENT',
    answers: {
      [LIST]: (sent) => wallet(mine)(sent),
      'GET /api/v1/user/search-by-phone': { id: '01990000-0000-7000-8000-00000000000d', name: 'Nahuel I.' },
      [`POST /api/v1/ticket/transfer/${ticket.id}`]: () => {
        mine = []
        return { ticketId: ticket.id }
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Transferir a otra persona' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /Teléfono de la persona/ }), '+5493415550103')
  await user.click(dialog.getByRole('button', { name: 'Buscar' }))
  await user.click(await dialog.findByRole('button', { name: 'Transferir la entrada' }))
  expect(await screen.findByText('No tenés entradas para lo que viene')).toBeTruthy()
  expect(dialog.getByRole('status').textContent).toBe('La entrada ahora es de Nahuel I.')
})

test('an empty wallet asks the phone to keep nothing', async () => {
  const persist = giveStorage()
  await openScreen(paths.clientDashboard(), { as: 'CLIENT', answers: { [LIST]: wallet([]) } })
  expect(await screen.findByText('No tenés entradas para lo que viene')).toBeTruthy()
  expect(persist).not.toHaveBeenCalled()
})

test('the wallet asks once that its tickets last', async () => {
  const persist = giveStorage()
  await openScreen(paths.clientDashboard(), { as: 'CLIENT', answers: { [LIST]: wallet([ticket]) } })
  await vi.waitFor(() => expect(persist).toHaveBeenCalledOnce())
})
