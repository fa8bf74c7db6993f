/** The batch function (bench/README.md, P2). */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/context.ts'
import type { Pipeline } from '#server/db/connection/pipeline.ts'
import { newId } from '#server/shared/ids.ts'
import { orderRequest, one, words, type OrderLiteral } from '#server/testing/order-requests.ts'
import { analyseEmpty, rowsRead } from '#server/testing/rows-read.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { placeOrders, type PlacedOrder } from './place-orders.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterEach(async () => expect(await shop.broken()).toEqual([]))
afterAll(() => shop.close())

const place = (...orders: OrderLiteral[]) => placeOrders(shop.app, orders.map(orderRequest))

const idsOf = (people: readonly { id: string }[]) => people.map(({ id }) => id) as [string, ...string[]] // never asked for none

async function stockOf(typeId: string) {
  return shop.app.db
    .selectFrom('ticket_stock')
    .select(['capacity', 'held', 'sold'])
    .where('type_id', '=', typeId)
    .executeTakeFirstOrThrow()
}

describe('decides', () => {
  test('in arrival order, each order whole or not at all, and only accepted ones take from what is left', async () => {
    const { eventId, typeId } = await shop.givenSale({ type: { capacity: 5 } })
    const second = await shop.given.ticketType({ event: { id: eventId }, capacity: 3, name: 'VIP' })
    const [a, b, c, d, e] = idsOf(await shop.buyers(5)) as [string, string, string, string, string] // five were asked for
    const results = await place(
      { eventId, buyerId: a, items: one(typeId, 3) },
      { eventId, buyerId: b, items: [...one(typeId, 1), ...one(second.id, 4)] },
      { eventId, buyerId: c, items: one(typeId, 3) },
      { eventId, buyerId: d, items: [...one(typeId, 2), ...one(second.id, 3)] },
      { eventId, buyerId: e, items: one(second.id, 1) },
    )
    expect(words(results)).toEqual(['placed', 'sold_out', 'sold_out', 'placed', 'sold_out'])
    expect(await stockOf(typeId)).toMatchObject({ held: 5 })
    expect(await stockOf(second.id)).toMatchObject({ held: 3 })
  })

  test("within the event's own capacity, over all its types", async () => {
    const { eventId, typeId } = await shop.givenSale({ event: { capacity: 4 } })
    const second = await shop.given.ticketType({ event: { id: eventId } })
    const [a, b, c] = idsOf(await shop.buyers(3)) as [string, string, string] // three were asked for
    const results = await place(
      { eventId, buyerId: a, items: one(typeId, 3) },
      { eventId, buyerId: b, items: one(second.id, 2) },
      { eventId, buyerId: c, items: one(second.id, 1) },
    )
    expect(words(results)).toEqual(['placed', 'sold_out', 'placed'])
  })

  test('events that have nothing to do with each other in one batch', async () => {
    const sales = await Promise.all(Array.from({ length: 8 }, () => shop.givenSale({ type: { capacity: 1 } })))
    const people = await shop.buyers(16)
    const results = await place(
      ...people.map((buyer, n) => {
        const { eventId, typeId } = sales[n % 8] ?? { eventId: '', typeId: '' }
        return { eventId, buyerId: buyer.id, items: one(typeId) }
      }),
    )
    expect(words(results)).toEqual([
      ...Array.from({ length: 8 }, () => 'placed'),
      ...Array.from({ length: 8 }, () => 'sold_out'),
    ])
  })

  test("by the limit per person over the buyer's orders of one event", async () => {
    const { eventId, typeId } = await shop.givenSale({ event: { personLimit: 3 } })
    const buyer = await shop.given.user()
    const first = await place({ eventId, buyerId: buyer.id, items: one(typeId, 2) })
    await sql`update orders set held_until = app_now() + interval '1 hour' where buyer_id = ${buyer.id}`.execute(
      shop.app.db,
    )
    expect(words(first)).toEqual(['placed'])
    // An unpaid order is replaced, so its places do not count against the limit.
    expect(words(await place({ eventId, buyerId: buyer.id, items: one(typeId, 3) }))).toEqual(['placed'])
    expect(words(await place({ eventId, buyerId: buyer.id, items: one(typeId, 4) }))).toEqual(['person_limit'])
    expect(await stockOf(typeId)).toMatchObject({ held: 3 })
  })
})

