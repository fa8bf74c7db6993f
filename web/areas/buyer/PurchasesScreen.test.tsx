import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getOrders, type PastOrder } from '#contract/sales/checkout.ts'
import { paths } from '#contract/api/paths.ts'
import { json, type Answers, type Sent } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { pastOrder } from '#web/testing/orders.ts'
import { page } from '#web/testing/page.ts'

const order: PastOrder = {
  ...pastOrder,
  state: 'partially_refunded',
  refundedCents: 1_980_000,
  refunds: [
    {
      id: '01990000-0000-7000-8000-00000000000e',
      state: 'processing',
      amountCents: 1_980_000,
      createdAt: '2026-11-21T15:00:00.000Z',
      isUnfunded: false,
    },
  ],
  invoices: [
    { number: '0003-00001234', url: 'https://facturas.example/1234', isCredit: false },
    { number: '0003-00000007', url: null, isCredit: true },
  ],
}
const unpaid: PastOrder = {
  ...order,
  publicId: 'Xp1ZbRBp1ZbRBp1ZbRBp1Z',
  eventName: 'Peña del Río',
  state: 'reserved',
  heldUntil: '2026-11-29T02:30:00.000Z',
  payUntil: '2026-11-29T02:29:00.000Z',
  paidAt: null,
  payment: null,
  refunds: [],
  hasReceipt: false,
  invoices: [],
}

const LIST = `GET ${getOrders.path}`
const open = (answer: Answers[string]) =>
  openScreen(paths.clientHistory(), { as: 'CLIENT', answers: { [LIST]: answer } })

test('each purchase with its lines, money, refunds and papers', async () => {
  const [refund] = order.refunds
  if (!refund) throw new Error('The order has no refund')
  const unfunded = { ...refund, id: '01990000-0000-7000-8000-00000000000f', isUnfunded: true }
  const external = { ...unfunded, id: '01990000-0000-7000-8000-000000000010', state: 'external' as const }
  const outside = { ...external, isUnfunded: false, amountCents: 1_000_50 }
  await open(page('orders', [{ ...order, refunds: [refund, unfunded, outside] }, unpaid]))
  const first = within(await screen.findByRole('article', { name: 'Fiesta Lunar, Devuelta en parte' }))
  expect(first.getByText('2 × General')).toBeTruthy()
  expect(first.getByText(/Pago aprobado con Visa/)).toBeTruthy()
  expect(first.getByText(/Devolución en proceso/)).toBeTruthy()
  expect(first.getByText(/en espera de saldo del organizador/)).toBeTruthy()
  // Refunded outside of Previa: to the centavo.
  expect(first.getByText('$1.000,50')).toBeTruthy()
  expect(first.getByRole('button', { name: 'Comprobante' })).toBeTruthy()
  expect(first.getByRole('link', { name: 'Factura N.º 0003-00001234' }).getAttribute('href')).toBe(
    'https://facturas.example/1234',
  )
  expect(first.getByText('Nota de crédito N.º 0003-00000007')).toBeTruthy()
  expect(first.getByText('7KQ2 9XM8')).toBeTruthy()
  expect(first.queryByRole('button', { name: 'Pagar' })).toBeNull()
  const second = within(screen.getByRole('article', { name: 'Peña del Río, Sin pagar' }))
  expect(second.getByRole('button', { name: 'Pagar' })).toBeTruthy()
  expect(second.queryByRole('button', { name: 'Comprobante' })).toBeNull()
  // An unpaid order is not a purchase.
  expect(first.getByText(/^Comprada el vie 20 nov, 12:03/)).toBeTruthy()
  expect(second.queryByText(/Comprada/)).toBeNull()
  expect(second.getByText(/^Empezada el vie 20 nov, 12:00/)).toBeTruthy()
})

test('the right of regret is offered while it is open, and not after', async () => {
  const in10Days = new Date(Date.now() + 10 * 86_400_000).toISOString()
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const paid: PastOrder = {
    ...order,
    state: 'paid',
    refunds: [],
    paidAt: new Date().toISOString(),
    eventStart: in10Days,
  }
  await open(
    page('orders', [
      { ...paid, eventName: 'Dentro de diez días' },
      { ...paid, publicId: 'Yp1ZbRBp1ZbRBp1ZbRBp1Z', eventName: 'En una hora', eventStart: inAnHour },
      { ...paid, publicId: 'Zp1ZbRBp1ZbRBp1ZbRBp1Z', eventName: 'Hace un mes', paidAt: '2026-01-02T15:00:00.000Z' },
    ]),
  )
  const offered = async (name: string) =>
    within(await screen.findByRole('article', { name: `${name}, Pagada` })).queryByText(/Podés arrepentirte hasta/)
  expect(await offered('Dentro de diez días')).toBeTruthy()
  expect(await offered('En una hora')).toBeNull()
  expect(await offered('Hace un mes')).toBeNull()
})

test('a payment that is being looked at is not paid a second time', async () => {
  await open(
    page('orders', [{ ...unpaid, state: 'pending_payment', payment: { status: 'pending', method: 'rapipago' } }]),
  )
  const shown = within(await screen.findByRole('article'))
  expect(shown.queryByRole('button', { name: 'Pagar' })).toBeNull()
  expect(shown.getByRole('link', { name: 'Ver el pago' }).getAttribute('href')).toContain('/buy-ticket/pending?')
})

test('filters live in the address, and nothing found says so', async () => {
  const { router, sent, user } = await open(({ query }: Sent) =>
    page('orders', query.get('state') === 'refunded' ? [] : [order]),
  )
  await screen.findByRole('article')
  await user.selectOptions(screen.getByLabelText('Estado'), 'refunded')
  expect(await screen.findByText('No hay compras con esos filtros')).toBeTruthy()
  expect(router.state.location.search).toBe('?estado=refunded')
  expect(sent.findLast(({ path }) => path === getOrders.path)?.query.get('state')).toBe('refunded')
})

test('no purchases, and a server that fails, each have their face', async () => {
  await open(page('orders', []))
  expect(await screen.findByText('Todavía no compraste nada')).toBeTruthy()
})

test('an error offers another try', async () => {
  let isDown = true
  const { user } = await open(() =>
    isDown
      ? json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' })
      : page('orders', [order]),
  )
  const retry = await screen.findByRole('button', { name: /intentar/i })
  isDown = false
  await user.click(retry)
  await waitFor(() => expect(screen.getByRole('article')).toBeTruthy())
})
