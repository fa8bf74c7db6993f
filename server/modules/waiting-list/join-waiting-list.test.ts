import { describe, expect, test } from 'vitest'
import { getEventPage, getTicketTypes } from '#contract/events/events.ts'
import { joinWaitingList } from '#contract/events/waiting-list-join.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestAtNoon, givenSoldOut } from '#server/testing/waiting.ts'

let shop: SellingApp
eachTestAtNoon((opened) => (shop = opened))

test('positions follow the order of joining, and a person who leaves has none', async () => {
  const sale = await givenSoldOut(shop, 1)
  const [ana, beto, ciro] = [await shop.given.user(), await shop.given.user(), await shop.given.user()]
  expect(await sale.place(ana)).toBeNull()
  expect(await sale.join(ana, 2)).toEqual({
    ticketTypeId: sale.typeId,
    state: 'waiting',
    quantity: 2,
    position: 1,
    offeredPlaces: null,
    offerUntil: null,
  })
  expect(await sale.join(beto)).toMatchObject({ position: 2 })
  expect(await sale.join(ciro)).toMatchObject({ position: 3 })
  expect(await sale.stock()).toMatchObject({ wanted: 4, offered: 0 })
  await sale.leave(ana)
  expect(await sale.place(ana)).toBeNull()
  expect(await sale.place(ciro)).toMatchObject({ position: 2 })
  expect(await sale.join(ana)).toMatchObject({ position: 3, quantity: 1 })
  expect(await sale.stock()).toMatchObject({ wanted: 3 })
  expect(await shop.refusal(sale.leave(await shop.given.user()))).toBe('not_waiting')
})

test('once per person and type: the same again answers alike, another quantity is refused', async () => {
  const sale = await givenSoldOut(shop, 1)
  const ana = await shop.given.user()
  const answers = await Promise.all([sale.join(ana, 2), sale.join(ana, 2), sale.join(ana, 2)])
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await shop.refusal(sale.join(ana, 3))).toBe('already_waiting')
  expect(await sale.stock()).toMatchObject({ wanted: 2 })
  const rows = await shop.app.db
    .selectFrom('audit_rows')
    .select('action')
    .where('actor_id', '=', ana.id)
    .where('action', 'like', 'waiting_list.%')
    .execute()
  expect(rows).toEqual([{ action: 'waiting_list.join' }])
})

describe('joining is refused', () => {
  test('while something is left, not for more than an order, nor than a person may have', async () => {
    const sale = await givenSoldOut(shop, 1, { event: { orderLimit: 4, personLimit: 5 }, type: { perPersonLimit: 3 } })
    const ana = await shop.given.user()
    expect(await shop.refusal(sale.join(ana, 5))).toBe('order_limit')
    expect(await shop.refusal(sale.join(ana, 4))).toBe('person_limit')
    expect(await shop.refusal(sale.join(sale.holders[0] ?? ana, 3))).toBe('person_limit')
    const free = await shop.givenSale()
    const ask = { params: { typeId: free.typeId }, body: { quantity: 1 } }
    expect(await shop.refusal(shop.call(joinWaitingList, ask, { as: ana }))).toBe('not_sold_out')
  })

  test('without a verified contact, or without a phone', async () => {
    const sale = await givenSoldOut(shop, 1)
    await expect(sale.join(await shop.given.user({ proved: [] }))).rejects.toMatchObject({
      body: {
        code: 'contact_unproved',
        message: 'Para anotarte en la lista, verificá antes tu teléfono o tu email',
      },
    })
    expect(await shop.refusal(sale.join(await shop.given.user({ phone: null })))).toBe('profile_incomplete')
    expect(await sale.join(await shop.given.user({ proved: ['mail'] }))).toMatchObject({ position: 1 })
  })

  test.each<[string, Parameters<typeof givenSoldOut>[2], object]>([
    ['two hours before the start', { event: { startsInHours: 3 } }, { starts_at: 119 }],
    ['of a cancelled event', {}, { state: 'cancelled' }],
  ])('%s', async (_name, literal, { starts_at: minutes, ...set }: { starts_at?: number }) => {
    const sale = await givenSoldOut(shop, 1, literal)
    const startsAt = minutes && { starts_at: new Date(shop.clock.epochMs() + minutes * 60_000).toISOString() }
    await shop.app.db
      .updateTable('events')
      .set({ ...set, ...startsAt })
      .where('id', '=', sale.eventId)
      .execute()
    expect(await shop.refusal(sale.join(await shop.given.user()))).toBe('waiting_list_closed')
  })

  test('of what they do not see', async () => {
    const sale = await givenSoldOut(shop, 1)
    const ana = await shop.given.user()
    await sale.join(ana)
    await shop.app.db.updateTable('events').set({ is_private: true }).where('id', '=', sale.eventId).execute()
    const stranger = await shop.given.user()
    expect(await shop.refusal(sale.join(stranger))).toBe('ticket_type_not_found')
    expect(await shop.refusal(sale.leave(stranger))).toBe('ticket_type_not_found')
    expect(await sale.leave(ana)).toEqual({ ticketTypeId: sale.typeId })
  })
})

test('by the event’s own capacity a type is sold out as well; those who wait for it are first, whatever others want', async () => {
  const sale = await givenSoldOut(shop, 2, { event: { capacity: 2 } })
  const vip = await shop.given.ticketType({ event: { id: sale.eventId }, name: 'VIP', capacity: 5 })
  const [ana, beto] = [await shop.given.user(), await shop.given.user()]
  expect(await sale.join(ana, 1, vip.id)).toMatchObject({ position: 1 })
  await sale.free(1)
  expect(await shop.refusal(shop.buy(beto, sale.typeId, sale.eventId))).toBe('sold_out')
  const { ticketTypes } = await shop.call(getTicketTypes, { query: { eventId: sale.eventId } })
  expect(ticketTypes.map(({ availability }) => availability)).toEqual(['soldOut', 'soldOut'])
  expect(await shop.call(getEventPage, { params: { id: sale.eventId } })).toMatchObject({ availability: 'soldOut' })
  await sale.offer()
  expect((await shop.buy(ana, vip.id, sale.eventId)).order.state).toBe('reserved')
})
