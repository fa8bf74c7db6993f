/** Refusals of the batch function. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#server/modules/events/reach.ts'
import { newId } from '#server/shared/ids.ts'
import { orderRequest, one, words, type OrderLiteral } from '#server/testing/order-requests.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { placeOrders } from './place-orders.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterEach(async () => expect(await shop.broken()).toEqual([]))
afterAll(() => shop.close())

const place = (...orders: OrderLiteral[]) => placeOrders(shop.app, orders.map(orderRequest))
const idsOf = (people: readonly { id: string }[]) => people.map(({ id }) => id) as [string, ...string[]] // never asked for none

test.each([
  ['a draft', { state: 'pending' }, {}, {}, 'event_not_found'],
  ['a private event', { isPrivate: true }, {}, {}, 'event_not_found'],
  ['a paused event', { state: 'inactive' }, {}, {}, 'event_not_on_sale'],
  ['a cancelled event', { state: 'cancelled' }, {}, {}, 'event_not_on_sale'],
  ['a finished event', { state: 'success' }, {}, {}, 'event_not_on_sale'],
  ['an event past its end', { startsInHours: -10, lastsHours: 6 }, {}, {}, 'event_not_on_sale'],
  [
    'an event without an end, a day after its start',
    { startsInHours: -25, lastsHours: null },
    {},
    {},
    'event_not_on_sale',
  ],
  ['an event without an end, on its day', { startsInHours: -23, lastsHours: null }, {}, {}, 'placed'],
  ['an event without a date', { startsInHours: null }, {}, {}, 'placed'],
  ['a hidden type', {}, { visibility: 'hidden' }, {}, 'ticket_type_not_found'],
  ['a type for courtesies', {}, { visibility: 'courtesy' }, {}, 'ticket_type_not_found'],
  ['a sale that has not opened', {}, { saleStartsInHours: 1 }, {}, 'not_on_sale'],
  ['a sale that has closed', {}, { saleEndsInHours: -1 }, {}, 'not_on_sale'],
  ['a type whose hour has passed', {}, { validUntilInHours: -1 }, {}, 'not_on_sale'],
  ['an open window', {}, { saleStartsInHours: -1, saleEndsInHours: 1, validUntilInHours: 60 }, {}, 'placed'],
  ['more than an order may have', { orderLimit: 1 }, {}, {}, 'order_limit'],
  ['more than a person may have', { personLimit: 1 }, {}, {}, 'person_limit'],
  ['more of the type than a person may have', {}, { perPersonLimit: 1 }, {}, 'person_limit'],
  ['a buyer without a phone', {}, {}, { phone: null }, 'profile_incomplete'],
  ['minors at an event that forbids them', { forbidsMinors: true }, {}, { birthDate: '2015-01-01' }, 'under_age'],
  ['minors where they are only warned', { minimumAge: 18 }, {}, { birthDate: '2015-01-01' }, 'placed'],
  ['an unknown age where minors are forbidden', { forbidsMinors: true }, {}, { birthDate: null }, 'profile_incomplete'],
  [
    'under 21 where 21 is the age',
    { forbidsMinors: true, minimumAge: 21 },
    {},
    { birthDate: '2007-01-01' },
    'under_age',
  ],
  ['adults at an event that forbids minors', { forbidsMinors: true }, {}, {}, 'placed'],
] as const)('%s', async (_name, event, type, user, expected) => {
  const { eventId, typeId } = await shop.givenSale({ event, type })
  const buyer = await shop.given.user(user)
  expect(words(await place({ eventId, buyerId: buyer.id, items: one(typeId, 2) }))).toEqual([expected])
})

test('a person who comes of age on the night itself may buy', async () => {
  const { eventId, typeId } = await shop.givenSale({ event: { forbidsMinors: true, startsInHours: 48 } })
  const { rows } = await sql<{ born: string; later: string }>`
    select local_time(starts_at)::date - interval '18 years' as at,
           to_char(local_time(starts_at)::date - interval '18 years', 'YYYY-MM-DD') as born,
           to_char(local_time(starts_at)::date - interval '18 years' + interval '1 day', 'YYYY-MM-DD') as later
      from events where id = ${eventId}`.execute(shop.app.db)
  const [ofAge, aDayShort] = [
    await shop.given.user({ birthDate: rows[0]?.born ?? '' }),
    await shop.given.user({ birthDate: rows[0]?.later ?? '' }),
  ]
  const results = await place(
    { eventId, buyerId: ofAge.id, items: one(typeId) },
    { eventId, buyerId: aDayShort.id, items: one(typeId) },
  )
  expect(words(results)).toEqual(['placed', 'under_age'])
})

test('what does not exist, or belongs to another event', async () => {
  const [mine, other] = [await shop.givenSale(), await shop.givenSale()]
  const [a, b, c, d] = idsOf(await shop.buyers(4)) as [string, string, string, string] // four were asked for
  const results = await place(
    { eventId: newId(), buyerId: a, items: one(mine.typeId) },
    { eventId: mine.eventId, buyerId: b, items: one(newId()) },
    { eventId: mine.eventId, buyerId: c, items: one(other.typeId) },
    { eventId: mine.eventId, buyerId: d, items: [...one(mine.typeId), ...one(other.typeId)] },
  )
  expect(words(results)).toEqual(['event_not_found', ...Array.from({ length: 3 }, () => 'ticket_type_not_found')])
})

test('a private event for its own people', async () => {
  const { eventId, typeId, companyId } = await shop.givenSale({ event: { isPrivate: true } })
  const people = [
    await shop.given.user({ memberOf: { id: companyId } }),
    await shop.given.user({ staffOf: { id: eventId }, staffKind: 'RRPP' }),
    await shop.given.user({ isGodAdmin: true }),
    await shop.given.user(),
  ]
  const viewers: Viewer[] = [
    { roles: ['ORGANIZATOR', 'CLIENT'], companyId, eventRoles: [] },
    { roles: ['RRPP', 'CLIENT'], companyId: null, eventRoles: [{ eventId, kind: 'RRPP' }] },
    { roles: ['godAdmin', 'CLIENT'], companyId: null, eventRoles: [] },
    { roles: ['CLIENT'], companyId: null, eventRoles: [] },
  ]
  const results = await place(
    ...people.map(({ id }, n) => ({ eventId, buyerId: id, items: one(typeId), viewer: viewers[n] as Viewer })), // as many
  )
  expect(words(results)).toEqual(['placed', 'placed', 'placed', 'event_not_found'])
})

test('paid types need an account that sells, free ones none', async () => {
  const company = await shop.given.company({ collectorId: null })
  const event = await shop.given.event({ company })
  const [paid, free] = [await shop.given.ticketType({ event }), await shop.given.ticketType({ event, priceCents: 0 })]
  const [a, b] = idsOf(await shop.buyers(2)) as [string, string] // two were asked for
  const results = await place(
    { eventId: event.id, buyerId: a, items: one(paid.id) },
    { eventId: event.id, buyerId: b, items: one(free.id) },
  )
  expect(words(results)).toEqual(['paid_sales_closed', 'placed'])
})

test('a company that is not approved sells nothing', async () => {
  const company = await shop.given.company({ state: 'pending' })
  const event = await shop.given.event({ company })
  const type = await shop.given.ticketType({ event })
  const buyer = await shop.given.user()
  expect(words(await place({ eventId: event.id, buyerId: buyer.id, items: one(type.id) }))).toEqual([
    'event_not_on_sale',
  ])
})
