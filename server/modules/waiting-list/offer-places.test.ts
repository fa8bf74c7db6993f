import { describe, expect, test } from 'vitest'
import { createDiscountCode } from '#contract/events/discounts.ts'
import { createPurchase, createMultiplePurchase } from '#contract/sales/checkout.ts'
import { getTicketTypes } from '#contract/events/events.ts'
import { joinWaitingList } from '#contract/events/waiting-list-join.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { offerPlaces } from './offer-places.ts'
import { atHour, eachTestAtNoon, givenSoldOut } from '#server/testing/waiting.ts'

let shop: SellingApp
eachTestAtNoon((opened) => (shop = opened))

const inMinutes = (minutes: number) => new Date(shop.clock.epochMs() + minutes * 60_000).toISOString()
const sent = (to: GivenUser) =>
  shop.app.db
    .selectFrom('dev_inbox')
    .select(['channel', 'subject', 'body'])
    .where('recipient', 'in', [to.mail, to.phone])
    .orderBy('channel')
    .execute()

test('a hold that ends goes to the first in turn: kept for half an hour, notified by mail and WhatsApp, bought at today’s price', async () => {
  const sale = await givenSoldOut(shop, 2)
  const [ana, beto, passer] = [await shop.given.user(), await shop.given.user(), await shop.given.user()]
  await sale.join(ana)
  await sale.join(beto)
  await sale.free(1)
  // No other buyer gets it, not even before it is offered.
  expect(await shop.refusal(shop.buy(passer, sale.typeId, sale.eventId))).toBe('sold_out')
  expect(await shop.refusal(shop.buy(beto, sale.typeId, sale.eventId))).toBe('sold_out')
  await sale.offer()
  expect(await sale.place(ana)).toMatchObject({ state: 'offered', offeredPlaces: 1, position: null })
  expect(Date.parse((await sale.place(ana))?.offerUntil ?? '')).toBeCloseTo(Date.parse(inMinutes(30)), -5)
  expect(await sale.place(beto)).toMatchObject({ state: 'waiting', position: 1 })
  expect(await sale.stock()).toEqual({ capacity: 2, held: 2, sold: 0, wanted: 1, offered: 1 })
  await shop.drain()
  const [mail, whatsapp] = await sent(ana)
  expect(mail?.subject).toBe('Se liberó lugar para Fiesta Lunar Rosario')
  expect(mail?.body).toContain(`/buy-ticket?eventId=${sale.eventId}`)
  expect(whatsapp).toMatchObject({ channel: 'whatsapp', subject: 'lugar_liberado' })
  expect(await sent(beto)).toEqual([])

  expect(await shop.refusal(shop.buy(passer, sale.typeId, sale.eventId))).toBe('sold_out')
  await shop.app.db.updateTable('ticket_types').set({ price_cents: 2_000_000 }).where('id', '=', sale.typeId).execute()
  const { order } = await shop.buy(ana, sale.typeId, sale.eventId)
  expect(order).toMatchObject({ state: 'reserved', subtotalCents: 2_000_000 })
  expect(Date.parse(order.heldUntil ?? '')).toBeCloseTo(Date.parse(inMinutes(15)), -5)
  expect(await sale.stock()).toEqual({ capacity: 2, held: 2, sold: 0, wanted: 1, offered: 0 })
  expect(await sale.place(ana)).toBeNull()
})

test('what is not taken in time, or given up, goes to the next; after the last one to everybody', async () => {
  const sale = await givenSoldOut(shop, 1)
  const people = [await shop.given.user(), await shop.given.user(), await shop.given.user()] as const
  for (const person of people) await sale.join(person)
  await sale.free(1)
  await sale.offer()
  await shop.advance({ minutes: 30 })
  expect(await sale.place(people[0])).toMatchObject({ state: 'lapsed' })
  expect(await shop.refusal(shop.buy(people[0], sale.typeId, sale.eventId))).toBe('sold_out')
  await sale.offer()
  expect(await sale.place(people[1])).toMatchObject({ state: 'offered' })
  await sale.leave(people[1])
  await sale.offer()
  expect(await sale.place(people[2])).toMatchObject({ state: 'offered' })
  await sale.leave(people[2])
  await shop.drain()
  expect(await sale.stock()).toMatchObject({ held: 0, wanted: 0, offered: 0 })
  const passer = await shop.given.user()
  await shop.advance({ seconds: 1 })
  expect((await shop.buy(passer, sale.typeId, sale.eventId)).order.state).toBe('reserved')
  // A person who let it lapse may join again, at the end of the waitlist.
  expect(await sale.join(people[0])).toMatchObject({ state: 'waiting', position: 1 })
})

