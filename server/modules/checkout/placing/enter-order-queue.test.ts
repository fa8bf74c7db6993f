import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Pipeline } from '#server/db/connection/pipeline.ts'
import { isFailure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { orderRequest, one } from '#server/testing/order-requests.ts'
import { untilBlocked } from '#server/testing/blocked.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { enterOrderQueue } from './enter-order-queue.ts'
import { placeOrders } from './place-orders.ts'

const DEADLOCK = '40P01'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterEach(async () => expect(await shop.broken()).toEqual([]))
afterAll(() => shop.close())

const enter = (order: Parameters<typeof orderRequest>[0]) => enterOrderQueue(shop.app, orderRequest(order))
const word = (entered: Promise<unknown>) =>
  entered.then(
    () => 'placed',
    (error: unknown) => (isFailure(error) ? error.code : 'error'),
  )

test('one order that breaks its batch does not fail its neighbours', async () => {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 50 } })
  const people = await shop.buyers(21)
  const first = await enter({ eventId, buyerId: people[0]?.id ?? '', items: one(typeId) })
  const entered = people.slice(1).map(({ id }, n) => {
    // A public id that is already taken breaks a unique index.
    const broken = n === 7 ? { publicId: first.order.publicId } : {}
    return word(enter({ eventId, buyerId: id, items: one(typeId), ...broken }))
  })
  expect(await Promise.all(entered)).toEqual(Array.from({ length: 20 }, (_, n) => (n === 7 ? 'error' : 'placed')))
})

test('a twin that is still under way after 2 s is a conflict, to be tried again', async () => {
  const { eventId, typeId } = await shop.givenSale()
  const buyer = await shop.given.user()
  await shop.app.db.transaction().execute(async (trx) => {
    await sql`select 1 from ticket_stock where type_id = ${typeId} for update`.execute(trx)
    const refused = await enter({ eventId, buyerId: buyer.id, items: one(typeId) }).catch((error: unknown) => error)
    expect(isFailure(refused, 'operation_running') && refused.retryAfterSeconds).toBe(2)
  })
  expect(await word(enter({ eventId, buyerId: buyer.id, items: one(typeId) }))).toBe('placed')
})

test('a buyer whose order another transaction locks is refused alone', async () => {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 50 } })
  const people = await shop.buyers(12)
  const first = await enter({ eventId, buyerId: people[4]?.id ?? '', items: one(typeId) })
  await shop.app.db.transaction().execute(async (trx) => {
    await sql`select 1 from orders where id = ${first.id} for update`.execute(trx)
    const entered = people.map(({ id }) => word(enter({ eventId, buyerId: id, items: one(typeId) })))
    expect(await Promise.all(entered)).toEqual(people.map((_, n) => (n === 4 ? 'operation_running' : 'placed')))
  })
}, 20_000)

test('a row that all of them need, locked by another transaction, refuses them all after two tries', async () => {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 50 } })
  const people = await shop.buyers(12)
  await shop.app.db.transaction().execute(async (trx) => {
    await sql`select 1 from ticket_stock where type_id = ${typeId} for update`.execute(trx)
    const entered = people.map(({ id }) => word(enter({ eventId, buyerId: id, items: one(typeId) })))
    expect(new Set(await Promise.all(entered))).toEqual(new Set(['operation_running']))
  })
}, 20_000)

/** Twelve orders that go as one batch, one of them in place of an unpaid one of its buyer; and a way to place them without the queue. */
async function givenBatch() {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 50 } })
  const people = await shop.buyers(12)
  const before = await enter({ eventId, buyerId: people[4]?.id ?? '', items: one(typeId) })
  const orders = people.map(({ id }) => orderRequest({ eventId, buyerId: id, items: one(typeId) }))
  const held = async () => (await shop.stockOf(typeId)).held
  return { typeId, orders, held, replacedId: before.id }
}
type GivenBatch = Awaited<ReturnType<typeof givenBatch>>
const throughQueue = ({ orders }: GivenBatch) => orders.map((order) => word(enterOrderQueue(shop.app, order)))
const asOneBatch = ({ orders }: GivenBatch) => [word(placeOrders(shop.app, orders))]

