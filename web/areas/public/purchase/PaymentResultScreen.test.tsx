import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { getSignInOptions } from '#contract/accounts/accounts-options.ts'
import { getOrders } from '#contract/sales/checkout.ts'
import { getMyTickets, resendTicket, type Ticket } from '#contract/sales/tickets.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { paidStatus, pastOrder } from '#web/testing/orders.ts'
import { page } from '#web/testing/page.ts'
import { ticket } from '#web/testing/tickets.ts'
import { showTab } from '#web/testing/visibility.ts'

const publicId = 'Bp1ZbRBp1ZbRBp1ZbRBp1Z'
const WAIT = { timeout: 5000 }
const status = `GET /api/v1/orders/${publicId}/status`

afterEach(() => void vi.useRealTimers())

test('an unknown order shows a message without an error, and a link back', async () => {
  await openScreen(`/payment-success?order=${publicId}&eventId=noche`, {
    answers: { [status]: () => json(404, { code: 'order_not_found', message: 'No encontramos esa compra' }) },
  })
  expect(await screen.findByText('No sabemos de qué compra se trata')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Volver al evento' }).getAttribute('href')).toBe('/evento/noche')
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

test('the payment of the address is a hint for the server, and what is none is not sent', async () => {
  const answers = { [status]: () => json(404, { code: 'order_not_found', message: 'No encontramos esa compra' }) }
  const queriesFor = async (query: string) => {
    const { sent } = await openScreen(`/payment-success?order=${publicId}&${query}`, { answers })
    await screen.findByText('No sabemos de qué compra se trata')
    cleanup()
    return sent.filter(({ path }) => path.endsWith('/status')).map(({ query: asked }) => Object.fromEntries(asked))
  }
  expect(await queriesFor('payment_id=1234567&collection_id=1')).toEqual([{ paymentId: '1234567' }])
  expect(await queriesFor('collection_id=1234567')).toEqual([{ paymentId: '1234567' }])
  for (const none of ['payment_id=null', 'payment_id=../users', `payment_id=${'9'.repeat(19)}`]) {
    expect(await queriesFor(none)).toEqual([{}])
  }
})

test('what is still to be paid is yellow with a clock; red is for what was refused', async () => {
  const show = (nextStep: string) =>
    openScreen(`/payment-pending?order=${publicId}`, {
      answers: {
        [status]: {
          state: 'reserved',
          nextStep,
          isOfDrinks: false,
          isFree: false,
          sentTo: null,
          heldUntil: null,
          payUntil: null,
          secondsToPay: null,
          eventId: '01990000-0000-7000-8000-00000000000c',
          eventSlug: null,
          reason: null,
        },
      },
    })
  const icons = () =>
    [...screen.getByRole('main').querySelectorAll('svg')].map((icon) => icon.getAttribute('class') ?? '')
  await show('pay')
  expect(await screen.findByRole('heading', { name: 'Todavía falta el pago' })).toBeTruthy()
  expect(icons().some((icon) => icon.includes('clock') && icon.includes('text-sol'))).toBe(true)
  expect(icons().some((icon) => icon.includes('text-rojo'))).toBe(false)
  cleanup()
  await show('retry')
  expect(await screen.findByRole('heading', { name: 'El pago no se aprobó' })).toBeTruthy()
  expect(icons().some((icon) => icon.includes('text-rojo'))).toBe(true)
})

test('a payment under way is asked for ever more seldom, not at all in a hidden tab, and at once when it is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { sent } = await openScreen(`/payment-pending?order=${publicId}`, {
    answers: {
      [status]: {
        state: 'pending_payment',
        nextStep: 'wait',
        isOfDrinks: false,
        isFree: false,
        sentTo: null,
        heldUntil: null,
        payUntil: null,
        secondsToPay: null,
        eventId: '01990000-0000-7000-8000-00000000000c',
        eventSlug: null,
        reason: null,
      },
    },
  })
  const asked = () => sent.filter(({ path }) => path.endsWith('/status')).length
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  await screen.findByText('Esperando la confirmación')
  expect(asked()).toBe(1)
  await pass(2100)
  expect(asked()).toBe(2)
  await pass(2100)
  expect(asked()).toBe(2)
  await pass(500)
  expect(asked()).toBe(3)
  act(() => showTab(false))
  await pass(120_000)
  expect(asked()).toBe(3)
  await act(async () => showTab(true))
  await pass(10)
  expect(asked()).toBe(4)
})

const FOLLOWING = Node.DOCUMENT_POSITION_FOLLOWING
const MINE = `GET ${getMyTickets.path}`
const one = { ...ticket, id: '01990000-0000-7000-8000-0000000000a1', number: 'V0KKV98N', position: 1, ofTotal: 2 }
const two = { ...one, id: '01990000-0000-7000-8000-0000000000a2', number: 'M4TTQ21B', position: 2 }
const bought = (tickets: readonly Ticket[], whatsapp = true) => ({
  [status]: paidStatus,
  [MINE]: page('tickets', tickets),
  [`GET ${getOrders.path}`]: page('orders', [{ ...pastOrder, paidAt: new Date().toISOString(), eventStart: null }]),
  [`GET ${getSignInOptions.path}`]: { google: false, whatsapp },
})