test('an offer is of what there is: fewer than were asked for, and another kind of cart may hold it too', async () => {
  const sale = await givenSoldOut(shop, 3)
  const vip = await shop.given.ticketType({ event: { id: sale.eventId }, name: 'VIP', capacity: 1 })
  const ana = await shop.given.user()
  await sale.join(ana, 3)
  await sale.free(2)
  await sale.offer()
  expect(await sale.place(ana)).toMatchObject({ quantity: 3, offeredPlaces: 2 })
  const buy = (quantity: number) =>
    shop.call(
      createMultiplePurchase,
      {
        body: {
          eventId: sale.eventId,
          items: [
            { ticketTypeId: sale.typeId, quantity },
            { ticketTypeId: vip.id, quantity: 1 },
          ],
        },
      },
      { as: ana },
    )
  expect(await shop.refusal(buy(3))).toBe('sold_out')
  expect((await buy(1)).order.lines).toHaveLength(2)
  // The one that she left is free, and the waitlist is empty.
  expect(await sale.stock()).toEqual({ capacity: 3, held: 2, sold: 0, wanted: 0, offered: 0 })
})

test('refunds and a raised capacity are for those who wait as well; what is more than they want is for all', async () => {
  const sale = await givenSoldOut(shop, 1)
  const [ana, passer] = [await shop.given.user(), await shop.given.user()]
  await sale.join(ana, 2)
  await shop.app.db.updateTable('ticket_stock').set({ capacity: 4 }).where('type_id', '=', sale.typeId).execute()
  await shop.advance({ seconds: 3 })
  const { ticketTypes } = await shop.call(getTicketTypes, { query: { eventId: sale.eventId } })
  expect(ticketTypes[0]?.availability).not.toBe('soldOut')
  expect(await shop.refusal(shop.buy(passer, sale.typeId, sale.eventId, 2))).toBe('sold_out')
  expect((await shop.buy(passer, sale.typeId, sale.eventId, 1)).order.state).toBe('reserved')
  await sale.offer()
  expect(await sale.place(ana)).toMatchObject({ state: 'offered', offeredPlaces: 2 })

  const paid = await shop.paid({ type: { capacity: 2 } })
  const beto = await shop.given.user()
  const again = await joinOf(paid.typeId, beto)
  expect(again).toMatchObject({ position: 1 })
  await shop.simulator.control.refund(paid.paymentId)
  await shop.settle()
  expect(await shop.refusal(shop.buy(passer, paid.typeId, paid.eventId))).toBe('sold_out')
  await sale.offer()
  expect((await shop.buy(beto, paid.typeId, paid.eventId)).order.state).toBe('reserved')
})

async function joinOf(typeId: string, as: GivenUser) {
  return shop.call(joinWaitingList, { params: { typeId }, body: { quantity: 1 } }, { as })
}

describe('an offer is not refused for', () => {
  test('holds that lapsed before: it is as long as any, and letting it lapse is not held against its buyer', async () => {
    const sale = await givenSoldOut(shop, 6)
    const other = await shop.given.ticketType({ event: { id: sale.eventId }, name: 'VIP', capacity: 9 })
    const ana = await shop.given.user()
    for (let lapses = 0; lapses < 3; lapses += 1) {
      await shop.buy(ana, other.id, sale.eventId)
      await shop.advance({ minutes: 17 })
      await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
    }
    expect(await shop.refusal(shop.buy(ana, other.id, sale.eventId))).toBe('hold_wait')
    await sale.join(ana)
    await sale.free(1)
    await sale.offer()
    const { order } = await shop.buy(ana, sale.typeId, sale.eventId)
    expect(Date.parse(order.heldUntil ?? '')).toBeCloseTo(Date.parse(inMinutes(15)), -5)

    const beto = await shop.given.user()
    for (let offers = 0; offers < 4; offers += 1) {
      await sale.join(beto)
      await sale.free(1)
      await sale.offer()
      await shop.buy(beto, sale.typeId, sale.eventId)
      await shop.advance({ minutes: 17 })
      await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
      const { held } = await sale.stock()
      await shop.app.db.updateTable('ticket_stock').set({ capacity: held }).where('type_id', '=', sale.typeId).execute()
    }
    expect((await shop.buy(beto, other.id, sale.eventId)).order.state).toBe('reserved')
  })

  test('a device with its holds; discount codes and the fee are as ever', async () => {
    const sale = await givenSoldOut(shop, 1, { event: { serviceFeeBps: 1000 } })
    const organizer = await shop.given.user({ memberOf: { id: sale.companyId } })
    const made = { params: { id: sale.eventId }, body: { code: 'VERANO', percent: 50 } }
    await shop.call(createDiscountCode, made, { as: organizer })
    const other = await shop.given.ticketType({ event: { id: sale.eventId }, name: 'VIP', capacity: 9 })
    const device = { headers: { 'x-device-id': 'un-mismo-telefono' } }
    const hold = (as: GivenUser, ticketTypeId: string, discountCode?: string) =>
      shop.call(
        createPurchase,
        { body: { eventId: sale.eventId, ticketTypeId, quantity: 1, ...(discountCode && { discountCode }) } },
        { as, ...device },
      )
    for (let holds = 0; holds < 3; holds += 1) await hold(await shop.given.user(), other.id)
    const ana = await shop.given.user()
    expect(await shop.refusal(hold(ana, other.id))).toBe('device_limit')
    await sale.join(ana)
    await sale.free(1)
    await sale.offer()
    const { order } = await hold(ana, sale.typeId, 'VERANO')
    expect(order).toMatchObject({ discountCents: 900_000, subtotalCents: 900_000, feeCents: 90_000 })
  })
})

