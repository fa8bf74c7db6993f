/** From draft to sale, pause, copy and end. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCategories, getEventPage } from '#contract/events/events.ts'
import {
  createEvent,
  deactivateEvent,
  duplicateEvent,
  getManagedEvent,
  publishEvent,
  updateEvent,
} from '#contract/events/events-managed.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { EventLiteral, GivenUser } from '#server/testing/given.ts'
import { finishPastEvents } from './finish-past-events.ts'

let server: TestApp
let company: { id: string }
let owner: GivenUser
beforeAll(async () => {
  server = await createTestApp()
  company = await server.given.company()
  owner = await server.given.user({ memberOf: company })
})
afterAll(() => server.close())

const publish = (id: string, as = owner) => server.call(publishEvent, { params: { id } }, { as })
/** As a draft is: never published. */
async function draft(literal: EventLiteral = {}): Promise<{ id: string }> {
  const event = await server.given.event({ company, state: 'pending', ...literal })
  await server.app.db.updateTable('events').set({ published_at: null }).where('id', '=', event.id).execute()
  return event
}
async function readyDraft(literal: EventLiteral = {}, priceCents = 1_800_000): Promise<{ id: string }> {
  const event = await draft(literal)
  await server.given.ticketType({ event, priceCents })
  return event
}
const auditOf = (id: string) =>
  server.app.db
    .selectFrom('audit_rows')
    .select(['action', 'actor_id'])
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()

test('a whole draft goes on sale, and can be paused and sold again', async () => {
  const { id } = await readyDraft()
  expect(await server.refusal(server.call(getEventPage, { params: { id } }))).toBe('event_not_found')
  expect(await publish(id)).toMatchObject({ state: 'active', availability: 'available' })
  expect(await server.call(getEventPage, { params: { id } })).toMatchObject({ id })
  expect(await server.refusal(publish(id))).toBe('event_state')
  expect(await server.call(deactivateEvent, { params: { id } }, { as: owner })).toMatchObject({
    state: 'inactive',
    availability: 'closed',
  })
  expect(await server.refusal(server.call(deactivateEvent, { params: { id } }, { as: owner }))).toBe('event_state')
  await publish(id)
  expect(await auditOf(id)).toEqual(
    ['event.publish', 'event.deactivate', 'event.publish'].map((action) => ({ action, actor_id: owner.id })),
  )
})

test.each<[string, EventLiteral, boolean, string[][]]>([
  ['without date', { startsInHours: null, lastsHours: null }, true, [['dateEvent']]],
  ['in the past', { startsInHours: -2, lastsHours: 8 }, true, [['dateEvent']]],
  ['without types', {}, false, [['ticketTypes']]],
  ['without either', { startsInHours: null, lastsHours: null }, false, [['dateEvent'], ['ticketTypes']]],
])('%s it is not published, and says why', async (_, literal, hasType, paths) => {
  const { id } = await (hasType ? readyDraft(literal) : draft(literal))
  await expect(publish(id)).rejects.toMatchObject({
    status: 422,
    body: { code: 'event_incomplete', details: paths.map((path) => expect.objectContaining({ path })) },
  })
  expect(await server.call(getManagedEvent, { params: { id } }, { as: owner })).toMatchObject({ state: 'pending' })
  expect(await auditOf(id)).toEqual([])
})

test('a draft of nothing but a name is kept, and all that it lacks is said together', async () => {
  const { id, Category } = await server.call(
    createEvent,
    { body: { name: 'Solo un nombre' }, files: {} },
    { as: owner },
  )
  expect(Category.name).toBe('Sin categoría')
  const paths = ['categoryId', 'venueName', 'adress', 'city', 'province', 'dateEvent', 'ticketTypes']
  await expect(publish(id)).rejects.toMatchObject({
    body: { code: 'event_incomplete', details: paths.map((path) => expect.objectContaining({ path: [path] })) },
  })
  const { categories } = await server.call(getCategories)
  expect(categories.map(({ name }) => name)).not.toContain('Sin categoría')
})

test('what is on sale keeps what it was published with', async () => {
  const { id } = await readyDraft()
  const { Location, dateEvent, startTime, ...event } = await publish(id)
  const whole = {
    name: event.name,
    categoryId: event.categoryId,
    venueName: Location.name,
    adress: event.adress,
    city: Location.city,
    province: Location.province,
    dateEvent,
    startTime,
  }
  const save = (body: typeof whole) => server.call(updateEvent, { params: { id }, body, files: {} }, { as: owner })
  await expect(save({ ...whole, city: '', categoryId: 0 })).rejects.toMatchObject({
    body: { code: 'invalid_input', details: [{ path: ['categoryId'] }, { path: ['city'] }] },
  })
  expect(await save(whole)).toMatchObject({ state: 'active', Location: { city: Location.city } })
})

test('a type without places is not enough', async () => {
  const event = await draft()
  await server.given.ticketType({ event, capacity: 0 })
  expect(await server.refusal(publish(event.id))).toBe('event_incomplete')
})

test('a paused event that has begun may go on', async () => {
  const event = await server.given.event({ company, state: 'inactive', startsInHours: -2, lastsHours: 8 })
  await server.given.ticketType({ event })
  expect(await publish(event.id)).toMatchObject({ state: 'active' })
})

