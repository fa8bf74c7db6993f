/**
 * Threats 11, 18, 29: what one device and unverified accounts may hold, requested at once through two processes. Each
 * guard has its control: the same race where it is taken away.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFailure } from '#server/shared/failure.ts'
import { orderRequest, one } from '#server/testing/order-requests.ts'
import { meetBeforeUpdating } from '#server/testing/rendezvous.ts'
import {
  createSellingPair,
  inControl,
  rewriteFunction,
  unlockStock,
  type SellingPair,
} from '#server/testing/selling-pair.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { tries } from '#server/testing/tries.ts'
import { syncPayments } from '../incoming-payments/sync-payments.ts'
import { enterOrderQueue } from '../placing/enter-order-queue.ts'
import { expireOrders } from './expire-orders.ts'

const HOUR = 3_600_000

let pair: SellingPair
beforeAll(async () => {
  pair = await createSellingPair()
})
afterAll(() => pair.close())

/** Each order through the other process than the one before; gives how many were accepted. */
async function all(
  { shop, twin }: SellingPair,
  orders: readonly Parameters<typeof orderRequest>[0][],
): Promise<number> {
  const answers = await Promise.all(
    orders.map((order, n) =>
      enterOrderQueue((n % 2 === 0 ? shop : twin).app, orderRequest(order)).then(
        () => true,
        (error: unknown) => {
          if (isFailure(error)) return false
          throw error
        },
      ),
    ),
  )
  return answers.filter(Boolean).length
}

async function oneDeviceOneEvent(pair: SellingPair): Promise<number> {
  const { eventId, typeId } = await pair.shop.givenSale()
  const people = await pair.shop.buyers(20)
  return all(
    pair,
    people.map(({ id }) => ({ eventId, buyerId: id, items: one(typeId), device: 'the-device' })),
  )
}

async function oneDeviceManyEvents(pair: SellingPair): Promise<number> {
  const sales = await Promise.all(Array.from({ length: 24 }, () => pair.shop.givenSale()))
  const people = await pair.shop.buyers(24)
  return all(
    pair,
    people.map(({ id }, n) => {
      const { eventId = '', typeId = '' } = sales[n] ?? {}
      return { eventId, buyerId: id, items: one(typeId), device: 'another-device' }
    }),
  )
}

async function unverified({ shop }: SellingPair, count: number) {
  const people = await shop.buyers(count)
  await sql`update users set phone_proved_at = null where id = any (${people.map(({ id }) => id)}::uuid[])`.execute(
    shop.app.db,
  )
  return people
}

async function halfOfAType(pair: SellingPair, priceCents = 1_800_000): Promise<number> {
  const { eventId, typeId } = await pair.shop.givenSale({ type: { capacity: 20, priceCents } })
  const people = await unverified(pair, 40)
  return all(
    pair,
    people.map(({ id }) => ({ eventId, buyerId: id, items: one(typeId) })),
  )
}

const halfOfAFreeType = (pair: SellingPair) => halfOfAType(pair, 0)

async function oneDeviceFreeEvents(pair: SellingPair): Promise<number> {
  const sales = await Promise.all(Array.from({ length: 24 }, () => pair.shop.givenSale({ type: { priceCents: 0 } })))
  const people = await unverified(pair, 24)
  return all(
    pair,
    people.map(({ id }, n) => {
      const { eventId = '', typeId = '' } = sales[n] ?? {}
      return { eventId, buyerId: id, items: one(typeId), device: 'a-free-device' }
    }),
  )
}

test(
  'one device at once: three holds of an event, ten in all; unproved accounts at once: half of a type',
  async () => {
    for (let round = 0; round < tries(1, 30); round += 1) {
      expect(await oneDeviceOneEvent(pair)).toBe(3)
      expect(await oneDeviceManyEvents(pair)).toBe(7 + (round === 0 ? 3 : 0))
      expect(await halfOfAType(pair)).toBe(10)
      expect(await halfOfAFreeType(pair)).toBe(10)
      expect(await oneDeviceFreeEvents(pair)).toBe(round === 0 ? 10 : 0)
      expect(await pair.shop.broken()).toEqual([])
      await sql`update orders set held_until = app_now() - interval '1 hour' where state = 'reserved' and device = 'the-device'`.execute(
        pair.shop.app.db,
      )
      await sql`update orders set held_until = app_now() - interval '1 hour' where state = 'reserved' and device = 'another-device'
                   and id not in (select id from orders where device = 'another-device' and state = 'reserved' limit 3)`.execute(
        pair.shop.app.db,
      )
      await expireOrders(pair.shop.app)
    }
  },
  tries(15_000, HOUR),
)

/** Takes the lock of devices away, and lets two look before either writes. */
async function unlockDevices(shop: SellingApp): Promise<void> {
  await rewriteFunction(shop, 'checkout_lock_batch', (text) => text.replace(/perform pg_advisory_xact_lock[^;]*;/, ''))
  await meetBeforeUpdating(shop.app.db, 'ticket_stock')
}

test('a device that is not locked holds more than ten', async () => {
  expect(await inControl(unlockDevices, oneDeviceManyEvents)).toBeGreaterThan(10)
  expect(await inControl(unlockDevices, oneDeviceFreeEvents)).toBeGreaterThan(10)
}, 20_000)

test('a stock that is not locked gives unproved accounts more than half, and a device more than three', async () => {
  const weaken = async (shop: SellingApp) => {
    await unlockStock(shop)
    await unlockDevices(shop)
  }
  expect(await inControl(weaken, halfOfAType)).toBeGreaterThan(10)
  expect(await inControl(weaken, halfOfAFreeType)).toBeGreaterThan(10)
  expect(await inControl(weaken, oneDeviceOneEvent)).toBeGreaterThan(3)
}, 30_000)

test(
  'a buyer who orders again while the first payment is notified and its hold ends: tickets or the money back (I3)',
  async () => {
    expect.hasAssertions()
    for (let round = 0; round < tries(1, 100); round += 1) await replaceAsItIsPaid(pair)
  },
  tries(15_000, HOUR),
)

async function replaceAsItIsPaid({ shop, twin }: SellingPair): Promise<void> {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 16 } })
  const payers = await shop.buyers(10)
  const orders = await Promise.all(payers.map((buyer) => shop.buy(buyer, typeId, eventId)))
  for (const purchase of orders) await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const rows = await shop.app.db
    .selectFrom('orders')
    .select(['id', 'buyer_id as buyerId'])
    .where('event_id', '=', eventId)
    .execute()
  await sql`update orders set held_until = app_now() - interval '91 seconds' where event_id = ${eventId} and right(id::text, 1) < '8'`.execute(
    shop.app.db,
  )
  await Promise.all([
    ...rows.map(({ id }, n) => syncPayments((n % 2 === 0 ? shop : twin).app, id)),
    all(
      pair,
      rows.map(({ buyerId }) => ({ eventId, buyerId, items: one(typeId, 2) })),
    ),
    expireOrders(shop.app),
    expireOrders(twin.app),
  ])
  await shop.settle()
  for (const { id } of rows) {
    const order = await shop.app.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    const tickets = await shop.app.db.selectFrom('tickets').select('id').where('order_id', '=', id).execute()
    const refunds = await shop.app.db.selectFrom('refunds').select('state').where('order_id', '=', id).execute()
    const isPaid = order.state === 'paid'
    expect([tickets.length, refunds.map(({ state }) => state)]).toEqual(isPaid ? [1, []] : [0, ['completed']])
  }
  expect(await shop.broken()).toEqual([])
  shop.simulator.control.behave()
}
