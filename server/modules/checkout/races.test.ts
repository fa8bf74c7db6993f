/**
 * Races through two processes over one database. Each guard has its negative control: the same race in a database of its
 * own whose checks are dropped and whose function does not lock, which must go wrong.
 */
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { newToken } from '#server/shared/ids.ts'
import { isFailure } from '#server/shared/failure.ts'
import { createSellingPair, inControl, unlockOrders, type SellingPair } from '#server/testing/selling-pair.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { tries } from '#server/testing/tries.ts'
import { resizeType } from '#server/modules/stock/store.ts'
import { applyPayment } from './incoming-payments/apply-payment.ts'
import { syncPayments } from './incoming-payments/sync-payments.ts'
import { expireOrders } from './holds/expire-orders.ts'
import { placeOrder } from './placing/place-order.ts'

const HOUR = 3_600_000

let pair: SellingPair
beforeAll(async () => {
  pair = await createSellingPair()
})
afterAll(() => pair.close())

/** Nothing is locked and nothing checked. */
async function takeGuardsAway(shop: SellingApp): Promise<void> {
  const { db } = shop.app
  await sql`alter table ticket_stock drop constraint ticket_stock_not_oversold`.execute(db)
  await sql`alter table event_stock drop constraint event_stock_not_oversold`.execute(db)
  await unlockOrders(shop)
}

/** A buyer who comes with another device each time. */
function racer(userId: string): Actor {
  const origin = { ip: '127.0.0.1', requestId: 'race', device: newToken() }
  return { userId, roles: ['CLIENT'], companyId: null, eventRoles: [], origin } as unknown as Actor // only these are read
}

function buy(server: { readonly app: App }, buyerId: string, eventId: string, typeId: string, quantity = 1) {
  const actor = racer(buyerId)
  return placeOrder(
    server.app,
    actor,
    { call: 'a test', eventId, items: [{ ticketTypeId: typeId, quantity }], platform: 'web' },
    undefined,
  ).then(
    () => true,
    (error: unknown) => {
      if (isFailure(error)) return false
      throw error
    },
  )
}

/** 400 people want the last 50 places, half through each process; gives what was taken at the worst moment and at the end. */
async function lastTickets({ shop, twin }: SellingPair): Promise<{ accepted: number; held: number; worst: number }> {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 50 } })
  const people = await shop.buyers(400)
  const taken = async () => {
    const row = await shop.app.db
      .selectFrom('ticket_stock')
      .select('held')
      .where('type_id', '=', typeId)
      .executeTakeFirstOrThrow()
    return row.held
  }
  let isOver = false
  let worst = 0
  const sampler = (async () => {
    while (!isOver) {
      worst = Math.max(worst, await taken())
      await wait(5)
    }
    worst = Math.max(worst, await taken()) // a fast machine is done before the first look
  })()
  const answers = await Promise.all(people.map(({ id }, n) => buy(n % 2 === 0 ? shop : twin, id, eventId, typeId)))
  isOver = true
  await sampler
  return { accepted: answers.filter(Boolean).length, held: await taken(), worst }
}

test(
  'the last tickets: exactly as many as there are places, at every moment (I1)',
  async () => {
    for (let round = 0; round < tries(1, 20); round += 1) {
      expect(await lastTickets(pair)).toEqual({ accepted: 50, held: 50, worst: 50 })
    }
    expect(await pair.shop.broken()).toEqual([])
  },
  tries(10_000, HOUR),
)

test('the last tickets without the guards are sold more than once', async () => {
  expect((await inControl(takeGuardsAway, lastTickets)).accepted).toBeGreaterThan(50)
}, 20_000)

