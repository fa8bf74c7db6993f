/** What a buyer was sold decides the right to the money, not what the event is made later. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addHours } from '#contract/values/dates.ts'
import { updateEvent } from '#contract/events/events-managed.ts'
import { claimMoveRefund, getOwnMove } from '#contract/events/notices-moves.ts'
import { getRegret, submitRegret } from '#contract/sales/regrets.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { textsAt } from '#server/testing/read-inbox.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const NAME = 'Fiesta Lunar Rosario'
const DAYS = 24

async function sold() {
  const sale = await shop.paid({ event: { name: NAME, startsInHours: 30 * DAYS } })
  const params = { id: sale.eventId }
  const edit = async (body: { venueName?: string; dateEvent?: string; startTime?: string; endTime?: string }) => {
    const owner = await shop.given.user({ memberOf: { id: sale.companyId } })
    return shop.call(updateEvent, { params, body }, { as: owner })
  }
  const { venue_name: venue } = await shop.app.db
    .selectFrom('events')
    .select('venue_name')
    .where('id', '=', sale.eventId)
    .executeTakeFirstOrThrow()
  return { ...sale, edit, venue }
}
const notify = async (minutes: number) => {
  await shop.advance({ minutes })
  await shop.app.queue.runJob(shop.app, 'notices.notify-moves')
  await shop.app.queue.runJob(shop.app, 'notices.deliver')
}
/** Day and hour in Argentina, to the minute. */
const startIn = (minutes: number) => {
  const local = new Date(Date.parse(addHours(shop.clock.now(), minutes / 60 - 3))).toISOString()
  return { dateEvent: local.slice(0, 10), startTime: local.slice(11, 16) }
}
const noticesTo = async ({ mail }: GivenUser) =>
  (await textsAt(shop, mail ?? '')).filter((text) => text.startsWith(`${NAME} cambió`))
const ownMove = async (eventId: string, as: GivenUser) =>
  (await shop.call(getOwnMove, { query: { eventId } }, { as })).move
const buys = async (typeId: string, eventId: string) => {
  const buyer = await shop.given.user()
  const purchase = await shop.buy(buyer, typeId, eventId, 1)
  const pay = async () => {
    await shop.simulator.control.pay(await shop.preferenceOf(purchase))
    await shop.settle()
  }
  return { buyer, publicId: purchase.order.publicId, pay }
}

test('an order keeps when and where the event was as it was placed', async () => {
  const { publicId, venue, edit } = await sold()
  await edit({ venueName: 'Teatro Broadway' })
  const order = await shop.app.db
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.event_id')
    .select(['sold_starts_at', 'starts_at', 'sold_venue', 'sold_city', 'city'])
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  expect(order).toMatchObject({ sold_starts_at: order.starts_at, sold_venue: venue, sold_city: order.city })
})

test('an event moved to start in two minutes notifies at once, and its payers keep their money’s right after the start', async () => {
  const { buyer, eventId, edit, publicId } = await sold()
  await edit(startIn(2))
  const { code } = await shop.call(submitRegret, { body: { orderNumber: publicId } })
  await notify(1)
  expect(await noticesTo(buyer)).toHaveLength(1)
  // It was sold for a month from now: the right of regret ends by that day.
  await shop.settle()
  const link = (await textsAt(shop, buyer.mail ?? '')).find((text) => text.includes(code))
  const token = /#token=([\w.-]+)/.exec(link ?? '')?.[1] ?? ''
  const regret = await shop.call(getRegret, { params: { code }, query: { token } })
  expect(regret.orders).toMatchObject([{ isEligible: true, obstacle: null }])
  await shop.advance({ minutes: 20 })
  const move = await ownMove(eventId, buyer)
  expect(move).toMatchObject({ isOpen: true, amount: 39_600 })
  await shop.call(claimMoveRefund, { params: { id: move?.id ?? '' }, body: {} }, { as: buyer })
  await shop.settle()
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('refunded')
})

test('a start that passed before the minutes were over is notified all the same', async () => {
  const { buyer, edit } = await sold()
  await edit(startIn(2))
  await notify(30)
  expect(await noticesTo(buyer)).toHaveLength(1)
})

test('moved away and back within five minutes: only who bought in between is notified and may take the money back', async () => {
  const { buyer, eventId, typeId, edit, venue } = await sold()
  await edit({ venueName: 'Teatro Broadway' })
  const between = await buys(typeId, eventId)
  await between.pay()
  await edit({ venueName: venue })
  await notify(6)
  expect(await noticesTo(buyer)).toEqual([])
  expect(await ownMove(eventId, buyer)).toBeNull()
  const [notice, ...more] = await noticesTo(between.buyer)
  expect(more).toEqual([])
  expect(notice).toMatch(/Antes: .*Teatro Broadway/)
  expect(await ownMove(eventId, between.buyer)).toMatchObject({ amount: 19_800, before: { venue: 'Teatro Broadway' } })
})

test.each([
  ['before the notice', false],
  ['after it', true],
])(
  'moved while there is only an unpaid hold, paid %s: its buyer is notified and has the right',
  async (_when, isLate) => {
    const { eventId, typeId, companyId } = await shop.givenSale({ event: { name: NAME, startsInHours: 30 * DAYS } })
    const hold = await buys(typeId, eventId)
    const owner = await shop.given.user({ memberOf: { id: companyId } })
    await shop.call(updateEvent, { params: { id: eventId }, body: { venueName: 'Teatro Broadway' } }, { as: owner })
    if (isLate) await notify(6)
    await hold.pay()
    await notify(isLate ? 1 : 6)
    await notify(1)
    expect(await noticesTo(hold.buyer)).toHaveLength(1)
    expect(await ownMove(eventId, hold.buyer)).toMatchObject({ isOpen: true, amount: 19_800 })
  },
)

test('a right that was announced stays when the event is moved back, and who bought what it is now has none', async () => {
  const { buyer, eventId, typeId, edit, venue } = await sold()
  await edit({ venueName: 'Teatro Broadway' })
  await notify(6)
  const later = await buys(typeId, eventId)
  await later.pay()
  expect(await ownMove(eventId, later.buyer)).toBeNull()
  await edit({ venueName: venue })
  await notify(6)
  expect(await noticesTo(buyer)).toHaveLength(2)
  expect(await ownMove(eventId, buyer)).toMatchObject({ amount: 39_600 })
  expect(await ownMove(eventId, later.buyer)).toMatchObject({ amount: 19_800 })
})

test('control: without what was sold no buyer in between has a right', async () => {
  const { eventId, typeId, edit, venue } = await sold()
  await edit({ venueName: 'Teatro Broadway' })
  const between = await buys(typeId, eventId)
  await between.pay()
  await sql`update orders set sold_venue = null where event_id = ${eventId}::uuid`.execute(shop.app.db)
  await edit({ venueName: venue })
  await notify(6)
  expect(await ownMove(eventId, between.buyer)).toBeNull()
})
