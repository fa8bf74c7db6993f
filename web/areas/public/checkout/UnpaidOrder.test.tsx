import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { getGuestOrder, giveUpGuestOrder } from '#contract/sales/checkout-guest.ts'
import { getOrders, giveUpOrder } from '#contract/sales/checkout.ts'
import { storedHold } from '#web/features/checkout/stored-hold.ts'
import { eventPage, ticketType } from '#web/testing/events.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { heldOrder } from '#web/testing/orders.ts'
import { page } from '#web/testing/page.ts'
import { storedChoice } from './stored.ts'

const eventId = '01990000-0000-7000-8000-0000000000e1'
const type = ticketType({ name: 'General', price: 10_000, fee: 1000 })
const held = { ...heldOrder, eventId, state: 'reserved' as const }
const { publicId } = held
const token = 'token-of-the-order'
const about = {
  [`GET /api/v1/event/single-page/${eventId}`]: eventPage(),
  'GET /api/v1/ticket/types': { ticketTypes: [type] },
}
const WAIT = { timeout: 5000 }

afterEach(() => localStorage.clear())

/** With a session, or on the device alone. */
async function open(isOwn: boolean) {
  let isHeld = true
  storedChoice.write(eventId, { [type.id]: 2 })
  if (!isOwn) storedHold.write({ publicId, token })
  const giveUp = isOwn ? giveUpOrder : giveUpGuestOrder
  return openScreen(`/buy-ticket?eventId=${eventId}`, {
    ...(isOwn && { as: 'CLIENT' }),
    answers: {
      ...about,
      [`GET ${getOrders.path}`]: () => page('orders', isHeld ? [held] : []),
      [`GET ${getGuestOrder.path.replace('{publicId}', publicId)}`]: () => ({
        order: held,
        status: {
          state: isHeld ? 'reserved' : 'cancelled',
          nextStep: isHeld ? 'pay' : 'choose_again',
          isOfDrinks: false,
          isFree: false,
          heldUntil: held.heldUntil,
          payUntil: held.payUntil,
          secondsToPay: isHeld ? held.secondsToPay : null,
          sentTo: null,
          eventId,
          eventSlug: null,
          reason: null,
        },
        paymentUrl: isHeld ? 'https://previa.example/pagar/x?s=y' : null,
        hasReceipt: false,
        tickets: [],
      }),
      [`DELETE ${giveUp.path.replace('{publicId}', publicId)}`]: () => {
        isHeld = false
      },
    },
  })
}

const card = async () => within(await screen.findByRole('region', { name: 'Compra sin terminar' }, WAIT))
const payNew = () => screen.queryByRole('button', { name: 'Pagar con Mercado Pago' })

test.each([
  ['with a session', true],
  ['without one', false],
])('places that are held are the one thing to pay, until something else is bought: %s', async (_, isOwn) => {
  await open(isOwn)
  const found = await card()
  expect(found.getByRole(isOwn ? 'button' : 'link', { name: 'Seguir pagando' })).toBeTruthy()
  expect(found.getByText('2 × General')).toBeTruthy()
  await waitFor(() => expect(payNew()).toBeNull())
  await userEvent.click(found.getByRole('button', { name: 'Comprar otra cosa' }))
  await waitFor(() => expect(payNew()).toBeTruthy(), WAIT)
  const aside = await card()
  expect(aside.getByText(/esta reserva se reemplaza/)).toBeTruthy()
  expect(aside.getByRole(isOwn ? 'button' : 'link', { name: 'Seguir pagando' })).toBeTruthy()
  // One of all pages, and not two.
  expect(screen.getAllByRole('region', { name: 'Compra sin terminar' })).toHaveLength(1)
})

test.each([
  ['with a session', true],
  ['without one', false],
])('what was chosen is for sale again once the places are given up: %s', async (_, isOwn) => {
  const { sent } = await open(isOwn)
  await userEvent.click((await card()).getByRole('button', { name: 'Soltar la reserva' }))
  await waitFor(() => expect(payNew()).toBeTruthy(), WAIT)
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(screen.queryByRole('region', { name: 'Compra sin terminar' })).toBeNull()
})
