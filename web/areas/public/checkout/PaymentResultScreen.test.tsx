import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { getOrders, type PastOrder } from '#contract/sales/checkout.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { showTab } from '#web/testing/visibility.ts'

const publicId = 'Bp1ZbRBp1ZbRBp1ZbRBp1Z'
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
          heldUntil: null,
          payUntil: null,
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
        heldUntil: null,
        payUntil: null,
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

test('who bought reads what, when, for how much, and that it may be taken back', async () => {
  const eventId = '01990000-0000-7000-8000-00000000000c'
  const paidAt = new Date().toISOString()
  const order: PastOrder = {
    publicId,
    number: '7KQ29XM8',
    eventId,
    eventSlug: null,
    eventName: 'Fiesta Lunar',
    eventStart: new Date(Date.now() + 20 * 86_400_000).toISOString(),
    flyer: null,
    state: 'paid',
    heldUntil: null,
    payUntil: null,
    lines: [
      {
        ticketTypeId: '01990000-0000-7000-8000-00000000000b',
        name: 'General',
        quantity: 2,
        unitPriceCents: 1_800_000,
        unitDiscountCents: 0,
        unitFeeCents: 180_000,
      },
    ],
    drinks: [],
    discountCode: null,
    discountCents: 0,
    subtotalCents: 3_600_000,
    feeCents: 360_000,
    totalCents: 3_960_000,
    createdAt: paidAt,
    paidAt,
    refundedCents: 0,
    payment: { status: 'approved', method: 'visa' },
    refunds: [],
    hasReceipt: true,
    invoices: [],
  }
  await openScreen(`/payment-success?order=${publicId}`, {
    as: 'CLIENT',
    answers: {
      [status]: {
        state: 'paid',
        nextStep: 'tickets',
        isOfDrinks: false,
        heldUntil: null,
        payUntil: null,
        eventId,
        eventSlug: null,
        reason: null,
      },
      [`GET ${getOrders.path}`]: page('orders', [order]),
    },
  })
  const bought = within(await screen.findByRole('region', { name: 'Tu compra' }, { timeout: 5000 }))
  expect(bought.getByRole('heading', { name: 'Fiesta Lunar' })).toBeTruthy()
  expect(bought.getByText('2 × General')).toBeTruthy()
  expect(bought.getByText('$39.600')).toBeTruthy()
  expect(bought.getByRole('link', { name: 'Botón de Arrepentimiento' }).getAttribute('href')).toBe(
    `/devolucion?compra=${order.number}`,
  )
})
