/** A commercial's panel: assigned events alone, those that need a person first, and why (rule R23.7). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  getCommercialDashboard,
  getCommercialEvents,
  getCommercialMetrics,
  getCommercialUsers,
  searchCommercialEvents,
} from '#contract/events/commercial-desk.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
let commercial: GivenUser
let own: Record<'sells' | 'draft' | 'empty' | 'poor' | 'over', { id: string; companyId: string }>
let buyer: GivenUser
beforeAll(async () => {
  server = await createTestApp()
  const { given } = server
  const company = await given.company()
  const poor = await given.company({ collectorId: null })
  own = {
    over: await given.event({ company, name: 'La anterior', startsInHours: -24 * 7 }),
    sells: await given.event({ company, name: 'A la venta', startsInHours: 24 * 7 }),
    draft: await given.event({ company, name: 'Borrador', state: 'pending', startsInHours: null }),
    empty: await given.event({ company: await given.company(), name: 'Sin lugares', startsInHours: 200 }),
    poor: await given.event({ company: poor, name: 'Sin cuenta', startsInHours: 300 }),
  }
  const general = await given.ticketType({ event: own.sells })
  await given.ticketType({ event: own.empty, capacity: 0 })
  await given.ticketType({ event: own.poor })
  commercial = await given.user({ staffOf: own.sells, staffKind: 'COMERCIAL' })
  for (const event of Object.values(own)) {
    if (event === own.sells) continue
    await server.app.db
      .insertInto('event_staff')
      .values({ event_id: event.id, user_id: commercial.id, kind: 'COMERCIAL' })
      .execute()
  }
  buyer = await given.user({ name: 'Ángela Muñoz', phone: '+5493415551234', mail: 'angela@previa.example' })
  await given.ticket({ type: general, holder: buyer })
  const foreign = await given.event({ name: 'Canario secreto' })
  await given.ticket({
    type: await given.ticketType({ event: foreign }),
    holder: await given.user({ name: 'Canaria Ajena' }),
  })
})
afterAll(() => server.close())

const list = (query: CallInput<typeof getCommercialEvents>['query'] = {}, as = commercial) =>
  server.call(getCommercialEvents, { query }, { as })
const names = async (query?: CallInput<typeof getCommercialEvents>['query']) =>
  (await list(query)).events.map(({ name }) => name)

/** Tickets of an event that were made so many days ago, as the totals count them. */
const made = (event: { id: string }, daysAgo: number, issued: number) =>
  sql`insert into event_figures (event_id, part, period, subject_id, sales, tickets, discount_cents, paid_cents, refunded_cents,
        platform_cents, provider_cents, commission_cents, cost_cents, kept_cents, issued, courtesies, in_person, arrived)
      values (${event.id}, 'hour', date_trunc('hour', app_now() - make_interval(days => ${daysAgo}::int)), ${event.id},
              0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${issued}, 0, 0, 0)`.execute(server.app.db)

test('first those that need a person, and why; over ones last', async () => {
  const { events } = await list()
  expect(events.map(({ name, needs }) => [name, needs])).toEqual([
    ['Sin lugares', ['stock']],
    ['Sin cuenta', ['account']],
    ['Borrador', ['unpublished']],
    ['A la venta', []],
    ['La anterior', []],
  ])
  expect(await server.call(getCommercialDashboard, undefined, { as: commercial })).toMatchObject({
    events: 4,
    onSale: 3,
    needing: 3,
    needs: [
      { need: 'unpublished', events: 1 },
      { need: 'account', events: 1 },
      { need: 'stock', events: 1 },
      { need: 'pace', events: 0 },
    ],
  })
})

test('sales are compared with the last event’s of the same weekday, whole weeks before', async () => {
  // Its date is two weeks after the last one's: today is as far from it as two weeks ago was from that.
  await made(own.over, 15, 30)
  await made(own.over, 13, 500) // later than the same weekday: does not count
  await made(own.sells, 1, 29)
  const pace = async () => (await list({ eventName: 'a la venta' })).events.map(({ needs, pace }) => ({ needs, pace }))
  expect(await pace()).toEqual([{ needs: ['pace'], pace: { sold: 29, lastSold: 30 } }])
  expect(await names({ need: 'pace' })).toEqual(['A la venta'])
  await made(own.sells, 2, 1)
  expect(await pace()).toEqual([{ needs: [], pace: { sold: 30, lastSold: 30 } }])
})

test('filters and orders are those of a list of events', async () => {
  expect(await names({ state: 'pending' })).toEqual(['Borrador'])
  expect(await names({ sort: 'name', order: 'asc', limit: 2 })).toEqual(['A la venta', 'Borrador'])
  const found = await server.call(searchCommercialEvents, { query: { eventName: 'SIN' } }, { as: commercial })
  expect(found.events.map(({ name }) => name)).toEqual(['Sin lugares', 'Sin cuenta'])
})

test('people of assigned events, masked; no other person or event', async () => {
  const { users } = await server.call(getCommercialUsers, { query: { group: 'buyers' } }, { as: commercial })
  expect(users).toMatchObject([
    { name: 'Ángela Muñoz', phone: '+54 9 341 ****-1234', mail: 'a***@previa.example', tickets: 1 },
  ])
  const read = [
    await list({ limit: 100 }),
    await server.call(getCommercialUsers, { query: { limit: 100 } }, { as: commercial }),
    await server.call(searchCommercialEvents, { query: { eventName: 'canario' } }, { as: commercial }),
    await server.call(getCommercialUsers, { query: { username: 'canaria' } }, { as: commercial }),
  ]
  expect(JSON.stringify(read)).not.toMatch(/canari/i)
})

test('the events of a company that one works for are none of it', async () => {
  const both = await server.given.user({ memberOf: { id: own.sells.companyId } })
  await server.app.db.insertInto('user_roles').values({ user_id: both.id, role: 'COMERCIAL' }).execute()
  expect((await list({}, both)).events).toEqual([])
  expect(await server.refusal(server.call(getCommercialMetrics, { params: { id: own.sells.id } }, { as: both }))).toBe(
    'event_not_found',
  )
  const metrics = await server.call(getCommercialMetrics, { params: { id: own.sells.id } }, { as: commercial })
  expect(metrics.event.name).toBe('A la venta')
})
