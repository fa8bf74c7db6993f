import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/context.ts'
import { untilBlocked } from '#server/testing/blocked.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { revokeTickets } from './revoke-tickets.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterEach(() => shop.settle())
afterAll(() => shop.close())

test('an order that goes back while the door holds its tickets waits for it in no ring', async () => {
  const { publicId, preferenceId, eventId } = await shop.sentToPay({}, 8)
  await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  const { db } = shop.app
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  const tickets = await db.selectFrom('tickets').select('id').where('event_id', '=', eventId).orderBy('id').execute()
  const lock = (trx: typeof db, id: string | undefined) =>
    sql`select from tickets where id = ${id} for no key update`.execute(trx)
  let revoking: Promise<unknown> = Promise.resolve()
  // The door locks its batch's tickets in the order of their ids.
  await db.transaction().execute(async (door) => {
    await lock(door, tickets[0]?.id)
    revoking = inTransaction(shop.app, (app) =>
      revokeTickets(
        app,
        tickets.map(({ id }) => id),
      ),
    )
    revoking.catch(() => {})
    await untilBlocked(shop.app.db)
    for (const { id } of tickets) await lock(door, id)
  })
  expect(await revoking).toEqual(tickets.map(({ id }) => ({ ticketId: id, typeId: expect.any(String) as string })))
  await db.updateTable('tickets').set({ state: 'valid' }).where('order_id', '=', orderId).execute()
})