describe('replaces', () => {
  test("the buyer's unpaid order of the event, in the same decision", async () => {
    const { eventId, typeId } = await shop.givenSale({ type: { capacity: 4 } })
    const buyer = await shop.given.user()
    const [first] = await place({ eventId, buyerId: buyer.id, items: one(typeId, 4) })
    const [second] = await place({ eventId, buyerId: buyer.id, items: one(typeId, 3) })
    expect(words([first, second] as PlacedOrder[])).toEqual(['placed', 'placed'])
    expect(await shop.orderState((first as PlacedOrder).order.publicId)).toBe('cancelled')
    expect(await stockOf(typeId)).toMatchObject({ held: 3 })
  })

  test('and leaves it alone when the new one is refused', async () => {
    const { eventId, typeId } = await shop.givenSale({ type: { capacity: 3 } })
    const buyer = await shop.given.user()
    const [first] = await place({ eventId, buyerId: buyer.id, items: one(typeId, 2) })
    expect(words(await place({ eventId, buyerId: buyer.id, items: one(typeId, 4) }))).toEqual(['sold_out'])
    expect(await shop.orderState((first as PlacedOrder).order.publicId)).toBe('reserved')
    expect(await stockOf(typeId)).toMatchObject({ held: 2 })
  })

  test('and what it gives back serves those who come after it in the batch', async () => {
    const { eventId, typeId } = await shop.givenSale({ type: { capacity: 4 } })
    const [a, b] = idsOf(await shop.buyers(2)) as [string, string] // two were asked for
    await place({ eventId, buyerId: a, items: one(typeId, 4) })
    const results = await place(
      { eventId, buyerId: a, items: one(typeId, 1) },
      { eventId, buyerId: b, items: one(typeId, 3) },
    )
    expect(words(results)).toEqual(['placed', 'placed'])
  })

  test('holds whose time is over, without waiting for the sweeper', async () => {
    const { eventId, typeId } = await shop.givenSale({ type: { capacity: 2 } })
    const [a, b] = idsOf(await shop.buyers(2)) as [string, string] // two were asked for
    const [first] = await place({ eventId, buyerId: a, items: one(typeId, 2) })
    await sql`update orders set held_until = app_now() - interval '1 second' where buyer_id = ${a}`.execute(shop.app.db)
    expect(words(await place({ eventId, buyerId: b, items: one(typeId, 2) }))).toEqual(['placed'])
    expect(await shop.orderState((first as PlacedOrder).order.publicId)).toBe('expired')
  })
})

describe('repeats', () => {
  test('a key gives its stored order again, whatever became of it', async () => {
    const { eventId, typeId } = await shop.givenSale()
    const buyer = await shop.given.user()
    const order = { eventId, buyerId: buyer.id, items: one(typeId, 2), key: 'the-key', requestHash: 'aa11' }
    const [first] = (await place(order)) as [PlacedOrder]
    const [again] = (await place(order)) as [PlacedOrder]
    expect(again).toEqual({ ...first, isReplay: true })
    expect(await stockOf(typeId)).toMatchObject({ held: 2 })
    await sql`update orders set state = 'cancelled', ended_at = app_now() where id = ${first.id}`.execute(shop.app.db)
    await sql`select stock_move(array[${eventId}]::uuid[], array[${buyer.id}]::uuid[], array[${typeId}]::uuid[], array[-2], array[0], array[0], array[0])`.execute(
      shop.app.db,
    )
    const [later] = (await place(order)) as [PlacedOrder]
    expect(later.order).toMatchObject({ publicId: first.order.publicId, state: 'cancelled' })
  })

  test('the same key with another request is refused', async () => {
    const { eventId, typeId } = await shop.givenSale()
    const buyer = await shop.given.user()
    const order = { eventId, buyerId: buyer.id, items: one(typeId), key: 'k', requestHash: 'aa11' }
    await place(order)
    expect(words(await place({ ...order, items: one(typeId, 2), requestHash: 'bb22' }))).toEqual([
      'idempotency_mismatch',
    ])
  })

  test("two people's keys do not meet", async () => {
    const { eventId, typeId } = await shop.givenSale()
    const people = await shop.buyers(2)
    const orders = people.map(({ id }) => ({
      eventId,
      buyerId: id,
      items: one(typeId),
      key: 'same',
      requestHash: 'aa11',
    }))
    expect(words(await place(...orders))).toEqual(['placed', 'placed'])
  })
})

test('writes orders, lines, counters and audit rows', async () => {
  const { eventId, typeId } = await shop.givenSale({
    type: { capacity: 2 },
    event: { holdMinutes: 7, serviceFeeBps: 1250 },
  })
  const buyer = await shop.given.user()
  const [placed] = (await place({ eventId, buyerId: buyer.id, items: one(typeId, 2) })) as [PlacedOrder]
  const { db } = shop.app
  const row = await db.selectFrom('orders').selectAll().where('id', '=', placed.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    state: 'reserved',
    subtotal_cents: 3_600_000,
    fee_cents: 450_000,
    total_cents: 4_050_000,
    tickets_count: 2,
  })
  expect(Date.parse(row.held_until ?? '') - Date.parse(row.created_at)).toBe(7 * 60_000)
  const counters = await db
    .selectFrom('buyer_counters')
    .select(['type_id', 'taken'])
    .where('buyer_id', '=', buyer.id)
    .orderBy('type_id')
    .execute()
  expect(counters).toEqual([eventId, typeId].toSorted().map((id) => ({ type_id: id, taken: 2 })))
  const audits = await db.selectFrom('audit_rows').selectAll().where('object_id', '=', placed.id).execute()
  expect(audits).toMatchObject([
    {
      action: 'order.place',
      actor_id: buyer.id,
      ip: '127.0.0.1',
      request_id: 'test',
      after: { eventId, totalCents: 4_050_000 },
    },
  ])
})

