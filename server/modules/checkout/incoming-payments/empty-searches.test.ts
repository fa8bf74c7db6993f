/** A provider that says nothing of a payment has not said that there is none. */
import { expect, test } from 'vitest'
import { getOrderStatus } from '#contract/sales/checkout.ts'
import { secondsBetween } from '#server/shared/clock.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const DAY = 24 * 3600
/** Notifications are lost and searches show nothing of the last day. */
const hush = () => shop.simulator.control.setSwitches({ dropNotifications: true, searchLagSeconds: DAY })

const checkOf = (publicId: string) =>
  shop.app.db
    .selectFrom('provider_checkouts as k')
    .innerJoin('orders as o', 'o.id', 'k.order_id')
    .select(['k.checks', 'k.next_check_at as dueAt'])
    .where('o.public_id', '=', publicId)
    .executeTakeFirstOrThrow()

test.each([25, 30, 44])(
  'paid %i hours before the event, with the search empty for a day: a ticket before it begins',
  async (hours) => {
    const { publicId, preferenceId } = await shop.sentToPay({ event: { startsInHours: hours } })
    hush()
    await shop.simulator.control.pay(preferenceId)
    const since = shop.clock.now()
    const passed = () => secondsBetween(since, shop.clock.now()) / 3600
    while (passed() < hours && (await shop.orderState(publicId)) !== 'paid') {
      const due = (await checkOf(publicId)).dueAt ?? shop.clock.now()
      await shop.advance({ seconds: Math.max(1, secondsBetween(shop.clock.now(), due)) })
      await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
    }
    expect(passed()).toBeLessThan(hours)
  },
)

test('an order of a far event is asked about ever more seldom, and not more often for its event', async () => {
  const { publicId } = await shop.sentToPay({ event: { startsInHours: 24 * 60 } })
  for (let hour = 0; hour < 48; hour += 1) {
    await shop.advance({ hours: 1 })
    await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
  }
  expect((await checkOf(publicId)).checks).toBeLessThan(15)
})

test('once a day each account is searched from two days ago on: what it did not show then is found', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  const search = () => shop.app.queue.runJob(shop.app, 'checkout.search-collectors')
  await search()
  hush()
  await shop.simulator.control.pay(preferenceId)
  for (let hour = 0; hour < 49; hour += 1) {
    await shop.advance({ hours: 1 })
    await search()
  }
  expect(await shop.orderState(publicId)).toBe('paid')
})

test('the payment that the return address names is asked for by its id, at once', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  hush()
  const paymentId = await shop.simulator.control.pay(preferenceId)
  const params = { publicId }
  // Within the seconds in which the same question is not asked twice.
  expect(await shop.call(getOrderStatus, { params, query: {} })).toMatchObject({ state: 'pending_payment' })
  expect(await shop.call(getOrderStatus, { params, query: { paymentId } })).toMatchObject({ state: 'paid' })
})

test('it is asked for while the search fails, too', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  hush()
  const paymentId = await shop.simulator.control.pay(preferenceId)
  shop.simulator.control.addFault({ kind: 'status', status: 400, path: '/v1/payments/search' })
  const answer = await shop.call(getOrderStatus, { params: { publicId }, query: { paymentId } })
  expect(answer).toMatchObject({ state: 'paid' })
})

test('it proves nothing: a payment of another order, a rejected one, or none, pays for nothing', async () => {
  const { publicId, preferenceId, eventId, typeId } = await shop.sentToPay()
  const other = await shop.paid()
  const purchase = await shop.buy(await shop.given.user(), typeId, eventId)
  const unheard = purchase.order
  hush()
  const unheardId = await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  const refused = await shop.simulator.control.pay(preferenceId, { outcome: 'rejected' })
  for (const paymentId of [other.paymentId, unheardId, refused, '99999999999']) {
    await shop.advance({ seconds: 4 })
    const answer = await shop.call(getOrderStatus, { params: { publicId }, query: { paymentId } })
    expect(answer).toMatchObject({ state: 'pending_payment' })
  }
  expect(await shop.ticketsOf(other.eventId)).toHaveLength(2)
  expect(await shop.orderState(unheard.publicId)).toBe('pending_payment')
  shop.simulator.control.behave()
  await shop.call(getOrderStatus, { params: { publicId: unheard.publicId }, query: { paymentId: unheardId } })
})

test('a signed notification whose payment is not found yet is not done with', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  await shop.simulator.control.pay(preferenceId)
  shop.simulator.control.addFault({ kind: 'status', status: 404, path: '/v1/payments/', method: 'GET', times: 1 })
  await shop.simulator.control.drain()
  await shop.app.queue.runJob(shop.app, 'checkout.apply-notifications')
  expect(await shop.orderState(publicId)).toBe('pending_payment')
  await shop.advance({ seconds: 10 })
  await shop.app.queue.runJob(shop.app, 'checkout.apply-notifications')
  expect(await shop.orderState(publicId)).toBe('paid')
})
