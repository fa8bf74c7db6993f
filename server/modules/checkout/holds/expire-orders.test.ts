import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createTestApp } from '#server/testing/app.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { expireOrders } from './expire-orders.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterEach(async () => expect(await shop.broken()).toEqual([]))
afterAll(() => shop.close())

test('a hold ends with its time, and gives its places back', async () => {
  const { eventId, typeId } = await shop.givenSale({ event: { holdMinutes: 5 }, type: { capacity: 2 } })
  const buyer = await shop.given.user()
  const { order } = await shop.buy(buyer, typeId, eventId, 2)
  await shop.advance({ minutes: 4 })
  expect(await expireOrders(shop.app)).toBe(0)
  await shop.advance({ minutes: 2 })
  expect(await expireOrders(shop.app)).toBe(1)
  expect(await shop.orderState(order.publicId)).toBe('expired')
  const audits = await shop.app.db
    .selectFrom('audit_rows')
    .select('action')
    .where('object_type', '=', 'order')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(audits).toEqual([{ action: 'order.expire' }])
  expect((await shop.buy(await shop.given.user(), typeId, eventId, 2)).order.state).toBe('reserved')
})

test('each hold returns once, however many sweepers run (I3)', async () => {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 60 } })
  const people = await shop.buyers(60)
  await Promise.all(people.map((buyer) => shop.buy(buyer, typeId, eventId)))
  await expireOrders(shop.app)
  await shop.app.db
    .updateTable('orders')
    .set({ held_until: '2026-01-01T00:00:00.000Z' })
    .where('event_id', '=', eventId)
    .execute()
  const twin = await createTestApp({ sharing: shop })
  try {
    const ended = await Promise.all(
      Array.from({ length: 6 }, (_, n) => expireOrders(n % 2 === 0 ? shop.app : twin.app)),
    )
    expect(ended.reduce((total, each) => total + each, 0)).toBe(60)
  } finally {
    await twin.close()
  }
  const stock = await shop.app.db
    .selectFrom('ticket_stock')
    .select('held')
    .where('type_id', '=', typeId)
    .executeTakeFirst()
  expect(stock?.held).toBe(0)
})

test('an event whose holds cannot be ended keeps no other from its places', async () => {
  const broken = await shop.givenSale()
  const whole = await shop.givenSale()
  const [one, other] = [await shop.given.user(), await shop.given.user()]
  const first = await shop.buy(one, broken.typeId, broken.eventId)
  const second = await shop.buy(other, whole.typeId, whole.eventId)
  const setHeld = (held: number) =>
    shop.app.db.updateTable('ticket_stock').set({ held }).where('type_id', '=', broken.typeId).execute()
  // One place that it never took: giving it back breaks a CHECK.
  await setHeld(0)
  await shop.advance({ minutes: 16 })
  await expireOrders(shop.app)
  expect([await shop.orderState(first.order.publicId), await shop.orderState(second.order.publicId)]).toEqual([
    'reserved',
    'expired',
  ])
  await setHeld(1)
  expect(await expireOrders(shop.app)).toBe(1)
})

test('a sale in progress delays the sweep of its own event alone', async () => {
  const busy = await shop.givenSale()
  const calm = await shop.givenSale()
  const first = await shop.buy(await shop.given.user(), busy.typeId, busy.eventId)
  const second = await shop.buy(await shop.given.user(), calm.typeId, calm.eventId)
  await shop.advance({ minutes: 16 })
  await shop.app.db.transaction().execute(async (trx) => {
    await sql`select stock_lock(array[${busy.typeId}::uuid], array[${busy.eventId}::uuid])`.execute(trx)
    // It gives up after two seconds.
    await expireOrders(shop.app)
  })
  expect([await shop.orderState(first.order.publicId), await shop.orderState(second.order.publicId)]).toEqual([
    'reserved',
    'expired',
  ])
  expect(await expireOrders(shop.app)).toBe(1)
})
