import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { getMyTickets, type Ticket } from '#contract/sales/tickets.ts'
import { loadPhoneInput } from '#web/features/phone/PhoneField.tsx'
import { giveStorage } from '#web/testing/lasting-storage.ts'
import { json } from '#web/testing/fake-server.ts'
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

const menu = (['Fernet', 'Agua'] as const).map((name, n) => ({
  id: `01990000-0000-7000-8000-0000000000c${n + 1}`,
  eventId: ticket.event.id,
  name,
  description: '',
  price: n === 0 ? 6000 : 0,
  fee: n === 0 ? 600 : 0,
  isAvailable: true,
  position: n + 1,
  image: null,
}))

/** A wallet with one ticket whose bar is open, with its dialog at hand; `answer` is that of the purchase. */
async function addingDrinks(answer: object) {
  const opened = await openScreen(paths.clientDashboard(), {
    as: 'CLIENT',
    answers: {
      [LIST]: wallet([{ ...ticket, state: 'used', canTransfer: false, canAddDrinks: true }]),
      [`GET /api/v1/events/${ticket.event.id}/drinks`]: {
        status: 'success',
        data: { drinks: menu, totalDrinks: 2 },
        pagination: { page: 1, limit: 100, totalDrinks: 2, totalPages: 1, total: 2 },
      },
      [`POST /api/v1/ticket/${ticket.id}/drinks`]: answer,
    },
  })
  await opened.user.click(await screen.findByRole('button', { name: 'Sumar bebidas' }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Sumar bebidas' })) }
}

test('drinks are added to a used ticket; what costs nothing is on it at once', async () => {
  const order = {
    publicId: 'Bp1ZbRBp1ZbRBp1ZbRBp1Z',
    eventId: ticket.event.id,
    eventName: ticket.event.name,
    state: 'paid',
    heldUntil: null,
    payUntil: null,
    lines: [],
    drinks: [],
    discountCode: null,
    discountCents: 0,
    subtotalCents: 0,
    feeCents: 0,
    totalCents: 0,
    createdAt: '2026-11-29T02:30:00.000Z',
  }
  const { user, dialog, sent } = await addingDrinks({ order, ticketUrl: 'https://previa.example/mis-entradas' })
  await user.click(await dialog.findByRole('button', { name: 'Agregar una: Fernet' }))
  expect(dialog.getByRole('button', { name: /^Pagar \$\s?6\.600 con Mercado Pago$/ })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Quitar una: Fernet' }))
  await user.click(dialog.getByRole('button', { name: 'Agregar una: Agua' }))
  await user.click(dialog.getByRole('button', { name: 'Sumar sin costo' }))
  expect(await screen.findByText('Las bebidas ya están en tu entrada')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Sumar bebidas' })).toBeNull()
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    drinks: [{ drinkId: menu[1]?.id, quantity: 1 }],
  })
})

test('a refusal is said where it was asked, and what was chosen stays', async () => {
  const { user, dialog } = await addingDrinks(() =>
    json(422, { code: 'drinks_closed', message: 'Este evento ya no vende bebidas' }),
  )
  await user.click(await dialog.findByRole('button', { name: 'Agregar una: Fernet' }))
  await user.click(dialog.getByRole('button', { name: /^Pagar/ }))
  expect(await dialog.findByText('Este evento ya no vende bebidas')).toBeTruthy()
  expect(dialog.getByRole('button', { name: /^Pagar/ })).toBeTruthy()
})