test('free tickets are offered as well, and are theirs at once', async () => {
  const sale = await shop.givenSale({ type: { capacity: 1, priceCents: 0 } })
  const [first, ana] = [await shop.given.user(), await shop.given.user()]
  await shop.buy(first, sale.typeId, sale.eventId)
  await joinOf(sale.typeId, ana)
  await shop.app.db.updateTable('ticket_stock').set({ capacity: 2 }).where('type_id', '=', sale.typeId).execute()
  await shop.app.queue.runJob(shop.app, 'waiting-list.offer')
  expect((await shop.buy(ana, sale.typeId, sale.eventId)).order.state).toBe('paid')
  expect(await shop.stockOf(sale.typeId)).toEqual({ held: 0, sold: 2 })
})

test('by night what came free waits for the morning, kept from everybody', async () => {
  await atHour(shop, 23)
  const sale = await givenSoldOut(shop, 1)
  const [ana, passer] = [await shop.given.user(), await shop.given.user()]
  await sale.join(ana)
  await sale.free(1)
  await sale.offer()
  expect(await sale.place(ana)).toMatchObject({ state: 'waiting' })
  expect(await shop.refusal(shop.buy(passer, sale.typeId, sale.eventId))).toBe('sold_out')
  await atHour(shop, 9)
  await sale.offer()
  expect(await sale.stock()).toMatchObject({ offered: 1, wanted: 0 })
})

test('two hours before the start the waitlist is closed, and kept places are for sale', async () => {
  const sale = await givenSoldOut(shop, 2)
  const [ana, beto, passer] = [await shop.given.user(), await shop.given.user(), await shop.given.user()]
  await sale.join(ana)
  await sale.join(beto, 3)
  await sale.free(1)
  await sale.offer()
  await shop.app.db
    .updateTable('events')
    .set({ starts_at: inMinutes(120) })
    .where('id', '=', sale.eventId)
    .execute()
  await sale.offer()
  await shop.advance({ minutes: 30 })
  await sale.offer()
  expect(await sale.stock()).toMatchObject({ wanted: 0, offered: 0 })
  expect((await shop.buy(passer, sale.typeId, sale.eventId)).order.state).toBe('reserved')
  const states = await shop.app.db
    .selectFrom('waiting_list_entries')
    .select('state')
    .where('event_id', '=', sale.eventId)
    .orderBy('place')
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['closed', 'closed'])
})

test('a payment that comes too late does not pass those who wait: it goes back', async () => {
  const late = await shop.sentToPay({ type: { capacity: 2 } })
  const ana = await shop.given.user()
  await joinOf(late.typeId, ana)
  await shop.advance({ minutes: 20 })
  await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
  await shop.simulator.control.pay(late.preferenceId)
  await shop.settle()
  expect(await shop.orderState(late.publicId)).toBe('expired')
  expect(await shop.refundsOf(late.publicId)).toMatchObject([{ source: 'late_payment' }])
})

test('a look that dies between waitlists leaves nothing half done: the next one makes the offer, once', async () => {
  const sale = await givenSoldOut(shop, 1)
  const ana = await shop.given.user()
  await sale.join(ana)
  await sale.free(1)
  const { queue } = shop.app
  const quiet = Object.assign(Object.create(shop.app.log) as typeof shop.app.log, { error: () => undefined })
  await offerPlaces({
    ...shop.app,
    log: quiet,
    queue: { ...queue, enqueue: () => Promise.reject(new Error('killed')) },
  })
  expect(await sale.place(ana)).toMatchObject({ state: 'waiting' })
  await sale.offer()
  await sale.offer()
  await shop.drain()
  await shop.drain()
  expect(await sent(ana)).toHaveLength(2)
})