/** One person's free orders at once, half through each process; gives how many tickets that made. */
async function onePerson(
  { shop, twin }: SellingPair,
  { orders, personLimit }: { orders: number; personLimit: number },
): Promise<number> {
  const { eventId, typeId } = await shop.givenSale({ event: { personLimit }, type: { priceCents: 0, capacity: 1000 } })
  const buyer = await shop.given.user()
  await Promise.all(Array.from({ length: orders }, (_, n) => buy(n % 2 === 0 ? shop : twin, buyer.id, eventId, typeId)))
  const rows = await shop.app.db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', buyer.id)
    .where('state', 'in', ['paid', 'reserved'])
    .execute()
  return rows.length
}

test('fifty orders of one person at once stay within the limit (I5)', async () => {
  expect(await onePerson(pair, { orders: 50, personLimit: 5 })).toBe(5)
  expect(await pair.shop.broken()).toEqual([])
}, 10_000)

test('orders of one person without the guards go past it', async () => {
  const race = (control: SellingPair) => onePerson(control, { orders: 6, personLimit: 1 })
  expect(await inControl(takeGuardsAway, race)).toBeGreaterThan(1)
}, 20_000)

test('carts of several types at once neither oversell nor wait for each other in a ring', async () => {
  const { shop, twin } = pair
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 30 } })
  const types = [typeId]
  for (let n = 0; n < 4; n += 1) types.push((await shop.given.ticketType({ event: { id: eventId }, capacity: 30 })).id)
  const people = await shop.buyers(150)
  await Promise.all(
    people.map(({ id }, n) => {
      const items = types
        .filter((_, place) => (n >> place) % 2 === 0)
        .map((ticketTypeId, place) => ({ ticketTypeId, quantity: 1 + ((n + place) % 3) }))
      const cart = {
        call: 'a test',
        eventId,
        items: items.length > 0 ? items.toReversed() : [{ ticketTypeId: typeId, quantity: 1 }],
        platform: 'web',
      }
      const actor = racer(id)
      return placeOrder((n % 2 === 0 ? shop : twin).app, actor, cart, undefined).catch((error: unknown) => {
        if (!isFailure(error)) throw error
      })
    }),
  )
  expect(await shop.broken()).toEqual([])
}, 10_000)

test('capacity lowered while people buy is refused or respected, never negative (I4)', async () => {
  const { shop, twin } = pair
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 60 } })
  const people = await shop.buyers(80)
  const lower = async () => {
    for (let capacity = 55; capacity >= 20; capacity -= 5) {
      await resizeType(twin.app, typeId, capacity).catch((error: unknown) => {
        if (!isFailure(error, 'capacity_below_sold')) throw error
      })
    }
  }
  await Promise.all([...people.map(({ id }, n) => buy(n % 2 === 0 ? shop : twin, id, eventId, typeId)), lower()])
  const stock = await shop.app.db
    .selectFrom('ticket_stock')
    .select(['capacity', 'held'])
    .where('type_id', '=', typeId)
    .executeTakeFirstOrThrow()
  expect(stock.held).toBe(stock.capacity)
  expect(await shop.broken()).toEqual([])
}, 10_000)

test(
  'payment, expiry and another buyer of the same place at once: a ticket or the money back, never both or neither (I3)',
  async () => {
    expect.hasAssertions()
    for (let round = 0; round < tries(1, 100); round += 1) await payAsItExpires(pair)
  },
  tries(15_000, HOUR),
)

