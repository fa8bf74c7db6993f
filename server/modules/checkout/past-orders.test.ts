import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrders, getOrderStatus } from '#contract/sales/checkout.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { normaliseOrderNumber } from '#contract/values/order-number.ts'
import { toEpochMs } from '#server/shared/clock.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { findLastPaymentAt } from './queries-accounts.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(() => shop.close())

test('when an account was last paid is known by company and account, of rows that name no account too', async () => {
  const { companyId, collectorId, paymentId } = await shop.paid()
  await shop.advance({ hours: 1 })
  const { approvedAt } = shop.simulator.control.payment(paymentId)
  const lastOf = async (of: { companyId: string; collectorId: string }) => {
    const at = await findLastPaymentAt(shop.app.db, of)
    return at && toEpochMs(at)
  }
  expect(await lastOf({ companyId, collectorId })).toBe(toEpochMs(approvedAt ?? ''))
  expect(await lastOf({ companyId: (await shop.given.company({})).id, collectorId })).toBeNull()
  expect(await lastOf({ companyId, collectorId: 'another' })).toBeNull()
  await shop.app.db
    .updateTable('payments')
    .set({ collector_id: null })
    .where('provider_payment_id', '=', paymentId)
    .execute()
  expect(await lastOf({ companyId, collectorId })).toBe(toEpochMs(approvedAt ?? ''))
  expect(await lastOf({ companyId, collectorId: 'another' })).toBeNull()
})

test('a past order shows its payment, what went back, and whether it has a receipt', async () => {
  const { buyer, paymentId, publicId } = await shop.paid()
  const [order] = (await shop.call(getOrders, { query: {} }, { as: buyer })).orders
  expect(order).toMatchObject({
    publicId,
    state: 'paid',
    payment: { status: 'approved' },
    refunds: [],
    refundedCents: 0,
    hasReceipt: true,
    heldUntil: null,
  })
  expect(order?.paidAt).not.toBeNull()
  await shop.simulator.control.refund(paymentId)
  await shop.settle()
  const [later] = (await shop.call(getOrders, { query: {} }, { as: buyer })).orders
  expect(later).toMatchObject({
    state: 'refunded',
    refunds: [{ state: 'external', amountCents: order?.totalCents }],
    refundedCents: order?.totalCents,
    hasReceipt: true,
  })
})

test('a purchase has a number as tickets have, found however it is typed, which opens nothing by itself', async () => {
  const { buyer, publicId } = await shop.paid()
  const [order] = (await shop.call(getOrders, { query: {} }, { as: buyer })).orders
  const number = order?.number ?? ''
  expect(normaliseOrderNumber(number)).toBe(number)
  const find = async (search: string, as = buyer) =>
    (await shop.call(getOrders, { query: { search } }, { as })).orders.map((each) => each.publicId)
  const [head, tail] = [number.slice(0, 4), number.slice(4)]
  for (const typed of [number, `${head} ${tail}`, `N.º ${head}-${tail}`.toLowerCase()])
    expect(await find(typed)).toEqual([publicId])
  expect(await find(`${head}0000`)).toEqual([])
  expect(await find(number, (await shop.paid()).buyer)).toEqual([])
  expect(await shop.refusal(shop.call(getOrderStatus, { params: { publicId: number }, query: {} }))).toBe(
    'invalid_input',
  )
})

test('numbers of purchases are right and differ', async () => {
  const { rows } = await sql<{ number: string }>`
    select new_order_number() as number from generate_series(1, 2000)`.execute(shop.app.db)
  const numbers = rows.map(({ number }) => number)
  expect(numbers.filter((each) => normaliseOrderNumber(each) !== each)).toEqual([])
  expect(new Set(numbers).size).toBe(2000)
})

test('an order that was paid twice shows the payment that bought it, whatever is notified of the other one later', async () => {
  const { buyer, publicId, preferenceId } = await shop.sentToPay()
  const bought = await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  await shop.advance({ minutes: 1 })
  const again = await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
  const { rows } = await sql<{ status: string; isApplied: boolean; number: string }>`
    select p.status, p.is_applied as "isApplied", p.provider_payment_id as number from payments p join orders o on o.id = p.order_id
     where o.public_id = ${publicId} order by p.last_updated_at`.execute(shop.app.db)
  expect(rows).toEqual([
    { status: 'approved', isApplied: true, number: bought },
    { status: 'refunded', isApplied: false, number: again },
  ])
  const [order] = (await shop.call(getOrders, { query: {} }, { as: buyer })).orders
  expect(order).toMatchObject({ state: 'paid', refundedCents: 0, payment: { status: 'approved' } })

  await shop.simulator.control.refund(bought)
  await shop.settle()
  // It did buy the order: that the other one did not is no reason.
  expect(await shop.call(getOrderStatus, { params: { publicId }, query: {} })).toMatchObject({
    state: 'refunded',
    reason: null,
  })
})

test('a past order carries its event’s flyer, when it has one', async () => {
  const { buyer, eventId } = await shop.paid()
  const flyerOf = async () => (await shop.call(getOrders, { query: {} }, { as: buyer })).orders[0]?.flyer
  expect(await flyerOf()).toBeNull()
  const image = { id: 'f'.repeat(64), width: 800, height: 1000 }
  await shop.app.db.insertInto('images').values(image).execute()
  await shop.app.db.updateTable('events').set({ flyer_id: image.id }).where('id', '=', eventId).execute()
  expect(await flyerOf()).toEqual(image)
})

test('they are searched by the event’s name, whatever its accents, and what is typed is no pattern', async () => {
  const { buyer, publicId } = await shop.paid({ event: { name: 'Peña Ñandú 100%' } })
  const found = async (search: string) =>
    (await shop.call(getOrders, { query: { search } }, { as: buyer })).orders.map((order) => order.publicId)
  expect(await found('nandu')).toEqual([publicId])
  expect(await found('100%')).toEqual([publicId])
  expect(await found('1%0')).toEqual([])
  expect(await found('otra noche')).toEqual([])
})

test("the buyer finds an order's tickets that are still theirs; the status says whether it is free", async () => {
  const bought = await shop.paid()
  const other = await shop.paid()
  const free = await shop.givenSale({ type: { priceCents: 0 } })
  const reserved = await shop.buy(bought.buyer, free.typeId, free.eventId)
  const ticketsOf = async (purchase: string, as = bought.buyer) =>
    (await shop.call(getMyTickets, { query: { purchase, when: 'all' } }, { as })).tickets
  expect((await ticketsOf(bought.publicId)).map(({ position }) => position)).toEqual([1, 2])
  expect(await ticketsOf(reserved.order.publicId)).toHaveLength(1)
  expect(await ticketsOf(other.publicId)).toEqual([])
  expect(await ticketsOf(bought.publicId, other.buyer)).toEqual([])
  await shop.app.db
    .updateTable('tickets')
    .set({ holder_id: other.buyer.id })
    .where('id', '=', (await ticketsOf(bought.publicId))[1]?.id ?? '')
    .execute()
  // The new holder does not learn whose purchase it was of.
  expect(await ticketsOf(bought.publicId, other.buyer)).toEqual([])
  expect(await ticketsOf(bought.publicId)).toHaveLength(1)
  const isFree = async (publicId: string) =>
    (await shop.call(getOrderStatus, { params: { publicId }, query: {} })).isFree
  expect([await isFree(bought.publicId), await isFree(reserved.order.publicId)]).toEqual([false, true])
})
