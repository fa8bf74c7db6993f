/** Addresses of public events that can be said. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEventHome, getEventPage, getTicketTypes } from '#contract/events/events.ts'
import { deactivateEvent, publishEvent, updateEvent } from '#contract/events/events-managed.ts'
import { inTransaction } from '#server/context.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { eventSlug, readSlug } from './event-slug.ts'
import { listEventPages, pages } from './page.ts'
import { refreshSlug } from './store-slugs.ts'

let server: TestApp
let company: { id: string }
let owner: GivenUser
beforeAll(async () => {
  server = await createTestApp()
  company = await server.given.company()
  owner = await server.given.user({ memberOf: company })
})
afterAll(() => server.close())

test.each([
  ['Fiesta Lunar', 'Rosario', 'fiesta-lunar-rosario'],
  ['Fiesta Lunar Rosario', 'Rosario', 'fiesta-lunar-rosario'],
  ['¡Año Ñandú 🎉!', 'San Miguel de Tucumán', 'ano-nandu-san-miguel-de-tucuman'],
  ['🎉🎉', 'CABA', 'evento-caba'],
  ['音楽', '', 'evento'],
  ['Córdoba', 'Córdoba', 'cordoba'],
])('%s in %s is %s', (name, city, base) => {
  expect(eventSlug(name, city)).toBe(base)
})

test('an address has a name and a number, and no id is one', () => {
  expect(readSlug('fiesta-2-1')).toEqual({ base: 'fiesta-2', number: 1 })
  for (const text of ['fiesta', '12', '-1', 'fiesta-', 'a--1', '019a9d3e-0000-7000-8000-000000000000'])
    expect(readSlug(text)).toBeNull()
})

const makePublished = async (name: string) => {
  const event = await server.given.event({ company, name, city: 'Rosario', startsInHours: 72 })
  await server.given.ticketType({ event })
  await server.app.db.updateTable('events').set({ state: 'pending' }).where('id', '=', event.id).execute()
  await server.call(publishEvent, { params: { id: event.id } }, { as: owner })
  return event.id
}
const open = (id: string, as?: GivenUser) => server.call(getEventPage, { params: { id } }, as && { as })
const change = (id: string, body: { name?: string; isPrivate?: boolean }) =>
  server.call(updateEvent, { params: { id }, body }, { as: owner })

test('events of one name count on, and every public read takes the address in any case', async () => {
  const [first, second] = [await makePublished('Peña'), await makePublished('Peña')]
  expect(await open('pena-rosario-1')).toMatchObject({ id: first, slug: 'pena-rosario-1' })
  expect(await open('PENA-Rosario-2')).toMatchObject({ id: second, slug: 'pena-rosario-2' })
  const page = pages.find(({ path }) => path === '/evento/:id')
  expect(await page?.head(server.app, { params: { id: 'Pena-Rosario-1' }, query: {} })).toMatchObject({ status: 200 })
  expect(await server.call(getEventHome, { params: { id: 'pena-rosario-1' } })).toMatchObject({ id: first })
  const { ticketTypes } = await server.call(getTicketTypes, { query: { eventId: 'pena-rosario-1' } })
  expect(ticketTypes).toHaveLength(1)
  expect(await open(first)).toMatchObject({ slug: 'pena-rosario-1' })
  for (const behind of ['.', ')', '),', '*', '_', '»', '…', '!\u200b', '🎉'])
    for (const name of ['pena-rosario-1', first]) expect(await open(name + behind)).toMatchObject({ id: first })
  expect(await listEventPages(server.app)).toContainEqual({ path: '/evento/pena-rosario-1' })
  for (const wrong of ['pena-rosario-3', 'pena-1', 'pena-rosario-0', 'pena-rosario-999999999', `${'a'.repeat(200)}-1`])
    expect(await server.refusal(open(wrong))).toBe('event_not_found')
})

test('another name is another address; the one before leads to the event, and comes back with its name', async () => {
  const id = await makePublished('Antes')
  expect(await change(id, { name: 'Después' })).toMatchObject({ slug: 'despues-rosario-1' })
  expect(await open('antes-rosario-1')).toMatchObject({ id, slug: 'despues-rosario-1' })
  // What was said once never leads elsewhere.
  await makePublished('Antes')
  expect(await open('antes-rosario-1')).toMatchObject({ id })
  expect(await change(id, { name: 'Antes' })).toMatchObject({ slug: 'antes-rosario-1' })
})

test('a private event answers to its id alone, and drafts have no address', async () => {
  const id = await makePublished('Secreta')
  await change(id, { isPrivate: true })
  expect(await open(id, owner)).toMatchObject({ slug: null })
  for (const as of [undefined, owner])
    expect(await server.refusal(open('secreta-rosario-1', as))).toBe('event_not_found')
  expect(await change(id, { isPrivate: false })).toMatchObject({ slug: 'secreta-rosario-1' })

  const draft = await server.given.event({ company, name: 'Borrador', state: 'pending', startsInHours: 72 })
  await server.app.db.updateTable('events').set({ published_at: null }).where('id', '=', draft.id).execute()
  expect(await change(draft.id, { name: 'Otro borrador' })).toMatchObject({ slug: null })
})

test('the address of a paused event is its own people’s', async () => {
  const id = await makePublished('Pausada')
  await server.call(deactivateEvent, { params: { id } }, { as: owner })
  expect(await server.refusal(open('pausada-rosario-1'))).toBe('event_not_found')
  expect(await open('pausada-rosario-1', owner)).toMatchObject({ id })
})

test('events of one name that are published at once get one number each', async () => {
  const ids = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { id } = await server.given.event({ company, name: 'Juntas', city: 'Rosario', startsInHours: 72 })
      await server.app.db.updateTable('events').set({ published_at: server.clock.now() }).where('id', '=', id).execute()
      return id
    }),
  )
  await Promise.all(ids.map((id) => inTransaction(server.app, (app) => refreshSlug(app, id))))
  const rows = await server.app.db.selectFrom('events').select('slug').where('id', 'in', ids).orderBy('slug').execute()
  expect(rows.map(({ slug }) => slug)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `juntas-rosario-${n}`))
})
