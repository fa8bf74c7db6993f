/** The checker finds what is broken: each row here breaks one promise by hand, where no constraint would. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { modules } from '#server/app.ts'
import { readCounts } from '#server/shared/counts.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { checkChanges, lookTwice } from './check-changes.ts'
import { runChecks } from './check-invariants.ts'
import { invariantsOf, wholeInvariants, type Subject } from './invariants.ts'

let shop: SellingApp
let sale: Awaited<ReturnType<SellingApp['givenSale']>>
let orderId: string
/** What a change of this sale, and of another one, touches. */
let here: Touched
let elsewhere: Touched
type Touched = Readonly<Record<string, readonly Subject[]>>
beforeAll(async () => {
  shop = await createSellingApp()
  sale = await shop.givenSale()
  const purchase = await shop.buy(await shop.given.user(), sale.typeId, sale.eventId, 2)
  await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await shop.settle()
  await shop.buy(await shop.given.user(), sale.typeId, sale.eventId)
  const other = await shop.givenSale()
  await shop.buy(await shop.given.user(), other.typeId, other.eventId)
  const row = await shop.app.db
    .selectFrom('orders')
    .select('id')
    .where('public_id', '=', purchase.order.publicId)
    .executeTakeFirstOrThrow()
  orderId = row.id
  await sql`insert into discount_codes (id, event_id, code, percent, made_by)
    select gen_random_uuid(), ${sale.eventId}, 'VERANO', 10, id from users limit 1`.execute(shop.app.db)
  here = await touchedBy(sale.eventId)
  elsewhere = await touchedBy(other.eventId)
})
afterAll(() => shop.close())

async function touchedBy(eventId: string): Promise<Touched> {
  const of = (table: 'ticket_types' | 'orders' | 'tickets') =>
    shop.app.db.selectFrom(table).select('id').where('event_id', '=', eventId).execute()
  const [types, orders, tickets, buyers] = await Promise.all([
    of('ticket_types'),
    of('orders'),
    of('tickets'),
    shop.app.db.selectFrom('orders').select('buyer_id as id').where('event_id', '=', eventId).execute(),
  ])
  const at = (ids: readonly { id: string }[]) => ids.map(({ id }) => ({ id, eventId }))
  return { event: [{ id: eventId, eventId }], type: at(types), order: orders, ticket: tickets, buyer: at(buyers) }
}

test('a shop that sold breaks nothing', async () => {
  expect(await shop.broken()).toEqual([])
  for (const touched of [here, elsewhere]) {
    for (const one of Object.entries(touched) as [string, Subject[]][]) {
      expect(await runChecks(shop.app.db, invariantsOf(modules, ...one))).toEqual([])
    }
  }
})

