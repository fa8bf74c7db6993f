/** What a commercial changes of an assigned event: by the organizer's own rules; the organizer is notified and may undo it (rule R23.8). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  getCommercialTicketTypes,
  updateAdvanced,
  updateBasicInfo,
  updateCommercialTicketType,
} from '#contract/events/commercial-desk.ts'
import { eventFields } from '#contract/events/event-fields.ts'
import { getCommercialChanges } from '#contract/events/event-changes.ts'
import { getManagedEvent, publishEvent, updateEvent, updateEventTickets } from '#contract/events/events-managed.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
let company: { id: string }
let owner: GivenUser
beforeAll(async () => {
  server = await createTestApp()
  company = await server.given.company()
  owner = await server.given.user({ memberOf: company })
})
afterAll(() => server.close())

async function given(literal: object = {}) {
  const event = await server.given.event({ company, ...literal })
  const type = await server.given.ticketType({ event, name: 'General', priceCents: 1_800_000, capacity: 50 })
  const commercial = await server.given.user({ staffOf: event, staffKind: 'COMERCIAL', name: 'Jimena Solari' })
  return { event, type, commercial }
}
const basic = (as: GivenUser, id: string, body: object) =>
  server.call(updateBasicInfo, { params: { id }, body }, { as })
const advanced = (as: GivenUser, id: string, body: object) =>
  server.call(updateAdvanced, { params: { id }, body }, { as })
const typeOf = (as: GivenUser, id: string, typeId: string, body: object) =>
  server.call(updateCommercialTicketType, { params: { id, typeId }, body }, { as })
const managed = (as: GivenUser, id: string) => server.call(getManagedEvent, { params: { id } }, { as })
const changes = (as: GivenUser, id: string) => server.call(getCommercialChanges, { params: { id }, query: {} }, { as })
const mailsTo = async (person: GivenUser, seconds = 30) => {
  await server.advance({ seconds })
  await server.drain()
  return server.app.db
    .selectFrom('dev_inbox')
    .select(['subject', 'body'])
    .where('recipient', '=', person.mail)
    .orderBy('id')
    .execute()
}

test('the two calls take every field of the editor, each one of them', () => {
  const names = [updateBasicInfo, updateAdvanced].flatMap(({ body }) => Object.keys(body.shape))
  expect(names.filter((name) => name !== 'version').sort()).toEqual(Object.keys(eventFields.shape).sort())
})

test('of a price that a commercial changes the organizer is notified, sees it and undoes it once', async () => {
  const { event, type, commercial } = await given({ name: 'Fiesta Lunar' })
  await server.app.db.deleteFrom('dev_inbox').execute()
  await typeOf(commercial, event.id, type.id, { price: 20_000 })
  const [mail] = await mailsTo(owner)
  expect(mail?.subject).toBe('Tu comercial hizo cambios en Fiesta Lunar')
  expect(mail?.body).toContain('General: precio: $18.000 → $20.000')
  const seen = await changes(owner, event.id)
  expect(seen.changes).toMatchObject([
    {
      act: 'tickets',
      userName: 'Jimena Solari',
      fields: [],
      ticketTypes: [{ id: type.id, name: 'General', fields: [{ field: 'price', before: 18_000, after: 20_000 }] }],
      state: 'undoable',
    },
  ])
  const undo = () =>
    server.call(
      updateEventTickets,
      {
        params: { id: event.id },
        body: { ticketTypes: [{ id: type.id, price: 18_000 }], version: seen.version },
      },
      { as: owner },
    )
  expect((await undo()).ticketTypes).toMatchObject([{ price: 18_000 }])
  expect(await changes(owner, event.id)).toMatchObject({ changes: [{ state: 'undone' }] })
  expect(await server.refusal(undo())).toBe('event_changed')
  // Undoing it is the organizer's own act: no further mail, no further change.
  expect(await mailsTo(owner)).toHaveLength(1)
})

test('of data it says what was and what is, and that it changed again', async () => {
  const { event, commercial } = await given()
  await basic(commercial, event.id, { name: 'Otro nombre', venueName: 'Otro lugar', minimumAge: 21 })
  await advanced(commercial, event.id, { capacity: 40, isPrivate: true })
  await basic(commercial, event.id, { name: 'Otro nombre' }) // says what is so already
  const { changes: rows, version } = await changes(owner, event.id)
  expect(rows.map(({ fields, state }) => [fields.map(({ field }) => field), state])).toEqual([
    [['capacity', 'isPrivate'], 'undoable'],
    [['name', 'venueName', 'minimumAge'], 'undoable'],
  ])
  const [, first] = rows
  const body = Object.fromEntries(first?.fields.map(({ field, before }) => [field, before]) ?? [])
  await server.call(updateEvent, { params: { id: event.id }, body: { ...body, version } }, { as: owner })
  expect(await managed(owner, event.id)).toMatchObject({ name: 'Fiesta Lunar Rosario', minimumAge: null })
  await server.call(updateEvent, { params: { id: event.id }, body: { capacity: 30 } }, { as: owner })
  expect((await changes(owner, event.id)).changes.map(({ state }) => state)).toEqual(['overwritten', 'undone'])
})

test('a hundred changes in a few minutes are two mails: the first at once, the others together', async () => {
  const { event, type, commercial } = await given({ name: 'Noche movida' })
  // The stretches of ten minutes are the clock's.
  const into = (Date.parse(server.app.clock.now()) / 1000) % 600
  await server.advance({ seconds: 600 - into + 10 })
  await server.drain()
  await server.app.db.deleteFrom('dev_inbox').execute()
  await basic(commercial, event.id, { name: 'Noche muy movida' })
  await advanced(commercial, event.id, { holdMinutes: 20 })
  const [first, ...rest] = await mailsTo(owner)
  expect(rest).toEqual([])
  // What one press saves by several calls is one mail.
  for (const words of ['Noche movida → Noche muy movida', 'Minutos para pagar']) expect(first?.body).toContain(words)
  for (let price = 1; price <= 98; price += 1) await typeOf(commercial, event.id, type.id, { price })
  expect(await mailsTo(owner)).toHaveLength(1)
  const [, second, ...more] = await mailsTo(owner, 600)
  expect(more).toEqual([])
  expect(second?.body).toContain('General: precio: $18.000 → $1')
  expect(second?.body).toContain('Y 88 cambios más.')
  expect((await changes(owner, event.id)).pagination).toMatchObject({ totalChanges: 100 })
})

test('the organizer’s own changes are none of a commercial’s', async () => {
  const { event } = await given()
  await server.drain()
  await server.app.db.deleteFrom('dev_inbox').execute()
  await server.call(updateEvent, { params: { id: event.id }, body: { name: 'Nombre propio' } }, { as: owner })
  expect((await changes(owner, event.id)).changes).toEqual([])
  expect(await mailsTo(owner)).toEqual([])
})

test('a commercial brings a draft to publication, and the organizer is notified', async () => {
  const { event, commercial } = await given({ state: 'pending', name: 'Noche nueva' })
  await server.app.db.deleteFrom('dev_inbox').execute()
  const call = server.call(publishEvent, { params: { id: event.id } }, { as: commercial })
  expect((await call).state).toBe('active')
  const [mail] = await mailsTo(owner)
  expect(mail?.body).toContain('publicó el evento')
  expect((await changes(owner, event.id)).changes).toMatchObject([{ act: 'publish', state: 'final', fields: [] }])
})

test('capacity stays at what is sold, a foreign type is none, a stale version is refused', async () => {
  const { event, type, commercial } = await given()
  const other = await given()
  await server.app.db.updateTable('ticket_stock').set({ sold: 3 }).where('type_id', '=', type.id).execute()
  expect(await server.refusal(typeOf(commercial, event.id, type.id, { capacity: 2 }))).toBe('capacity_below_sold')
  expect(await server.refusal(typeOf(commercial, event.id, other.type.id, { price: 1 }))).toBe('ticket_type_not_found')
  const { version } = await server.call(getCommercialTicketTypes, { params: { id: event.id } }, { as: commercial })
  await advanced(commercial, event.id, { holdMinutes: 20, version })
  expect(await server.refusal(typeOf(commercial, event.id, type.id, { price: 1, version }))).toBe('event_changed')
  expect(await server.refusal(basic(commercial, event.id, { name: 'Tarde', version }))).toBe('event_changed')
})

test('when the assignment ends, the event is none any more', async () => {
  const { event, type, commercial } = await given()
  await basic(commercial, event.id, { name: 'Todavía mío' })
  await server.app.db.deleteFrom('event_staff').where('user_id', '=', commercial.id).execute()
  await server.app.db.insertInto('user_roles').values({ user_id: commercial.id, role: 'COMERCIAL' }).execute()
  await server.advance({ seconds: 6 })
  for (const call of [
    () => basic(commercial, event.id, { name: 'De nadie' }),
    () => advanced(commercial, event.id, { capacity: 1 }),
    () => typeOf(commercial, event.id, type.id, { price: 1 }),
    () => changes(commercial, event.id),
  ]) {
    expect(await server.refusal(call())).toBe('event_not_found')
  }
  expect((await managed(owner, event.id)).name).toBe('Todavía mío')
})
