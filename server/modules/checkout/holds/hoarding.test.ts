/** Threat 29: places that are held and never paid (rules R9.4, R9.5). */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPurchase } from '#contract/sales/checkout.ts'
import { getEventsDashboard } from '#contract/events/events-managed.ts'
import { addSeconds, secondsBetween } from '#server/shared/clock.ts'
import { Refused } from '#server/testing/app.ts'
import { orderRequest, one, words } from '#server/testing/order-requests.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { expireOrders } from './expire-orders.ts'
import { placeOrders } from '../placing/place-orders.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterEach(async () => expect(await shop.broken()).toEqual([]))
afterAll(() => shop.close())

interface Sale {
  readonly eventId: string
  readonly typeId: string
}

/** Buys, from a device or from none; gives the order, or the code of its refusal. */
async function reserve(
  buyer: GivenUser,
  { eventId, typeId }: Sale,
  { quantity = 1, device = '', ip = '200.10.1.7' } = {},
) {
  return shop
    .call(
      createPurchase,
      { body: { eventId, ticketTypeId: typeId, quantity } },
      { as: buyer, ip, ...(device === '' ? {} : { headers: { 'x-device-id': device } }) },
    )
    .then(
      ({ order }) => order,
      (error: unknown) => {
        if (error instanceof Refused) return error
        throw error
      },
    )
}

async function held(buyer: GivenUser, sale: Sale): Promise<number> {
  const order = await reserve(buyer, sale)
  if (order instanceof Refused) throw order
  // The database's clock went on meanwhile.
  return Math.ceil(secondsBetween(order.createdAt, order.heldUntil ?? '') / 10) * 10
}

async function lapse(): Promise<void> {
  await shop.advance({ minutes: 16 })
  await expireOrders(shop.app)
}

describe('an order that replaces an unpaid one', () => {
  test('keeps its end, with five minutes at least, once', async () => {
    const sale = await shop.givenSale()
    const buyer = await shop.given.user()
    expect(await held(buyer, sale)).toBe(900)
    await shop.advance({ minutes: 7 })
    expect(await held(buyer, sale)).toBe(480)
    await shop.advance({ minutes: 6 })
    expect(await held(buyer, sale)).toBe(300)
    await shop.advance({ minutes: 3 })
    expect(await held(buyer, sale)).toBe(120)
  })

  test('never takes over the three days of a voucher', async () => {
    const { publicId, buyer, ...sale } = await shop.sentToPay()
    await sql`update orders set held_until = app_now() + interval '3 days' where public_id = ${publicId}`.execute(
      shop.app.db,
    )
    expect(await held(buyer, sale)).toBe(900)
  })
})

describe('after a hold that lapsed', () => {
  test('the next is five minutes, and after the third its buyer waits half an hour and sees until when', async () => {
    const sale = await shop.givenSale()
    const buyer = await shop.given.user()
    expect(await held(buyer, sale)).toBe(900)
    for (let n = 0; n < 2; n += 1) {
      await lapse()
      expect(await held(buyer, sale)).toBe(300)
    }
    const [{ held_until: lastEnd }] = (await shop.app.db
      .selectFrom('orders')
      .select('held_until')
      .where('buyer_id', '=', buyer.id)
      .orderBy('id', 'desc')
      .execute()) as [{ held_until: string }] // it was just made
    await shop.advance({ minutes: 6 })
    await expireOrders(shop.app)
    const refused = await reserve(buyer, sale)
    const until = addSeconds(lastEnd, 30 * 60)
    expect(refused).toMatchObject({ status: 409, body: { code: 'hold_wait', details: { until } } })
    expect((refused as Refused).body.message).toMatch(
      /^Reservaste varias veces sin pagar\. Podés volver a reservar a las \d\d:\d\d$/,
    )
    expect(Math.abs(((refused as Refused).retryAfterSeconds ?? 0) - 29 * 60)).toBeLessThanOrEqual(1)
    // Another event is another matter.
    expect(await held(buyer, await shop.givenSale())).toBe(900)
    await shop.advance({ minutes: 30 })
    expect(await held(buyer, sale)).toBe(300)
  })

  test('also before the sweep: what can no longer be paid has lapsed', async () => {
    const sale = await shop.givenSale()
    const buyer = await shop.given.user()
    await held(buyer, sale)
    await shop.advance({ minutes: 14, seconds: 30 })
    expect(await held(buyer, sale)).toBe(300)
    const states = await shop.app.db
      .selectFrom('orders')
      .select('state')
      .where('buyer_id', '=', buyer.id)
      .orderBy('id')
      .execute()
    expect(states.map(({ state }) => state)).toEqual(['expired', 'reserved'])
  })

  test('one that was tried to be paid was no lapse', async () => {
    const { buyer, preferenceId, ...sale } = await shop.sentToPay()
    await shop.simulator.control.pay(preferenceId, { outcome: 'rejected' })
    await shop.settle()
    await shop.advance({ minutes: 30 })
    await expireOrders(shop.app)
    expect(await held(buyer, sale)).toBe(900)
  })

  test('free tickets do not count as a hold', async () => {
    const sale = await shop.givenSale()
    const free = await shop.given.ticketType({ event: { id: sale.eventId }, priceCents: 0 })
    const buyer = await shop.given.user()
    for (let n = 0; n < 3; n += 1) {
      await held(buyer, sale)
      await lapse()
    }
    expect(await reserve(buyer, { ...sale, typeId: free.id })).toMatchObject({ state: 'paid' })
  })
})

