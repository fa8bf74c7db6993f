import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { addSeconds } from '#server/shared/clock.ts'
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
  const beside = await createTestApp({ beside: shop })
  try {
    const ended = await Promise.all(
      Array.from({ length: 6 }, (_, n) => expireOrders(n % 2 === 0 ? shop.app : beside.app)),
    )
    expect(ended.reduce((total, each) => total + each, 0)).toBe(60)
  } finally {
    await beside.close()
  }
  const stock = await shop.app.db
    .selectFrom('ticket_stock')
    .select('held')
    .where('type_id', '=', typeId)
    .executeTakeFirst()
  expect(stock?.held).toBe(0)
})

test('a free order that cannot be confirmed keeps no other hold from ending', async () => {
  const { eventId, typeId } = await shop.givenSale({ event: { holdMinutes: 5 }, type: { capacity: 2 } })
  const { order } = await shop.buy(await shop.given.user(), typeId, eventId, 2)
  await shop.advance({ minutes: 6 })
  const other = await shop.givenSale({ type: { priceCents: 0 } })
  const free = await shop.buy(await shop.given.user(), other.typeId, other.eventId)
  // As a crash left it; the check below stands for whatever keeps it from being confirmed.
  await shop.app.db
    .updateTable('orders')
    .set({
      state: 'reserved',
      held_until: addSeconds(shop.clock.now(), 600),
      created_at: addSeconds(shop.clock.now(), -60),
    })
    .where('public_id', '=', free.order.publicId)
    .execute()
  try {
    await sql`alter table ticket_stock add constraint broken check (type_id <> ${sql.lit(other.typeId)}::uuid or held >= 0 and sold < 1) not valid`.execute(
      shop.app.db,
    )
    await expireOrders(shop.app)
    expect(await shop.orderState(order.publicId)).toBe('expired')
  } finally {
    await sql`alter table ticket_stock drop constraint if exists broken`.execute(shop.app.db)
    await shop.app.db
      .updateTable('orders')
      .set({ state: 'paid' })
      .where('public_id', '=', free.order.publicId)
      .execute()
  }
})