test('paid types need an account that can collect, free ones do not', async () => {
  const poor = await server.given.company({ collectorId: null })
  const member = await server.given.user({ memberOf: poor })
  const paid = await readyDraft({ company: poor })
  const free = await readyDraft({ company: poor }, 0)
  expect(await server.refusal(publish(paid.id, member))).toBe('payment_account_missing')
  expect(await publish(free.id, member)).toMatchObject({ state: 'active', priceFrom: 0 })
  const setAccount = (state: string) =>
    server.app.db.updateTable('payment_accounts').set({ state }).where('company_id', '=', company.id).execute()
  await setAccount('disconnected')
  expect(await server.refusal(publish((await readyDraft()).id))).toBe('payment_account_missing')
  await setAccount('refresh_failed')
  const stop = (at: string | null) =>
    server.app.db.updateTable('companies').set({ paid_sales_stopped_at: at }).where('id', '=', company.id).execute()
  await stop(server.clock.now())
  expect(await server.refusal(publish((await readyDraft()).id))).toBe('paid_sales_stopped')
  await stop(null)
  expect(await publish((await readyDraft()).id)).toMatchObject({ state: 'active' })
})

test('a company that lost its approval does not publish', async () => {
  const blocked = await server.given.company()
  const { id } = await readyDraft({ company: blocked })
  const god = await server.given.user({ isGodAdmin: true })
  await server.app.db.updateTable('companies').set({ state: 'blocked' }).where('id', '=', blocked.id).execute()
  expect(await server.refusal(publish(id, god))).toBe('company_not_approved')
})

test('its commercial publishes, another’s does not find it', async () => {
  const event = await readyDraft()
  const commercial = await server.given.user({ staffOf: event, staffKind: 'COMERCIAL' })
  const other = await server.given.user({ staffOf: await readyDraft(), staffKind: 'COMERCIAL' })
  expect(await server.refusal(publish(event.id, other))).toBe('event_not_found')
  expect(await publish(event.id, commercial)).toMatchObject({ state: 'active' })
})

test('a hundred clicks publish once', async () => {
  const { id } = await readyDraft()
  const clicks = await Promise.allSettled(Array.from({ length: 20 }, () => publish(id)))
  expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await auditOf(id)).toHaveLength(1)
})

test('a copy is a draft without dates and sales', async () => {
  const event = await server.given.event({ company, name: 'N'.repeat(80), capacity: 70, minimumAge: 18 })
  const type = await server.given.ticketType({
    event,
    capacity: 40,
    perPersonLimit: 2,
    saleEndsInHours: 5,
    validUntilInHours: 9,
  })
  await server.app.db.updateTable('ticket_stock').set({ sold: 9 }).where('type_id', '=', type.id).execute()
  const copy = await server.call(duplicateEvent, { params: { id: event.id } }, { as: owner })
  expect(copy).toMatchObject({
    name: `${'N'.repeat(72)} (copia)`,
    state: 'pending',
    startDate: null,
    endDate: null,
    capacity: 70,
    minimumAge: 18,
    hasSales: false,
    ticketTypes: [
      { name: 'General', price: 18_000, capacity: 40, sold: 0, perPersonLimit: 2, saleEndsAt: null, validUntil: null },
    ],
  })
  expect(copy.id).not.toBe(event.id)
  expect(copy.number).not.toBe(event.number)
  expect(await auditOf(copy.id)).toEqual([{ action: 'event.duplicate', actor_id: owner.id }])
})

test('a double tap makes one copy', async () => {
  const event = await server.given.event({ company, name: 'Noche doble' })
  const ask = (as = owner, of = event) =>
    server.call(duplicateEvent, { params: { id: of.id } }, { as, idempotencyKey: 'copiar-una-vez' })
  const answers = await Promise.all([ask(), ask()])
  expect(answers[0]).toEqual(answers[1])
  expect(await ask()).toEqual(answers[0])
  expect(await server.refusal(ask(owner, await server.given.event({ company })))).toBe('idempotency_mismatch')
  const copies = server.app.db.selectFrom('events').select('id').where('name', '=', 'Noche doble (copia)')
  expect(await copies.execute()).toHaveLength(1)
})

test('a commercial, who may make no event, makes none from another (rule R8.2)', async () => {
  const event = await server.given.event({ company })
  const commercial = await server.given.user({ staffOf: event, staffKind: 'COMERCIAL' })
  // One who is also the organizer of another company manages their own events, not this one.
  const both = await server.given.user({
    memberOf: await server.given.company(),
    staffOf: event,
    staffKind: 'COMERCIAL',
  })
  const copy = (as: GivenUser) => server.refusal(server.call(duplicateEvent, { params: { id: event.id } }, { as }))
  expect(await copy(commercial)).toBe('forbidden')
  expect(await copy(both)).toBe('event_not_found')
})

test('an event ends two days after its end, or its start when it has none', async () => {
  const ended = await server.given.event({ company, startsInHours: -56, lastsHours: 7 })
  const open = await server.given.event({ company, startsInHours: -56, lastsHours: 9 })
  const startOnly = await server.given.event({ company, startsInHours: -49, lastsHours: null })
  const undated = await server.given.event({ company, startsInHours: null, lastsHours: null })
  const paused = await server.given.event({ company, state: 'inactive', startsInHours: -100 })
  await finishPastEvents(server.app)
  const rows = await server.app.db.selectFrom('events').select(['id', 'state']).execute()
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  expect([ended, open, startOnly, undated, paused].map(({ id }) => states.get(id))).toEqual([
    'success',
    'active',
    'success',
    'active',
    'inactive',
  ])
  expect(await auditOf(ended.id)).toEqual([{ action: 'event.finish', actor_id: null }])
})