test.each([
  [
    'a held place too many',
    () => sql`update ticket_stock set held = held + 1 where type_id = ${sale.typeId}`,
    'I2 held places are those of unpaid orders and of waitlist offers',
  ],
  [
    'a place of an unproved account too many',
    () => sql`update ticket_stock set unproved = unproved + 1 where type_id = ${sale.typeId}`,
    'I2 places of accounts that verified nothing are those of their unpaid orders and free tickets',
  ],
  [
    'a sold place too many',
    () => sql`update ticket_stock set sold = sold + 1 where type_id = ${sale.typeId}`,
    'I2 sold places are those of tickets that have their place',
  ],
  [
    'an event that counts one less',
    () => sql`update event_stock set taken = taken - 1 where event_id = ${sale.eventId}`,
    'I2 an event counts the places of its types',
  ],
  [
    'a counter that forgot a place',
    () => sql`update buyer_counters set taken = taken - 1 where type_id = ${sale.typeId} and taken = 2`,
    'I5 counters of buyers are the places of their orders',
  ],
  [
    'a ticket with a holder to whom it was not transferred',
    () =>
      sql`update tickets set holder_id = (select id from users where id <> holder_id limit 1) where order_id = ${orderId}`,
    'T2 a ticket belongs to the receiver of its last transfer, and counts all its transfers',
  ],
  [
    'a transfer that left the epoch as it was',
    () => sql`
      with given as (update tickets set transfers = 1, holder_id = other.id from (select id from users limit 2) other
        where order_id = ${orderId} and other.id <> payer_id returning tickets.id, payer_id, holder_id)
      insert into ticket_transfers (id, ticket_id, from_id, to_id, epoch)
      select gen_random_uuid(), id, payer_id, holder_id, 1 from given`,
    'T2 a ticket belongs to the receiver of its last transfer, and counts all its transfers',
  ],
  [
    'a person over the limit',
    () => sql`update events set person_limit = 1 where id = ${sale.eventId}`,
    'I5 each person holds at most as many places as the event allows',
  ],
  [
    'a person over the limit of a type',
    () => sql`update ticket_types set per_person_limit = 1 where id = ${sale.typeId}`,
    'I5 each person holds at most as many places as the type allows',
  ],
  [
    'a type without a stock',
    () => sql`delete from ticket_stock where type_id = ${sale.typeId}`,
    'every type has its stock and its event has one',
  ],
  [
    'a discount code with a use too many',
    () => sql`update discount_codes set uses = uses + 1 where event_id = ${sale.eventId}`,
    'I2 uses of a discount code are the orders that hold or were paid with it',
  ],
  [
    'a person over the limit of a code',
    () => sql`
      with more as (update orders set discount_code_id = c.id, discount_code = c.code, discount_cents = 100,
                           buyer_id = (select buyer_id from orders where id = ${orderId})
        from discount_codes c where c.event_id = ${sale.eventId} and orders.event_id = c.event_id returning orders.id)
      update discount_codes set per_person_limit = 1, uses = 2 where event_id = ${sale.eventId} and exists (select from more)`,
    'I5 each person uses a discount code at most as often as it allows',
  ],
  [
    'a discount by no code',
    () => sql`update orders set discount_cents = 100 where id = ${orderId}`,
    'an order has a discount by a code of its event, and none without',
  ],
  [
    'a discount code for a type of another event',
    () =>
      sql`update discount_codes set type_ids = (select array_agg(id) from ticket_types where event_id <> ${sale.eventId}) where event_id = ${sale.eventId}`,
    'a discount code is for types of its event',
  ],
  [
    'a line of no order',
    () => sql`update order_lines set order_id = gen_random_uuid() where order_id = ${orderId}`,
    'lines belong to an order and to a type of its event',
  ],
  [
    "tickets of another buyer's order",
    () =>
      sql`update orders set buyer_id = (select id from users where id <> orders.buyer_id limit 1) where id = ${orderId}`,
    "tickets belong to a type of their event and to their payer's order",
  ],
  [
    'a ticket of a type that is not there',
    () => sql`update tickets set type_id = gen_random_uuid() where order_id = ${orderId}`,
    "tickets belong to a type of their event and to their payer's order",
  ],
  [
    'tickets of an order that is not there',
    () => sql`update tickets set order_id = gen_random_uuid() where order_id = ${orderId} and position = 1`,
    "tickets belong to a type of their event and to their payer's order",
  ],
  [
    'a ticket without a payer',
    () => sql`update tickets set payer_id = gen_random_uuid() where order_id = ${orderId}`,
    'tickets are of people and keys that exist',
  ],
  [
    'a ticket that no key signed',
    () => sql`update tickets set key_id = 254 where order_id = ${orderId}`,
    'tickets are of people and keys that exist',
  ],
  [
    'an entry of another company',
    () => sql`update ledger_entries set company_id = gen_random_uuid() where order_id = ${orderId} and kind = 'sale'`,
    'M1 entries are of an order, of its event and company, and of its payment',
  ],
  [
    'an entry of a payment that is not there',
    () => sql`update ledger_entries set payment_id = gen_random_uuid() where order_id = ${orderId} and kind = 'sale'`,
    'M1 entries are of an order, of its event and company, and of its payment',
  ],
  [
    'a fee that its company bears and the ledger lacks',
    () => sql`update orders set absorbed_fee_cents = 100 where id = ${orderId}`,
    'M1 the fee that companies bear is in the ledger, of the orders that sold',
  ],
  [
    'a ticket that still opens the door after a chargeback',
    () => sql`update orders set state = 'in_dispute' where id = ${orderId}`,
    'M7 a ticket whose money is gone opens no door',
  ],
  [
    'an order without a buyer',
    () => sql`update orders set buyer_id = gen_random_uuid() where id = ${orderId}`,
    'orders belong to events, companies and people that exist',
  ],
  [
    'a line that is not in the total',
    () => sql`update order_lines set unit_price_cents = 100 where order_id = ${orderId}`,
    'orders add up to their lines and drinks',
  ],
  [
    'a paid order without a ticket',
    () => sql`update tickets set order_id = null where order_id = ${orderId}`,
    'I3 a paid order has its tickets, and no unpaid order has any',
  ],
  [
    'a sale that is not in the ledger',
    () => sql`delete from ledger_entries where order_id = ${orderId} and kind = 'sale'`,
    'M1 a sale in the ledger is the price and the fee of its tickets and vouchers',
  ],
  [
    'a refund that is not in the ledger',
    () => sql`update orders set refunded_cents = 100 where id = ${orderId}`,
    'M1 what went back of a sale is in the ledger',
  ],
  [
    'money in suspense that is not refunded',
    () => sql`update payments set is_applied = false where order_id = ${orderId}`,
    'M1 suspense holds what waits to go back',
  ],
  [
    'an approved payment of an order that is not paid',
    () => sql`update orders set state = 'expired' where id = ${orderId}`,
    'M2 an approved payment bought an order or goes back',
  ],
  [
    'an order that was paid too little',
    () => sql`update payments set amount_cents = 100 where order_id = ${orderId}`,
    'M2 an order is paid by one payment of its total',
  ],
  [
    'more returned than refunded',
    () => sql`update payments set refunded_cents = 100 where order_id = ${orderId}`,
    'M6 no more goes back than was paid',
  ],
])('%s is found', async (_name, breakIt, expected) => {
  const found: Record<string, string[]> = {}
  const undone = shop.app.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx) // what may only be added to is changed too
    await breakIt().execute(trx)
    const names = (broken: readonly { name: string }[]) => broken.map(({ name }) => name)
    const look = async (touched: Touched) => {
      const narrowed = Object.entries(touched) as [string, Subject[]][]
      return names(
        await runChecks(
          trx,
          narrowed.flatMap((one) => invariantsOf(modules, ...one)),
        ),
      )
    }
    Object.assign(found, {
      whole: names(await runChecks(trx, wholeInvariants(modules))),
      here: await look(here),
      elsewhere: await look(elsewhere),
    })
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect(found['whole']).toContain(expected)
  // From where it changed not all of it is seen, and what is seen may have a second consequence.
  expect(found['here']).toEqual(expect.arrayContaining([expect.toBeOneOf(found['whole'] ?? [])]))
  expect(found['elsewhere']).toEqual([])
})

