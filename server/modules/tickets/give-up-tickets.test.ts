import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPurchase } from '#contract/sales/checkout.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { untilBlocked } from '#server/testing/blocked.ts'
import { giveUpTickets } from './give-up-tickets.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('tickets and courtesies of a person who leaves never wait in a ring with an order', async () => {
  const event = await server.given.event()
  const [first, second] = [
    await server.given.ticketType({ event, priceCents: 0 }),
    await server.given.ticketType({ event, priceCents: 0 }),
  ]
  const holder = await server.given.user()
  for (const type of [first, second]) {
    const body = { eventId: event.id, ticketTypeId: type.id, quantity: 1 }
    await server.call(createPurchase, { body }, { as: holder })
  }
  const { db } = server.app
  await sql`update tickets set kind = 'courtesy' where type_id = ${first.id}`.execute(db)
  await sql`update ticket_stock set sold = 0, courtesy = 1 where type_id = ${first.id}`.execute(db)
  let leaving: Promise<number> | undefined
  await db.transaction().execute(async (order) => {
    // An order takes its types, then the event.
    await sql`select from ticket_stock where type_id = ${first.id} for update`.execute(order)
    leaving = giveUpTickets(server.app, holder.id)
    await untilBlocked(db)
    await sql`set local lock_timeout = '500ms'`.execute(order)
    await sql`select from event_stock where event_id = ${event.id} for update`.execute(order)
  })
  expect(await leaving).toBe(2)
  expect(await db.selectFrom('event_stock').select('taken').where('event_id', '=', event.id).execute()).toEqual([
    { taken: 0 },
  ])
})