describe('a hold given up for free tickets', () => {
  async function givenUp(minutes: number) {
    const sale = await shop.givenSale()
    const free = await shop.given.ticketType({ event: { id: sale.eventId }, priceCents: 0 })
    const buyer = await shop.given.user()
    const giveUp = async () =>
      expect(await reserve(buyer, { ...sale, typeId: free.id })).toMatchObject({ state: 'paid' })
    await held(buyer, sale)
    await shop.advance({ minutes })
    await giveUp()
    return { sale, buyer, giveUp }
  }

  test('leaves its end to the next, with five minutes once', async () => {
    const { sale, buyer, giveUp } = await givenUp(7)
    expect(await held(buyer, sale)).toBe(480)
    await shop.advance({ minutes: 6 })
    await giveUp()
    expect(await held(buyer, sale)).toBe(300)
    await shop.advance({ minutes: 3 })
    await giveUp()
    expect(await held(buyer, sale)).toBe(120)
  })

  test('lapses with its time: the next is five minutes, after three its buyer waits', async () => {
    const { sale, buyer, giveUp } = await givenUp(13)
    for (let n = 0; n < 2; n += 1) {
      await shop.advance({ minutes: 5 })
      expect(await held(buyer, sale)).toBe(300)
      await shop.advance({ minutes: 3 })
      await giveUp()
    }
    await shop.advance({ minutes: 5 })
    expect(await reserve(buyer, sale)).toMatchObject({ body: { code: 'hold_wait' } })
  })

  test('control: one that another one replaced never lapses', async () => {
    const sale = await shop.givenSale()
    const buyer = await shop.given.user()
    await held(buyer, sale)
    const preference = await shop.preferenceOf(await shop.buy(buyer, sale.typeId, sale.eventId))
    await shop.simulator.control.pay(preference)
    await shop.settle()
    await shop.advance({ minutes: 30 })
    expect(await held(buyer, sale)).toBe(900)
  })
})

describe('a device', () => {
  test('holds three times of an event, and ten times in all', async () => {
    const sale = await shop.givenSale()
    const people = await shop.buyers(12)
    const results = []
    for (const buyer of people.slice(0, 4)) results.push(await reserve(buyer, sale, { device: 'device-of-one' }))
    expect(results.slice(0, 3).every((result) => !(result instanceof Refused))).toBe(true)
    expect(results[3]).toMatchObject({ status: 409, body: { code: 'device_limit' } })
    // Replacing one of them is no fourth, and another device is another.
    const [first, , , fourth] = people as [GivenUser, GivenUser, GivenUser, GivenUser] // twelve were asked for
    expect(await reserve(first, sale, { device: 'device-of-one', quantity: 2 })).toMatchObject({ state: 'reserved' })
    expect(await reserve(fourth, sale, { device: 'device-of-two' })).toMatchObject({ state: 'reserved' })
    for (const buyer of people.slice(4, 11)) {
      expect(await reserve(buyer, await shop.givenSale(), { device: 'device-of-one' })).toMatchObject({
        state: 'reserved',
      })
    }
    const last = people[11] as GivenUser // twelve were asked for
    expect(await reserve(last, await shop.givenSale(), { device: 'device-of-one' })).toMatchObject({
      body: { code: 'device_limit' },
    })
    await lapse()
    expect(await reserve(last, sale, { device: 'device-of-one' })).toMatchObject({ state: 'reserved' })
  })

  test('is forgotten with the hold', async () => {
    const sale = await shop.givenSale()
    const free = await shop.given.ticketType({ event: { id: sale.eventId }, priceCents: 0 })
    const [lapsing, replacing, paying] = (await shop.buyers(3)) as [GivenUser, GivenUser, GivenUser] // three were asked for
    await reserve(lapsing, sale, { device: 'device-of-one' })
    await reserve(replacing, sale, { device: 'device-of-one' })
    const preference = await shop.preferenceOf(await shop.buy(paying, sale.typeId, sale.eventId))
    await shop.simulator.control.pay(preference)
    await shop.settle()
    await reserve(replacing, { ...sale, typeId: free.id })
    await lapse()
    const rows = await shop.app.db
      .selectFrom('orders')
      .select(['state', 'device'])
      .where('event_id', '=', sale.eventId)
      .orderBy('id')
      .execute()
    expect(rows.map(({ state, device }) => [state, device])).toEqual([
      ['expired', null],
      ['cancelled', null],
      ['paid', null],
      ['paid', null],
    ])
  })

  test('that says nothing of itself is an address, and never refused', async () => {
    const sale = await shop.givenSale({ type: { capacity: 200 } })
    const people = await shop.buyers(160)
    for (const buyer of people) {
      expect(await reserve(buyer, sale, { device: 'x' })).toMatchObject({ state: 'reserved' })
    }
  })
})

