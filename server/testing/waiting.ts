/** A sold-out type and people who wait for it. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { toLocalTime } from '#contract/values/dates.ts'
import { getOwnWaiting, leaveWaitingList } from '#contract/events/waiting-list.ts'
import { joinWaitingList } from '#contract/events/waiting-list-join.ts'
import type { GivenUser } from './given.ts'
import { createSellingApp, type SellingApp } from './selling-app.ts'
import type { SellingPair } from './selling-pair.ts'

/** A shop for one file of tests, each of which begins by day and leaves every promise kept: `let shop: SellingApp; eachTestAtNoon((opened) => (shop = opened))`. */
export function eachTestAtNoon(take: (shop: SellingApp) => void): void {
  let shop: SellingApp
  beforeAll(async () => {
    shop = await createSellingApp()
    take(shop)
  })
  beforeEach(() => atNoon(shop))
  afterEach(async () => expect(await shop.broken()).toEqual([]))
  afterAll(() => shop.close())
}

/** Moves the clock to noon in Buenos Aires: offers are made by day. People are signed in after it. */
export async function atNoon(shop: SellingApp): Promise<void> {
  await atHour(shop, 12)
}

/** Moves the clock on to the next such hour; gives how far that was. */
export async function atHour(shop: SellingApp, hour: number): Promise<{ minutes: number }> {
  const [hours = 0, minutes = 0] = toLocalTime(shop.clock.now()).split(':').map(Number)
  const more = (hour * 60 - hours * 60 - minutes + 1440) % 1440
  await shop.advance({ minutes: more })
  return { minutes: more }
}

/** The same of two processes: each has connections of its own, whose clocks are moved by it alone. */
export async function pairAtNoon({ shop, twin }: SellingPair): Promise<void> {
  await twin.advance(await atHour(shop, 12))
}

/** Lets the memory of sold-out answers expire. */
export async function forgetSoldOut({ shop, twin }: SellingPair): Promise<void> {
  for (const process of [shop, twin]) await process.advance({ seconds: 1 })
}

type Literal = Parameters<SellingApp['givenSale']>[0]

/** A type with so many places, all of them sold, an order each to one person; and what people do about it. */
export async function givenSoldOut(shop: SellingApp, places: number, literal: Literal = {}) {
  const sale = await shop.givenSale({ ...literal, type: { capacity: places, ...literal.type } })
  const { eventId, typeId } = sale
  const holders = await shop.buyers(places)
  const orders = await Promise.all(holders.map((holder) => shop.buy(holder, typeId, eventId, 1)))
  // They outlast what a test does with the clock.
  await sql`update orders set held_until = app_now() + interval '20 days' where event_id = ${eventId}`.execute(
    shop.app.db,
  )
  const stock = () =>
    shop.app.db
      .selectFrom('ticket_stock')
      .select(['capacity', 'held', 'sold', 'wanted', 'offered'])
      .where('type_id', '=', typeId)
      .executeTakeFirstOrThrow()
  return {
    ...sale,
    holders,
    orders,
    stock,
    join: (as: GivenUser, quantity = 1, of = typeId) =>
      shop.call(joinWaitingList, { params: { typeId: of }, body: { quantity } }, { as }),
    leave: (as: GivenUser, of = typeId) => shop.call(leaveWaitingList, { params: { typeId: of } }, { as }),
    /** A person's status in this type's waitlist; null for none. */
    async place(as: GivenUser) {
      const { entries } = await shop.call(getOwnWaiting, { params: { id: eventId } }, { as })
      return entries.find(({ ticketTypeId }) => ticketTypeId === typeId) ?? null
    },
    /** Ends the holds of so many of the orders, as time would. */
    async free(count: number) {
      const ids = orders.splice(0, count).map(({ order }) => order.publicId)
      await sql`update orders set held_until = app_now() - interval '10 minutes' where public_id = any (${ids})`.execute(
        shop.app.db,
      )
      await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
    },
    /** Lets the job look once. */
    offer: () => shop.app.queue.runJob(shop.app, 'waiting-list.offer'),
  }
}
