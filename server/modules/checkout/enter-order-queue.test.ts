import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isFailure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { askedOrder, one } from '#server/testing/asked-orders.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { enterOrderQueue } from './enter-order-queue.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterEach(async () => expect(await shop.broken()).toEqual([]))
afterAll(() => shop.close())

const enter = (order: Parameters<typeof askedOrder>[0]) => enterOrderQueue(shop.app, askedOrder(order))
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
    // A public id that somebody has already breaks a unique index.
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

test('a buyer whose own order somebody else holds is refused alone', async () => {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 50 } })
  const people = await shop.buyers(12)
  const first = await enter({ eventId, buyerId: people[4]?.id ?? '', items: one(typeId) })
  await shop.app.db.transaction().execute(async (trx) => {
    await sql`select 1 from orders where id = ${first.id} for update`.execute(trx)
    const entered = people.map(({ id }) => word(enter({ eventId, buyerId: id, items: one(typeId) })))
    expect(await Promise.all(entered)).toEqual(people.map((_, n) => (n === 4 ? 'operation_running' : 'placed')))
  })
}, 20_000)

test('a row that all of them need, held by somebody else, refuses them all after two tries', async () => {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 50 } })
  const people = await shop.buyers(12)
  await shop.app.db.transaction().execute(async (trx) => {
    await sql`select 1 from ticket_stock where type_id = ${typeId} for update`.execute(trx)
    const entered = people.map(({ id }) => word(enter({ eventId, buyerId: id, items: one(typeId) })))
    expect(new Set(await Promise.all(entered))).toEqual(new Set(['operation_running']))
  })
}, 20_000)

test('a connection that is lost under a batch is everybody’s error at once, and the next batch has another', async () => {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 50 } })
  const people = await shop.buyers(12)
  await shop.app.db.transaction().execute(async (trx) => {
    await sql`select 1 from ticket_stock where type_id = ${typeId} for update`.execute(trx)
    const entered = people.map(({ id }) => word(enter({ eventId, buyerId: id, items: one(typeId) })))
    const end = async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.app.db)
      return rows.length
    }
    await expect.poll(end).toBe(1)
    expect(new Set(await Promise.all(entered))).toEqual(new Set(['error']))
  })
  expect(await word(enter({ eventId, buyerId: people[0]?.id ?? '', items: one(typeId) }))).toBe('placed')
})

test('when two thousand wait, the next is told to come back', async () => {
  const { eventId, typeId } = await shop.givenSale()
  const waiting = Array.from({ length: 2000 }, () => word(enter({ eventId, buyerId: newId(), items: one(typeId) })))
  expect(await word(enter({ eventId, buyerId: newId(), items: one(typeId) }))).toBe('busy')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['profile_incomplete']))
}, 20_000)
