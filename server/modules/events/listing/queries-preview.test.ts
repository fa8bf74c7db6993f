/** `/eventos`: search, filters, order, pages. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toNight } from '#contract/values/dates.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import { getEventsPreview } from '#contract/events/events.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  const { given } = server
  const club = await given.company({ name: 'Ñandú Producciones' })
  const other = await given.company({ name: 'Sala Norte' })
  const lunar = await given.event({ company: club, name: 'Fiesta Lunar', startsInHours: 72, city: 'Rosario' })
  await given.ticketType({ event: lunar, priceCents: 1_500_000 })
  const opening = await given.event({ company: other, name: 'Índigo: 100% música', startsInHours: 24, city: 'Córdoba' })
  await given.ticketType({ event: opening, priceCents: 900_000 })
  await given.ticketType({ event: opening, priceCents: 0, visibility: 'hidden' })
  const fair = await given.event({ company: other, name: 'Feria del sol', startsInHours: 240, city: 'Rosario' })
  await given.ticketType({ event: fair, priceCents: 0 })
  await given.event({ company: other, name: 'Zona sin fecha', startsInHours: null, lastsHours: null, city: 'La Plata' })
  await given.event({ company: club, name: 'Pasada', startsInHours: -48, lastsHours: 5, city: 'Ushuaia' })
  await given.event({ company: club, name: 'Privada Lunar', isPrivate: true, startsInHours: 72, city: 'Salta' })
  await given.event({ company: club, name: 'Pausada Lunar', state: 'inactive', startsInHours: 72, city: 'Salta' })
})
afterAll(() => server.close())

const list = (query: CallInput<typeof getEventsPreview>['query']) => server.call(getEventsPreview, { query })
const names = async (query: CallInput<typeof getEventsPreview>['query']) =>
  (await list(query)).events.map(({ name }) => name)
const ALL = ['Índigo: 100% música', 'Fiesta Lunar', 'Feria del sol', 'Zona sin fecha']

test('what is to come, by start, undated last', async () => {
  expect(await names({})).toEqual(ALL)
})

test.each([
  ['case and accents of the name', 'indigo', ['Índigo: 100% música']],
  ['accents that are typed and not written', 'fería', ['Feria del sol']],
  ['the venue', 'salon parana', ALL],
  ['the city', 'cordoba', ['Índigo: 100% música']],
  ['the company', 'NANDU', ['Fiesta Lunar']],
  ['words in any order and place', 'rosario norte', ['Feria del sol']],
  ['nothing found', 'inexistente', []],
  ['signs of patterns as they are', '100%', ['Índigo: 100% música']],
  ['a lone percent sign', '%%%', []],
  ['an underscore', '_', []],
  ['a backslash', '\\', []],
  ['quotes', `' or 1=1 --`, []],
  ['blanks', '   ', ALL],
])('search: %s', async (_, search, found) => {
  expect(await names({ search })).toEqual(found)
})

test('filters: city without accents, category, free, dates', async () => {
  expect(await names({ city: 'cordoba' })).toEqual(['Índigo: 100% música'])
  expect(await names({ categoryId: 1 })).toEqual(ALL)
  expect(await names({ categoryId: 2 })).toEqual([])
  expect(await names({ free: true })).toEqual(['Feria del sol'])
  expect(await names({ free: false })).toEqual(['Índigo: 100% música', 'Fiesta Lunar'])
  const [first] = (await list({})).events
  const day = toNight(first?.startDate ?? '')
  expect(await names({ from: day, to: day })).toEqual(['Índigo: 100% música'])
  expect(await names({ from: addDays(day, 1) })).toEqual(['Fiesta Lunar', 'Feria del sol'])
})

test('days the wrong way round are refused (R10.15)', async () => {
  await expect(list({ from: '2026-11-02', to: '2026-11-01' })).rejects.toMatchObject({
    status: 400,
    body: {
      code: 'invalid_input',
      details: [{ path: ['to'], message: 'La fecha «hasta» no puede ser anterior a la fecha «desde»' }],
    },
  })
})

test('order by price and by name, without case or accents', async () => {
  expect(await names({ sort: 'price' })).toEqual([
    'Feria del sol',
    'Índigo: 100% música',
    'Fiesta Lunar',
    'Zona sin fecha',
  ])
  expect(await names({ sort: 'name' })).toEqual([
    'Feria del sol',
    'Fiesta Lunar',
    'Índigo: 100% música',
    'Zona sin fecha',
  ])
})

test('pages', async () => {
  const second = await list({ page: 2, limit: 3 })
  expect(second.events.map(({ name }) => name)).toEqual(['Zona sin fecha'])
  expect(second.pagination).toEqual({ page: 2, limit: 3, totalPages: 2, total: 4, totalEvents: 4 })
  expect((await list({ limit: 5000 })).pagination.limit).toBe(100)
  await expect(list({ limit: 0 })).rejects.toMatchObject({ status: 400 })
})

test('filters offer only what is to come and public', async () => {
  const { filters } = await list({})
  expect(filters.cities).toEqual(['Córdoba', 'La Plata', 'Rosario'])
  expect(filters.categories).toEqual([{ id: 1, name: 'Electrónica' }])
})

test('the capital is found by each of its names, and by no part of another city', async () => {
  const company = await server.given.company()
  for (const city of ['CABA', 'Ciudad Autónoma de Buenos Aires', 'Capital Federal', 'Buenos Aires'])
    await server.given.event({ company, name: `Porteña en ${city}`, startsInHours: 24, city })
  for (const typed of ['Buenos Aires', 'capital federal', 'C.A.B.A.', 'caba', 'Ciudad Autonoma de Buenos Aires']) {
    expect(await names({ city: typed })).toHaveLength(4)
    expect(await names({ search: `porteña ${typed.replaceAll('.', '')}` })).toHaveLength(4)
  }
  expect(await names({ city: 'La Plata' })).toEqual(['Zona sin fecha'])
})