async function payAsItExpires({ shop, twin }: SellingPair): Promise<void> {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 12 } })
  const payers = await shop.buyers(12)
  const orders = await Promise.all(payers.map((buyer) => shop.buy(buyer, typeId, eventId)))
  const preferences = await Promise.all(orders.map((purchase) => shop.preferenceOf(purchase)))
  for (const preference of preferences) await shop.simulator.control.pay(preference)
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const rows = await shop.app.db
    .selectFrom('orders')
    .select(['id', 'public_id'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()
  await sql`update orders set held_until = app_now() - interval '1 second' where event_id = ${eventId}`.execute(
    shop.app.db,
  )
  const rivals = await shop.buyers(12)
  await Promise.all([
    ...rows.map(({ id }, n) => syncPayments(n % 2 === 0 ? shop.app : twin.app, id)),
    ...rows.map(({ id }, n) => syncPayments(n % 2 === 0 ? twin.app : shop.app, id)),
    expireOrders(shop.app),
    expireOrders(twin.app),
    ...rivals.map(({ id }, n) => buy(n % 2 === 0 ? shop : twin, id, eventId, typeId)),
  ])
  await shop.settle()
  for (const { id } of rows) {
    const order = await shop.app.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    const tickets = await shop.app.db.selectFrom('tickets').select('id').where('order_id', '=', id).execute()
    const refunds = await shop.app.db.selectFrom('refunds').select('state').where('order_id', '=', id).execute()
    expect([order.state, tickets.length, refunds.map(({ state }) => state)]).toEqual(
      order.state === 'paid' ? ['paid', 1, []] : ['expired', 0, ['completed']],
    )
  }
  expect(await shop.broken()).toEqual([])
  shop.simulator.control.behave()
}

test('the same payment reported twenty times at once is applied once (M3)', async () => {
  const { shop, twin } = pair
  const { eventId, typeId, collectorId } = await shop.givenSale()
  const buyer = await shop.given.user()
  const purchase = await shop.buy(buyer, typeId, eventId)
  const paymentId = await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  const account = { accessToken: `APP_USR-${collectorId}`, collectorId }
  const payment = await shop.app.vendors.payments.fetchPayment(account, paymentId)
  if (!payment) throw new Error('the simulator knows its own payment')
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => applyPayment(n % 2 === 0 ? shop.app : twin.app, payment)),
  )
  expect(outcomes.toSorted()).toEqual(['applied', ...Array.from({ length: 19 }, () => 'old_news')])
  await shop.settle()
  expect(await shop.broken()).toEqual([])
}, 10_000)

/** Two ended orders of each person are paid at once, one through each process; gives how many of a person were sold at most. */
async function paidLateAtOnce({ shop, twin }: SellingPair, weaken?: typeof takeGuardsAway): Promise<number> {
  const { eventId, typeId } = await shop.givenSale({ event: { personLimit: 1 }, type: { capacity: 100 } })
  const people = await shop.buyers(4)
  for (let turn = 0; turn < 2; turn += 1) {
    const orders = await Promise.all(people.map((buyer) => shop.buy(buyer, typeId, eventId)))
    for (const purchase of orders) await shop.simulator.control.pay(await shop.preferenceOf(purchase))
    await sql`update orders set held_until = app_now() - interval '10 minutes'
               where event_id = ${eventId} and state = 'pending_payment'`.execute(shop.app.db)
    await expireOrders(shop.app)
  }
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const ordersOf = () =>
    shop.app.db
      .selectFrom('orders')
      .select(['id', 'buyer_id', 'state'])
      .where('event_id', '=', eventId)
      .orderBy('buyer_id')
      .orderBy('id')
      .execute()
  const rows = await ordersOf()
  expect(rows.map(({ state }) => state)).toEqual(people.flatMap(() => ['expired', 'expired']))
  await weaken?.(shop)
  await Promise.all(rows.map(({ id }, n) => syncPayments(n % 2 === 0 ? shop.app : twin.app, id)))
  shop.simulator.control.behave()
  const paid = Map.groupBy(
    (await ordersOf()).filter(({ state }) => state === 'paid'),
    ({ buyer_id }) => buyer_id,
  )
  expect(paid.size).toBe(people.length)
  return Math.max(...[...paid.values()].map(({ length }) => length))
}

test('late payments of one person at once stay within the limit: one is sold, the other refunded (I5)', async () => {
  expect(await paidLateAtOnce(pair)).toBe(1)
  await pair.shop.settle()
  expect(await pair.shop.broken()).toEqual([])
}, 10_000)

test('late payments of one person without the guards go past it', async () => {
  // Their orders are placed while the guards are there.
  const race = (control: SellingPair) => paidLateAtOnce(control, takeGuardsAway)
  expect(await inControl(async () => {}, race)).toBe(2)
}, 20_000)