/** A deadlock: the batch locks the unpaid order that it replaces and waits for places locked by a transaction that now wants that order. */
async function inARing(batch: GivenBatch, start: (batch: GivenBatch) => Promise<string>[]): Promise<string[]> {
  const started = await shop.app.db.transaction().execute(async (trx) => {
    await sql`select 1 from ticket_stock where type_id = ${batch.typeId} for update`.execute(trx)
    const started = start(batch)
    await untilBlocked(shop.app.db)
    // PostgreSQL ends the transaction that looks for the deadlock first: the batch, unless this machine paused for a second.
    await sql`select 1 from orders where id = ${batch.replacedId} for update`.execute(trx)
    return { words: Promise.all(started) }
  })
  return started.words
}

/** Ends the connection of the batch while it waits for a locked row, then releases the row. */
async function underItsFeet(batch: GivenBatch, start: (batch: GivenBatch) => Promise<string>[]): Promise<string[]> {
  const started = await shop.app.db.transaction().execute(async (trx) => {
    await sql`select 1 from ticket_stock where type_id = ${batch.typeId} for update`.execute(trx)
    const started = start(batch)
    await untilBlocked(shop.app.db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.app.db)
    return { words: Promise.all(started) }
  })
  return started.words
}

/**
 * The result of a broken batch and how many places are held then. Repeated, with other orders, as long as a machine
 * that stood still broke something else: this test's own wait in the ring, or the batch by its time limit.
 */
async function broken(
  breakIt: typeof inARing,
  start: (batch: GivenBatch) => Promise<string>[],
): Promise<{ words: string[]; held: number }> {
  for (let left = 9; ; left -= 1) {
    const batch = await givenBatch()
    const words: string[] = await breakIt(batch, start).catch((error: unknown): string[] => {
      if (!(error instanceof DatabaseError) || error.code !== DEADLOCK || left === 0) throw error
      return []
    })
    const wasElsewhere = words.length === 0 || words.includes('operation_running')
    if (!wasElsewhere || left === 0) return { words, held: await batch.held() }
  }
}

test.each([
  ['a deadlock', inARing],
  ['a connection that is cut', underItsFeet],
])(
  '%s under a batch loses no order: each is tried alone, and one that was there already stays one',
  async (_name, breakIt) => {
    expect(await broken(breakIt, throughQueue)).toEqual({ words: Array.from({ length: 12 }, () => 'placed'), held: 12 })
    // The control: what the queue mends is an error of the whole batch, of which nothing is written.
    expect(await broken(breakIt, asOneBatch)).toEqual({ words: ['error'], held: 1 })
  },
  20_000,
)

test('a connection that is cut as the batch was committed repeats no order', async () => {
  const batch = await givenBatch()
  const { orders } = shop.app.reserved
  let batches = 0
  const cutAfterCommit: Pipeline = {
    ...orders,
    async transact(first, decide) {
      const result = await orders.transact(first, decide)
      batches += 1
      if (batches === 1) throw new Error('Connection terminated unexpectedly')
      return result
    },
  }
  const app = {
    ...shop.app,
    reserved: { ...shop.app.reserved, orders: cutAfterCommit },
    processCache: createProcessCache(shop.clock),
  }
  const placed = await Promise.all(batch.orders.map((order) => enterOrderQueue(app, order)))
  expect(placed.map(({ order }) => order.publicId)).toEqual(batch.orders.map(({ publicId }) => publicId))
  expect([batches, await batch.held()]).toEqual([13, 12])
})

test('a database that stays away is everybody’s error after one more try, and its return serves the next', async () => {
  const batch = await givenBatch()
  let asked = 0
  const transact = async (): Promise<never> => {
    asked += 1
    throw new Error('Connection terminated unexpectedly')
  }
  const away = { ...shop.app.reserved, orders: { ...shop.app.reserved.orders, transact } }
  const app = { ...shop.app, reserved: away, processCache: createProcessCache(shop.clock) }
  const words = await Promise.all(batch.orders.map((order) => word(enterOrderQueue(app, order))))
  expect(new Set(words)).toEqual(new Set(['error']))
  // The batch, and its first order alone, twice.
  expect(asked).toBe(3)
  expect(await Promise.all(throughQueue(batch))).toEqual(batch.orders.map(() => 'placed'))
})

test('when two thousand wait, the next is refused until later', async () => {
  const { eventId, typeId } = await shop.givenSale()
  const waiting = Array.from({ length: 2000 }, () => word(enter({ eventId, buyerId: newId(), items: one(typeId) })))
  expect(await word(enter({ eventId, buyerId: newId(), items: one(typeId) }))).toBe('busy')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['profile_incomplete']))
}, 20_000)