test('what was bought is its tickets: shown, sent, passed on, and read out first', async () => {
  const { sent, user } = await openScreen(`/payment-success?order=${publicId}`, {
    as: 'CLIENT',
    answers: {
      ...bought([one, two]),
      [`POST ${resendTicket.path}`]: () => json(429, { code: 'resend_limit', message: 'Ya la mandamos tres veces' }),
    },
  })
  const heading = await screen.findByRole('heading', { level: 1, name: '¡Listo! Ya tenés tus entradas' }, WAIT)
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const tickets = within(screen.getByRole('list', { name: 'Entradas' }))
  expect(tickets.getAllByRole('img', { name: /^Código QR de la entrada/ })).toHaveLength(2)
  // How many there are, and passing one on, come before the first of them.
  const passOn = screen.getByRole('button', { name: 'Pasale la otra a…' })
  for (const above of [screen.getByText('2 entradas'), passOn])
    expect(above.compareDocumentPosition(screen.getByRole('list', { name: 'Entradas' })) & FOLLOWING).toBeTruthy()
  expect(await screen.findByText('Las mandamos a camila@… y a tu WhatsApp.')).toBeTruthy()
  const asked = sent.find(({ path, query }) => path === getMyTickets.path && query.has('purchase'))
  expect(asked?.query.get('purchase')).toBe(publicId)
  // What was bought is in the wallet of this device too.
  expect(sent.some(({ path, query }) => path === getMyTickets.path && query.get('when') === 'upcoming')).toBe(true)
  const calendar = screen.getByRole('link', { name: 'Calendario' })
  expect(calendar.getAttribute('href')).toContain(`/ticket/${one.id}/calendar?token=`)
  await user.click(tickets.getAllByRole('button', { name: 'Mandármela de nuevo' })[1] as HTMLElement)
  expect(await screen.findByText(/demasiados intentos|Ya la mandamos/)).toBeTruthy()
  expect(sent.find(({ path }) => path === resendTicket.path)?.body).toMatchObject({ ticketId: two.id })
  await user.click(screen.getByRole('button', { name: 'Pasale la otra a…' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿A quién se la pasás?' }, WAIT))
  expect(dialog.getByText(/M4TT Q21B/)).toBeTruthy()
})

test('a reload celebrates nothing: it is the night with its tickets', async () => {
  const open = () => openScreen(`/payment-success?order=${publicId}`, { as: 'CLIENT', answers: bought([one, two]) })
  await open()
  await screen.findByRole('heading', { level: 1, name: '¡Listo! Ya tenés tus entradas' }, WAIT)
  cleanup()
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Fiesta Lunar' }, WAIT)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pasale la otra a…' })).toBeTruthy()
})

test('with one ticket there is no other; without WhatsApp none is promised', async () => {
  await openScreen(`/payment-success?order=${publicId}`, { as: 'CLIENT', answers: bought([one], false) })
  expect(await screen.findByText('La mandamos a camila@….', undefined, WAIT)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Pasale/ })).toBeNull()
})

test('what is free was reserved', async () => {
  await openScreen(`/payment-success?order=${publicId}`, {
    as: 'CLIENT',
    answers: {
      ...bought([one]),
      [status]: { ...paidStatus, isFree: true },
      [`GET ${getOrders.path}`]: page('orders', [{ ...pastOrder, totalCents: 0, paidAt: null, payment: null }]),
    },
  })
  expect(await screen.findByRole('heading', { level: 1, name: '¡Listo! Reservaste tu entrada' }, WAIT)).toBeTruthy()
  expect(await screen.findByRole('region', { name: 'Tu reserva' })).toBeTruthy()
  expect(screen.getByRole('main').textContent).not.toMatch(/comprad|pagad|compra /i)
})

test('who bought reads what and for how much, and that it may be taken back', async () => {
  await openScreen(`/payment-success?order=${publicId}`, { as: 'CLIENT', answers: bought([one, two]) })
  const order = within(await screen.findByRole('region', { name: 'Tu compra' }, WAIT))
  expect(order.getByText('2 × General')).toBeTruthy()
  expect(order.getByText('$39.600')).toBeTruthy()
  expect(order.getByRole('link', { name: 'Botón de Arrepentimiento' }).getAttribute('href')).toBe(
    `/devolucion?compra=${pastOrder.number}`,
  )
})

test("another's order shows no tickets and no lack of them", async () => {
  await openScreen(`/payment-success?order=${publicId}`, { as: 'CLIENT', answers: bought([]) })
  expect(await screen.findByRole('link', { name: 'Ver mis entradas' }, WAIT)).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Entradas' })).toBeNull()
})

test('bought without a session and shown in another browser, it says which mail has it and sends it once more', async () => {
  const { sent } = await openScreen(`/payment-success?order=${publicId}`, {
    answers: {
      [status]: { ...paidStatus, sentTo: 's***@previa.example' },
      [`POST /api/v1/orders/${publicId}/resend`]: undefined,
    },
  })
  expect(await screen.findByText('s***@previa.example')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Ver mis entradas' })).toBeNull()
  expect(screen.queryByText(/Mis entradas/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Mandármelas de nuevo' }))
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/resend'))).toBe(true))
  expect(await screen.findByText('Te las mandamos de nuevo')).toBeTruthy()
})