describe('unverified accounts', () => {
  const stranger = () => shop.given.user({ proved: [] })
  const unproved = async (typeId: string) =>
    (
      await shop.app.db
        .selectFrom('ticket_stock')
        .select('unproved')
        .where('type_id', '=', typeId)
        .executeTakeFirstOrThrow()
    ).unproved

  test('hold half of a type together; the next verifies a contact first, and then holds', async () => {
    const sale = await shop.givenSale({ type: { capacity: 5 } })
    expect(await reserve(await stranger(), sale, { quantity: 2 })).toMatchObject({ state: 'reserved' })
    const next = await stranger()
    expect(await reserve(next, sale)).toMatchObject({ status: 422, body: { code: 'contact_unproved' } })
    await sql`update users set mail_proved_at = app_now() where id = ${next.id}`.execute(shop.app.db)
    expect(await reserve(next, sale)).toMatchObject({ state: 'reserved' })
    expect(await reserve(await shop.given.user(), sale, { quantity: 2 })).toMatchObject({ state: 'reserved' })
    expect(await reserve(await stranger(), sale)).toMatchObject({ body: { code: 'sold_out' } })
    expect(await unproved(sale.typeId)).toBe(2)
  })

  test('no longer count when they pay, let go, or buy something else', async () => {
    const sale = await shop.givenSale({ type: { capacity: 12 } })
    const [payer, lapsing, changing] = [await stranger(), await stranger(), await stranger()]
    const preference = await shop.preferenceOf(await shop.buy(payer, sale.typeId, sale.eventId, 2))
    await shop.buy(lapsing, sale.typeId, sale.eventId, 2)
    await shop.buy(changing, sale.typeId, sale.eventId, 2)
    expect(await unproved(sale.typeId)).toBe(6)
    await shop.simulator.control.pay(preference)
    await shop.settle()
    expect(await unproved(sale.typeId)).toBe(4)
    await shop.buy(changing, sale.typeId, sale.eventId, 1)
    expect(await unproved(sale.typeId)).toBe(3)
    await lapse()
    expect(await unproved(sale.typeId)).toBe(0)
  })
})

test('the organizer sees how much is held without paying, and from how many devices', async () => {
  const sale = await shop.givenSale()
  const owner = await shop.given.user({ memberOf: { id: sale.companyId } })
  const [a, b, c, d] = (await shop.buyers(4)) as [GivenUser, GivenUser, GivenUser, GivenUser] // four were asked for
  await reserve(a, sale, { device: 'first-device', quantity: 3 })
  await reserve(b, sale, { device: 'first-device', quantity: 2 })
  await reserve(c, sale, { device: 'other-device' })
  await shop.simulator.control.pay(await shop.preferenceOf(await shop.buy(d, sale.typeId, sale.eventId, 4)))
  await shop.settle()
  const { events } = await shop.call(getEventsDashboard, { query: {} }, { as: owner })
  expect(events).toMatchObject([{ id: sale.eventId, sold: 4, held: 6, heldDevices: 2 }])
})

test('in one batch as one after the other', async () => {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 12 } })
  const [proved, strangers] = [
    await shop.buyers(4),
    await Promise.all(Array.from({ length: 4 }, () => shop.given.user({ proved: [] }))),
  ]
  const results = await placeOrders(shop.app, [
    ...proved.map(({ id }) => orderRequest({ eventId, buyerId: id, items: one(typeId), device: 'one-device' })),
    ...strangers.map(({ id }) => orderRequest({ eventId, buyerId: id, items: one(typeId, 2) })),
  ])
  expect(words(results)).toEqual([
    'placed',
    'placed',
    'placed',
    'device_limit',
    'placed',
    'placed',
    'placed',
    'contact_unproved',
  ])
})
