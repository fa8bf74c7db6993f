import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brokenConstraint } from '#server/db/constraints.ts'
import { isFailure } from '#server/shared/failure.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { confirmPlaces, createTypeStock, issuePlaces, releasePlaces, resizeType, setEventCapacity } from './store.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterEach(async () => {
  // Places are moved here without orders and tickets: only what stock itself promises is compared.
  const broken = await shop.broken()
  expect(broken.filter(({ name }) => name.startsWith('I1') || name.includes('counts the places'))).toEqual([])
})
afterAll(() => shop.close())

const stockOf = (typeId: string) =>
  shop.app.db
    .selectFrom('ticket_stock')
    .select(['capacity', 'held', 'sold', 'courtesy'])
    .where('type_id', '=', typeId)
    .executeTakeFirstOrThrow()
const eventOf = (eventId: string) =>
  shop.app.db
    .selectFrom('event_stock')
    .select(['capacity', 'taken'])
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
const counterOf = async (buyerId: string, typeId: string) =>
  (
    await shop.app.db
      .selectFrom('buyer_counters')
      .select('taken')
      .where('buyer_id', '=', buyerId)
      .where('type_id', '=', typeId)
      .executeTakeFirst()
  )?.taken
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (isFailure(error) ? error.code : brokenConstraint(error)),
  )

test('a capacity is never lowered below what is taken', async () => {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 10 } })
  const buyer = await shop.given.user()
  await issuePlaces(shop.app, { eventId, buyerId: buyer.id, lines: [{ typeId, quantity: 4 }], as: 'sold' })
  expect(await failure(resizeType(shop.app, typeId, 3))).toBe('capacity_below_sold')
  expect(await failure(setEventCapacity(shop.app, eventId, 3))).toBe('capacity_below_sold')
  await resizeType(shop.app, typeId, 4)
  await setEventCapacity(shop.app, eventId, 4)
  expect(await stockOf(typeId)).toMatchObject({ capacity: 4, sold: 4 })
  expect(await eventOf(eventId)).toEqual({ capacity: 4, taken: 4 })
  await setEventCapacity(shop.app, eventId, null)
  expect(await eventOf(eventId)).toEqual({ capacity: null, taken: 4 })
})

test('a type that does not exist cannot be resized', async () => {
  expect(await failure(resizeType(shop.app, '01900000-0000-7000-8000-000000000000', 5))).toBe('capacity_below_sold')
})

test('a new type begins free, and gives its event a stock', async () => {
  const { eventId } = await shop.givenSale()
  await sql`delete from event_stock where event_id = ${eventId}`.execute(shop.app.db)
  const typeId = '01900000-0000-7000-8000-0000000000aa'
  await sql`insert into ticket_types (id, event_id, name, price_cents, position) values (${typeId}, ${eventId}, 'VIP', 0, 9)`.execute(
    shop.app.db,
  )
  await createTypeStock(shop.app, { typeId, eventId, capacity: 7 })
  expect(await stockOf(typeId)).toEqual({ capacity: 7, held: 0, sold: 0, courtesy: 0 })
  expect(await eventOf(eventId)).toEqual({ capacity: null, taken: 0 })
})

test('places taken at once are all taken or none', async () => {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 5 }, event: { capacity: 6 } })
  const other = await shop.given.ticketType({ event: { id: eventId }, capacity: 5 })
  const issue = (quantity: number, more: number) =>
    issuePlaces(shop.app, {
      eventId,
      buyerId: null,
      lines: [
        { typeId, quantity },
        { typeId: other.id, quantity: more },
      ],
      as: 'courtesy',
    })
  expect(await issue(1, 6)).toBe(false)
  expect(await issue(4, 3)).toBe(false)
  expect(await issue(4, 2)).toBe(true)
  expect(await stockOf(typeId)).toMatchObject({ courtesy: 4 })
  expect(await eventOf(eventId)).toMatchObject({ taken: 6 })
  const rows = await shop.app.db.selectFrom('buyer_counters').select('taken').where('event_id', '=', eventId).execute()
  expect(rows).toEqual([])
})

test('held places are confirmed, and sold ones released, with their counters', async () => {
  const { eventId, typeId } = await shop.givenSale()
  const buyer = await shop.given.user()
  const places = [{ eventId, buyerId: buyer.id, typeId, quantity: 3 }]
  await sql`select stock_move(array[${eventId}]::uuid[], array[${buyer.id}]::uuid[], array[${typeId}]::uuid[], array[3], array[0], array[0], array[0])`.execute(
    shop.app.db,
  )
  expect(await stockOf(typeId)).toMatchObject({ held: 3, sold: 0 })
  await confirmPlaces(shop.app, places, false)
  expect(await stockOf(typeId)).toMatchObject({ held: 0, sold: 3 })
  expect([await counterOf(buyer.id, typeId), await counterOf(buyer.id, eventId)]).toEqual([3, 3])
  await releasePlaces(shop.app, [{ ...places[0], eventId, buyerId: buyer.id, typeId, quantity: 1 }], 'sold')
  expect(await stockOf(typeId)).toMatchObject({ held: 0, sold: 2 })
  expect([await counterOf(buyer.id, typeId), await counterOf(buyer.id, eventId)]).toEqual([2, 2])
  expect(await eventOf(eventId)).toMatchObject({ taken: 2 })
})

test('nothing comes back twice, and nothing is confirmed that was not held', async () => {
  const { eventId, typeId } = await shop.givenSale()
  const buyer = await shop.given.user()
  const places = [{ eventId, buyerId: buyer.id, typeId, quantity: 1 }]
  expect(await failure(confirmPlaces(shop.app, places, false))).toBe('ticket_stock_held_check')
  await issuePlaces(shop.app, { eventId, buyerId: buyer.id, lines: [{ typeId, quantity: 1 }], as: 'sold' })
  await releasePlaces(shop.app, places, 'sold')
  expect(await failure(releasePlaces(shop.app, places, 'sold'))).toBe('ticket_stock_sold_check')
  await issuePlaces(shop.app, { eventId, buyerId: buyer.id, lines: [{ typeId, quantity: 1 }], as: 'sold' })
  const unproved = places.map((each) => ({ ...each, isUnproved: true }))
  expect(await failure(releasePlaces(shop.app, unproved, 'sold'))).toBe('ticket_stock_unproved_check')
})
