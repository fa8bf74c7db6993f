import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { getMyTickets, getNightPdf, type Ticket } from '#contract/sales/tickets.ts'
import { giveStorage } from '#web/testing/lasting-storage.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { placedOrder } from '#web/testing/orders.ts'
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

const numbered = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** Tickets of as many nights as are asked, a day apart; the first is a year ahead. */
const nights = (count: number, of = 1): Ticket[] =>
  Array.from({ length: count }, (_, day) => {
    const startDate = new Date(Date.UTC(2031, 0, 1 + day, 2, 30)).toISOString()
    const event = { ...ticket.event, id: numbered(9000 + day), name: `Noche ${day}`, startDate }
    return Array.from({ length: of }, (_, at) => ({ ...ticket, id: numbered(day * 100 + at), linkToken: null, event }))
  }).flat()

test('the next night is a stub and the others a line each, which opens its tickets', async () => {
  const { user } = await openScreen(paths.clientDashboard(), {
    as: 'CLIENT',
    answers: { [LIST]: wallet(nights(3, 4)) },
  })
  expect(await screen.findByRole('heading', { name: 'La próxima' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Noche 0' })).toBeTruthy()
  const rows = within(screen.getByRole('list', { name: 'Después' }))
  expect(rows.getAllByRole('link')).toHaveLength(2)
  await user.click(rows.getByRole('link', { name: /Noche 2.*4 entradas/ }))
  const night = within(await screen.findByRole('region', { name: 'Noche 2' }))
  expect(night.getAllByRole('img', { name: /Código QR/ })).toHaveLength(4)
  await user.click(night.getByRole('link', { name: 'Todas tus noches' }))
  expect(await screen.findByRole('list', { name: 'Después' })).toBeTruthy()
})

test('thirty nights are twelve rows until the others are asked for', async () => {
  const { user } = await openScreen(paths.clientDashboard(), { as: 'CLIENT', answers: { [LIST]: wallet(nights(31)) } })
  const rows = within(await screen.findByRole('list', { name: 'Después' }))
  expect(rows.getAllByRole('link')).toHaveLength(12)
  await user.click(screen.getByRole('button', { name: 'Ver 18 noches más' }))
  expect(rows.getAllByRole('link')).toHaveLength(30)
})

test('a stub holds its codes out on the whole screen, side by side', async () => {
  const { user } = await openScreen(paths.clientDashboard(), {
    as: 'CLIENT',
    answers: { [LIST]: wallet(nights(2, 3)) },
  })
  await user.click(await screen.findByRole('button', { name: 'Mostrar QR' }))
  const held = within(await screen.findByRole('dialog', { name: 'Noche 0' }))
  expect(held.getAllByRole('img', { name: /Código QR/ })).toHaveLength(3)
  expect(held.getByText('3 de 3')).toBeTruthy()
  await user.click(held.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what was returned is news above and no night; alone it leaves the wallet empty', async () => {
  const [gone, kept] = [{ ...ticket, state: 'refunded' as const, code: null }, ...nights(1)]
  await openScreen(paths.clientDashboard(), {
    as: 'CLIENT',
    answers: { [LIST]: wallet([gone, ...(kept ? [kept] : [])]) },
  })
  expect(await screen.findByText(/Esta entrada se devolvió/)).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Noche 0' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: ticket.event.name })).toBeNull()
})

test('nothing is said to open without network that this phone does not keep', async () => {
  await openScreen(paths.clientDashboard(), { as: 'CLIENT', answers: { [LIST]: wallet([ticket]) } })
  expect(await screen.findByRole('img', { name: /Código QR/ })).toBeTruthy()
  expect(screen.queryByText(/Funciona sin conexión/)).toBeNull()
})

test('all tickets of a night come in one file', async () => {
  const { user, sent } = await openScreen(paths.clientDashboard(), {
    as: 'CLIENT',
    answers: {
      [LIST]: wallet(nights(1, 2)),
      [`GET ${getNightPdf.path}`]: json(404, { code: 'ticket_not_found', message: 'Ticket no encontrado' }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Todas en un PDF' }))
  expect(await screen.findByText('Ticket no encontrado')).toBeTruthy()
  expect(sent.some(({ path }) => path === getNightPdf.path)).toBe(true)
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
  const order = { ...placedOrder, eventId: ticket.event.id, eventName: ticket.event.name, state: 'paid' }
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
