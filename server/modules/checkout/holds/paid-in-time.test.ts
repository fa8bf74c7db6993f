/** A payment made in time keeps its places, however late it is notified (rule R9.3; threat 18, expire ∥ pay). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getOrderStatus } from '#contract/sales/checkout.ts'
import { secondsBetween } from '#server/shared/clock.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { expireOrders } from './expire-orders.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const run = (job: 'checkout.expire-orders' | 'checkout.reconcile') => shop.app.queue.runJob(shop.app, job)

/** The last two places, paid four seconds before the checkout ends, without a notification from the provider. */
async function paidAtTheLastMoment(at: SellingApp) {
  const sent = await at.sentToPay({ type: { capacity: 2 } })
  at.simulator.control.setSwitches({ dropNotifications: true })
  await at.advance({ minutes: 13, seconds: 56 })
  await at.simulator.control.pay(sent.preferenceId)
  return sent
}

/** Another buyer who wants them, and the sweeper, 30 s after the hold's end. */
async function whoComesAfter(
  at: SellingApp,
  { eventId, typeId }: { eventId: string; typeId: string },
): Promise<string> {
  await at.advance({ seconds: 94 })
  await expireOrders(at.app)
  const rival = await at.given.user()
  return at.buy(rival, typeId, eventId, 2).then(
    () => 'placed',
    () => 'refused',
  )
}

test('paid in time and notified late: no other buyer gets the places', async () => {
  const sent = await paidAtTheLastMoment(shop)
  expect(await whoComesAfter(shop, sent)).toBe('refused')
  expect(await shop.orderState(sent.publicId)).toBe('pending_payment')
  await run('checkout.reconcile')
  expect(await shop.orderState(sent.publicId)).toBe('paid')
  expect(await shop.stockOf(sent.typeId)).toEqual({ held: 0, sold: 2 })
})

test('where places return with the hold, they are resold, and the payment goes back', async () => {
  const control = await createSellingApp()
  try {
    await sql`
      create or replace function checkout_is_over(state text, held_until timestamptz, asked_at timestamptz, moment timestamptz)
      returns boolean language sql immutable as $$ select held_until <= moment $$`.execute(control.app.db)
    const sent = await paidAtTheLastMoment(control)
    expect(await whoComesAfter(control, sent)).toBe('placed')
    await control.app.queue.runJob(control.app, 'checkout.reconcile')
    expect(await control.orderState(sent.publicId)).toBe('expired')
  } finally {
    await control.close()
  }
})

test("the provider's checkout ends a minute before the hold, and that is the moment that people are shown", async () => {
  const { purchase, publicId, preferenceId } = await shop.sentToPay()
  const { heldUntil, payUntil, createdAt } = purchase.order
  expect([secondsBetween(createdAt, heldUntil ?? ''), secondsBetween(createdAt, payUntil ?? '')]).toEqual([900, 840])
  expect(shop.simulator.control.preference(preferenceId).body['expiration_date_to']).toBe(
    payUntil?.replace('Z', '+00:00'),
  )
  expect(await shop.call(getOrderStatus, { params: { publicId }, query: {} })).toMatchObject({
    heldUntil,
    payUntil,
    nextStep: 'pay',
  })
  await shop.advance({ minutes: 14 })
  expect(await shop.call(getOrderStatus, { params: { publicId }, query: {} })).toMatchObject({
    state: 'expired',
    payUntil: null,
  })
  expect((await shop.open(purchase)).location).toMatch(/failure/)
})

test('an order never sent to pay gives the places back at once', async () => {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 1 } })
  const { order } = await shop.buy(await shop.given.user(), typeId, eventId)
  await shop.advance({ minutes: 15 })
  await expireOrders(shop.app)
  expect(await shop.orderState(order.publicId)).toBe('expired')
})

test('an unpaid order that was sent to pay: after a look-up at the provider past its end, which the reconciler makes at once', async () => {
  const { publicId } = await shop.sentToPay()
  await shop.advance({ minutes: 14, seconds: 59 })
  await run('checkout.reconcile')
  await shop.advance({ seconds: 1 })
  await run('checkout.expire-orders')
  expect(await shop.orderState(publicId)).toBe('pending_payment')
  await run('checkout.reconcile')
  await run('checkout.expire-orders')
  expect(await shop.orderState(publicId)).toBe('expired')
})

test('or 90 s later, when the provider does not answer', async () => {
  const { eventId, typeId, publicId } = await shop.sentToPay({ type: { capacity: 2 } })
  shop.simulator.control.addFault({ kind: 'status', status: 500, path: '/v1/payments/search', times: 1000 })
  await shop.advance({ minutes: 16, seconds: 10 })
  await run('checkout.reconcile')
  await run('checkout.expire-orders')
  expect(await shop.orderState(publicId)).toBe('pending_payment')
  await shop.advance({ seconds: 20 })
  // On read, by a buyer who wants the places.
  await shop.buy(await shop.given.user(), typeId, eventId, 2)
  expect(await shop.orderState(publicId)).toBe('expired')
})