test('a limit that the organizer lowered after a purchase breaks nothing', async () => {
  let found: unknown
  const undone = shop.app.db.transaction().execute(async (trx) => {
    await sql`update events set person_limit = 1 where id = ${sale.eventId}`.execute(trx)
    await sql`insert into audit_rows (action, object_type, object_id) values ('event.update', 'event', ${sale.eventId})`.execute(
      trx,
    )
    found = await runChecks(trx, wholeInvariants(modules))
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect(found).toEqual([])
})

test('each minute what changed is looked at, and only that; what is broken fails the job', async () => {
  const { app } = shop
  const [touched, untouched] = [await shop.givenSale(), await shop.givenSale()]
  await shop.advance({ seconds: 6 })
  await checkChanges(app)
  await shop.buy(await shop.given.user(), touched.typeId, touched.eventId)
  const add = (eventId: string, places: number) =>
    sql`update event_stock set taken = taken + ${places} where event_id = ${eventId}`.execute(app.db)
  await add(untouched.eventId, 1)
  await shop.advance({ seconds: 6 })
  await app.queue.runJob(app, 'db.check-invariants')
  await add(touched.eventId, 1)
  // It goes on from where it was: nothing of this sale has changed since.
  await app.queue.runJob(app, 'db.check-invariants')
  await shop.buy(await shop.given.user(), touched.typeId, touched.eventId)
  await expect(shop.advance({ seconds: 6 }).then(() => app.queue.runJob(app, 'db.check-invariants'))).rejects.toThrow(
    `Broken: I2 an event counts the places of its types (${touched.eventId})`,
  )
  // The next look is not green while it stays so, though nothing has changed since.
  await expect(app.queue.runJob(app, 'db.check-invariants')).rejects.toThrow(touched.eventId)
  await add(touched.eventId, -1)
  await app.queue.runJob(app, 'db.check-invariants')
  await add(untouched.eventId, -1)
  expect(await shop.broken()).toEqual([])
})

test('a change that is not settled yet waits for the next look', async () => {
  const { app } = shop
  const { typeId, eventId } = await shop.givenSale()
  await shop.advance({ seconds: 6 })
  await checkChanges(app)
  await shop.buy(await shop.given.user(), typeId, eventId)
  const add = (places: number) =>
    sql`update event_stock set taken = taken + ${places} where event_id = ${eventId}`.execute(app.db)
  await add(1)
  await checkChanges(app)
  await shop.advance({ seconds: 6 })
  await expect(checkChanges(app)).rejects.toThrow('Broken')
  await add(-1)
  await checkChanges(app)
})

test('nothing of a minute’s look outlives its statement: the snapshot of a sale is never held', async () => {
  const { app } = shop
  const { typeId, eventId } = await shop.givenSale()
  for (let n = 0; n < 3; n += 1) await shop.buy(await shop.given.user(), typeId, eventId)
  await shop.advance({ seconds: 6 })
  const begun: string[] = []
  const transaction = app.db.transaction.bind(app.db)
  const spy = vi.spyOn(app.db, 'transaction').mockImplementation(() => {
    const builder = transaction()
    const setIsolationLevel = builder.setIsolationLevel.bind(builder)
    builder.setIsolationLevel = (level) => {
      begun.push(level)
      return setIsolationLevel(level)
    }
    return builder
  })
  await checkChanges(app)
  expect(begun.length).toBeGreaterThan(3)
  expect(new Set(begun)).toEqual(new Set(['read committed']))
  // Control: the whole check is one snapshot.
  begun.length = 0
  await shop.broken()
  expect(begun).toEqual(['repeatable read'])
  spy.mockRestore()
})

const looked = (result: string) =>
  readCounts().find(({ name, labels }) => name === 'checks' && labels['result'] === result)?.value ?? 0

test('what took too long to look at is not whole: it counts as not seen and is looked at again', async () => {
  const { app } = shop
  const { typeId, eventId } = await shop.givenSale()
  await shop.advance({ seconds: 6 })
  await checkChanges(app)
  await shop.buy(await shop.given.user(), typeId, eventId)
  const add = (places: number) =>
    sql`update event_stock set taken = taken + ${places} where event_id = ${eventId}`.execute(app.db)
  await add(1)
  await shop.advance({ seconds: 6 })
  const whileSlow = (look: () => Promise<void>) =>
    app.db.transaction().execute(async (trx) => {
      await sql`lock table event_stock in access exclusive mode`.execute(trx)
      await look()
    })
  const [tooLong, broken] = [looked('too_long'), looked('broken')]
  await whileSlow(() => checkChanges(app, 150))
  // The event and its type.
  expect([looked('too_long'), looked('broken')]).toEqual([tooLong + 2, broken])
  // Nothing has changed since; still slow, and still not seen.
  await whileSlow(() => checkChanges(app, 150))
  expect(looked('too_long')).toBe(tooLong + 4)
  await expect(checkChanges(app)).rejects.toThrow(`I2 an event counts the places of its types (${eventId})`)
  // Broken before and too slow now: what was not checked whole stays broken.
  await whileSlow(() => expect(checkChanges(app, 150)).rejects.toThrow(`not looked at, and broken before (${eventId})`))
  await add(-1)
  await checkChanges(app)
  const whole = looked('whole')
  await checkChanges(app)
  expect(looked('whole')).toBe(whole)
})

test('a difference that is gone at the second look was rows on the move', async () => {
  const looks = (...found: (string[] | 'too long')[]) => {
    let look = 0
    return async () => {
      const ids = found[look++] ?? []
      if (ids === 'too long') return null
      return ids.length > 0 ? [{ name: 'I1', ids }] : []
    }
  }
  expect(await lookTwice(looks(['a'], []))).toEqual([])
  expect(await lookTwice(looks(['a', 'b'], ['b', 'c']))).toEqual([{ name: 'I1', ids: ['b'] }])
  expect(await lookTwice(looks(['a'], ['b']))).toEqual([])
  expect(await lookTwice(looks([], ['a']))).toEqual([])
  expect(await lookTwice(looks('too long'))).toBeNull()
  expect(await lookTwice(looks(['a'], 'too long'))).toBeNull()
})
