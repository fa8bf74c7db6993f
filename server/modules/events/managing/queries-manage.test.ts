/** The organizer's lists. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toLocalDate } from '#contract/values/dates.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import { getEventsDashboard, getEventsDashboardPreview } from '#contract/events/events-managed.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
let company: { id: string }
let owner: GivenUser
let commercial: GivenUser
beforeAll(async () => {
  server = await createTestApp()
  const { given } = server
  company = await given.company()
  owner = await given.user({ memberOf: company })
  await given.event({ company, name: 'Ágape', startsInHours: 48 })
  const busy = await given.event({ company, name: 'Baile', startsInHours: 24, isPrivate: true })
  await given.event({ company, name: 'Cierre', startsInHours: -24, state: 'success' })
  await given.event({ company, name: 'Duda', startsInHours: null, lastsHours: null, state: 'pending' })
  await given.event({ name: 'Ajeno' })
  commercial = await given.user({ staffOf: busy, staffKind: 'COMERCIAL' })
  const type = await given.ticketType({ event: busy, capacity: 60 })
  await given.ticketType({ event: busy, capacity: 40, visibility: 'hidden' })
  await server.app.db.updateTable('ticket_stock').set({ sold: 12, held: 3 }).where('type_id', '=', type.id).execute()
})
afterAll(() => server.close())

const list = (query: CallInput<typeof getEventsDashboard>['query'] = {}, as = owner) =>
  server.call(getEventsDashboard, { query }, { as })
const names = async (query: CallInput<typeof getEventsDashboard>['query'] = {}, as = owner) =>
  (await list(query, as)).events.map(({ name }) => name)

test('the own company’s events, furthest ahead first, drafts without date on top', async () => {
  expect(await names({ sort: 'date' })).toEqual(['Duda', 'Ágape', 'Baile', 'Cierre'])
  expect(await names({ sort: 'date', order: 'asc' })).toEqual(['Cierre', 'Baile', 'Ágape', 'Duda'])
  expect(await names({ sort: 'name', order: 'asc' })).toEqual(['Ágape', 'Baile', 'Cierre', 'Duda'])
  expect((await names({ sort: 'sold' }))[0]).toBe('Baile')
})

test('each person sees what they manage', async () => {
  const { given } = server
  expect(await names({}, commercial)).toEqual(['Baile'])
  expect(await names({}, await given.user({ memberOf: await given.company() }))).toEqual([])
  for (const as of [await given.user({ isAdmin: true }), await given.user({ isGodAdmin: true })]) {
    expect((await names({ sort: 'name', order: 'asc' }, as)).sort()).toContain('Ajeno')
  }
  expect(await server.refusal(list({}, await given.user()))).toBe('forbidden')
  expect(await server.refusal(list({}, await given.user({ isLegal: true })))).toBe('forbidden')
})

test('filters', async () => {
  expect(await names({ state: 'pending' })).toEqual(['Duda'])
  expect(await names({ eventName: 'AGA' })).toEqual(['Ágape'])
  const agape = (await list({ eventName: 'agape' })).events[0]
  expect(await names({ date: toLocalDate(agape?.startDate ?? '') })).toEqual(['Ágape'])
})

test('figures of a row', async () => {
  expect((await list({ eventName: 'baile' })).events[0]).toMatchObject({
    sold: 12,
    capacity: 100,
    scanned: 0,
    paidCents: 0,
    isPrivate: true,
    priceFrom: 19_800,
    priceTo: 19_800,
  })
})

test('pages', async () => {
  const answer = await list({ page: 2, limit: 3 })
  expect(answer.events.map(({ name }) => name)).toEqual(['Cierre'])
  expect(answer.pagination).toEqual({ page: 2, limit: 3, totalPages: 2, total: 4, totalEvents: 4 })
})

test('the short list, by date or the next event first', async () => {
  const other = await server.given.company()
  const preview = (query: CallInput<typeof getEventsDashboardPreview>['query'], as = owner) =>
    server.call(getEventsDashboardPreview, { query }, { as })
  const answer = await preview({})
  expect(answer.events.map(({ name, state }) => [name, state])).toEqual([
    ['Duda', 'pending'],
    ['Ágape', 'active'],
    ['Baile', 'active'],
    ['Cierre', 'success'],
  ])
  expect((await preview({ eventName: 'cier' })).pagination.totalEvents).toBe(1)
  expect((await preview({}, commercial)).events).toHaveLength(1)
  const { given } = server
  for (const [name, startsInHours, state] of [
    ['Esta noche', -1, 'active'],
    ['Suspendida', 2, 'cancelled'],
    ['Terminada', -72, 'success'],
  ] as const) {
    await given.event({ company: other, name, startsInHours, state })
  }
  await given.event({ company: other, name: 'Mañana', startsInHours: 24 })
  await given.event({ company: other, name: 'En un mes', startsInHours: 720 })
  await given.event({ company: other, name: 'Sin fecha', startsInHours: null, lastsHours: null, state: 'pending' })
  const member = await given.user({ memberOf: other })
  const next = await preview({ sort: 'next' }, member)
  const expected = ['Esta noche', 'Mañana', 'En un mes', 'Sin fecha', 'Suspendida', 'Terminada']
  expect(next.events.map(({ name }) => name)).toEqual(expected)
  // The whole list begins with the same.
  expect(await names({}, member)).toEqual(expected)
})