describe('attributes', () => {
  test.each([
    ['a code of the event', 'ABC123', true],
    ['in any letter case', 'abc123', true],
    ['an unknown code', 'NADA', false],
  ])('%s', async (_name, typed, isKnown) => {
    const { eventId, typeId } = await shop.givenSale()
    const promoter = await shop.given.user({ name: 'Tomás Ledesma', staffOf: { id: eventId }, staffKind: 'RRPP' })
    await shop.app.db
      .insertInto('promos')
      .values({ code: 'ABC123', event_id: eventId, promoter_id: promoter.id })
      .execute()
    const buyer = await shop.given.user()
    const [placed] = (await place({ eventId, buyerId: buyer.id, items: one(typeId), referralCode: typed })) as [
      PlacedOrder,
    ]
    expect(placed.referral).toEqual(isKnown ? { referralCode: 'ABC123', promoterName: 'Tomás Ledesma' } : null)
    const row = await shop.app.db
      .selectFrom('orders')
      .select('promoter_id')
      .where('id', '=', placed.id)
      .executeTakeFirstOrThrow()
    expect(row.promoter_id).toBe(isKnown ? promoter.id : null)
    await shop.app.db.deleteFrom('promos').where('code', '=', 'ABC123').execute()
  })

  test("not one's own purchase, not another event's code, not a promoter who is no longer assigned", async () => {
    const [sale, other] = [await shop.givenSale(), await shop.givenSale()]
    const promoter = await shop.given.user({ staffOf: { id: sale.eventId }, staffKind: 'RRPP' })
    const gone = await shop.given.user()
    await shop.app.db
      .insertInto('promos')
      .values([
        { code: 'PROPIO', event_id: sale.eventId, promoter_id: promoter.id },
        { code: 'SEFUE', event_id: sale.eventId, promoter_id: gone.id },
      ])
      .execute()
    const [a, b] = idsOf(await shop.buyers(2)) as [string, string] // two were asked for
    const results = (await place(
      { ...sale, buyerId: promoter.id, items: one(sale.typeId), referralCode: 'PROPIO' },
      { ...sale, buyerId: a, items: one(sale.typeId), referralCode: 'SEFUE' },
      { ...other, buyerId: b, items: one(other.typeId), referralCode: 'PROPIO' },
    )) as PlacedOrder[]
    expect(results.map(({ referral }) => referral)).toEqual([null, null, null])
  })
})

/** The statements of a batch, one after the other on one connection, without a transaction of their own. */
function oneByOne(connection: Db): Pipeline {
  return {
    async transact(first, decide) {
      const { writes, result } = await decide((await first.execute(connection)).rows)
      for (const write of writes) await write.execute(connection)
      return result
    },
    destroy: async () => {},
  }
}

test('a plan made while the tables were empty reads no more than the batch needs', async () => {
  const own = await createSellingApp()
  try {
    const { db } = own.app
    await analyseEmpty(db, [
      'orders',
      'order_lines',
      'buyer_counters',
      'ticket_stock',
      'event_stock',
      'users',
      'events',
      'ticket_types',
      'promos',
    ])
    // One connection, and its plans are made now.
    await db.connection().execute(async (connection) => {
      const alone = { ...own.app, reserved: { ...own.app.reserved, orders: oneByOne(connection) } }
      await placeOrders(alone, [orderRequest({ eventId: newId(), buyerId: newId(), items: one(newId()) })])
      const { eventId, typeId } = await own.givenSale({ type: { capacity: 100_000 } })
      for (let round = 0; round < 10; round += 1) {
        const crowd = await own.buyers(200)
        await placeOrders(
          alone,
          crowd.map(({ id }) => orderRequest({ eventId, buyerId: id, items: one(typeId) })),
        )
      }
      const people = await own.buyers(10)
      const read = await rowsRead(connection, ['orders', 'order_lines', 'buyer_counters', 'users'], () =>
        placeOrders(
          alone,
          people.map(({ id }) => orderRequest({ eventId, buyerId: id, items: one(typeId) })),
        ),
      )
      expect(read.size).toBe(4)
      for (const [table, rows] of read) expect(rows, `rows of ${table} read for ten orders`).toBeLessThan(50)
    })
  } finally {
    await own.close()
  }
})
