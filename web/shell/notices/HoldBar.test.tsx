import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { getGuestOrder } from '#contract/sales/checkout-guest.ts'
import { getOrders, giveUpOrder, type PastOrder } from '#contract/sales/checkout.ts'
import { storedHold } from '#web/features/checkout/stored-hold.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { heldOrder } from '#web/testing/orders.ts'
import { page } from '#web/testing/page.ts'

const LIST = `GET ${getOrders.path}`
const { publicId } = heldOrder
const GIVE_UP = `DELETE ${giveUpOrder.path.replace('{publicId}', publicId)}`
const WAIT = { timeout: 5000 }

afterEach(() => localStorage.clear())

const bar = async () => within(await screen.findByRole('region', { name: 'Compra sin terminar' }, WAIT))
const open = (order: PastOrder, address: string = paths.terms()) => {
  let isHeld = true
  return openScreen(address, {
    as: 'CLIENT',
    answers: {
      [LIST]: ({ query }: { query: URLSearchParams }) =>
        page('orders', query.get('isHeld') === 'true' && isHeld ? [order] : []),
      [GIVE_UP]: () => {
        isHeld = false
      },
    },
  })
}

test('what is held shows on any page, with the time that the server counts, and is given up there', async () => {
  // The device's clock is days off: what it says of `payUntil` is not asked.
  const { user, sent } = await open({ ...heldOrder, payUntil: '2020-01-01T00:00:00.000Z' })
  const held = await bar()
  expect(held.getByText(/^12:(30|29)$/)).toBeTruthy()
  expect(held.getByText('Fiesta Lunar', { exact: false })).toBeTruthy()
  expect(held.getByRole('button', { name: 'Seguir pagando' })).toBeTruthy()
  await user.click(held.getByRole('button', { name: 'Soltar la reserva' }))
  // Its payment page was opened, perhaps in another window.
  const dialog = within(await screen.findByRole('alertdialog', { name: '¿Soltar la reserva?' }))
  await user.click(dialog.getByRole('button', { name: 'Soltar' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Compra sin terminar' })).toBeNull())
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(document.activeElement?.id).toBe('main')
})

test('one whose payment page nobody opened is given up without a question', async () => {
  const { user, sent } = await open({ ...heldOrder, state: 'reserved' })
  await user.click((await bar()).getByRole('button', { name: 'Soltar la reserva' }))
  await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([
  ['a payment in review', { payment: { status: 'pending', method: 'visa' } as const }],
  ['one that is over', { secondsToPay: 0 }],
])('%s is not asked for', async (_, changes) => {
  const { sent } = await open({ ...heldOrder, ...changes })
  await waitFor(() => expect(sent.some(({ path }) => path === getOrders.path)).toBe(true), WAIT)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('region', { name: 'Compra sin terminar' })).toBeNull()
})

test('a visitor without anything on this device is not asked about', async () => {
  const { sent } = await openScreen(paths.terms())
  await screen.findByRole('heading', { level: 1 })
  expect(sent.filter(({ path }) => path.includes('/orders') || path.includes('/checkout'))).toEqual([])
})

const token = 'token-of-the-order'
const { secondsToPay } = heldOrder
const guestOrder = (nextStep: string, state: string) => ({
  order: { ...heldOrder, state },
  status: {
    state,
    nextStep,
    isOfDrinks: false,
    isFree: false,
    heldUntil: heldOrder.heldUntil,
    payUntil: heldOrder.payUntil,
    secondsToPay: nextStep === 'pay' ? secondsToPay : null,
    sentTo: null,
    eventId: heldOrder.eventId,
    eventSlug: null,
    reason: null,
  },
  paymentUrl: nextStep === 'pay' ? 'https://previa.example/pagar/x?s=y' : null,
  hasReceipt: false,
  tickets: [],
})
const GUEST = `GET ${getGuestOrder.path.replace('{publicId}', publicId)}`

test('without a session it is that of the device, until it is over', async () => {
  storedHold.write({ publicId, token })
  const { router } = await openScreen(paths.terms(), { answers: { [GUEST]: guestOrder('pay', 'pending_payment') } })
  const held = await bar()
  expect(held.getByRole('link', { name: 'Seguir pagando' }).getAttribute('href')).toContain('/pagar/')
  expect(storedHold.read()?.publicId).toBe(publicId)
  // Its own page says it itself.
  await router.navigate(paths.guestOrder(publicId))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Compra sin terminar' })).toBeNull())
})

test.each([
  ['paid elsewhere', guestOrder('tickets', 'paid')],
  ['over', guestOrder('choose_again', 'expired')],
  ['not known', () => json(404, { code: 'order_not_found', message: 'No encontramos esa compra' })],
])('a device forgets an order that is %s', async (_, answer) => {
  storedHold.write({ publicId, token })
  await openScreen(paths.terms(), { answers: { [GUEST]: answer } })
  await waitFor(() => expect(storedHold.read()).toBeNull(), WAIT)
  expect(screen.queryByRole('region', { name: 'Compra sin terminar' })).toBeNull()
})
