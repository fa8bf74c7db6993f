/** The menu of an event's bar. */
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getDrink, listDrinks, MAX_DRINKS } from '#contract/events/drinks.ts'
import { createDrink, deleteDrink, updateDrink } from '#contract/events/drinks-managed.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
let owner: GivenUser
let eventId: string
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  const company = await server.given.company()
  owner = await server.given.user({ memberOf: company })
  eventId = (await server.given.event({ company })).id
})

const add = async (name: string, more: object = {}) => {
  const body = { name, price: 5000, ...more }
  return (await server.call(createDrink, { params: { id: eventId }, body }, { as: owner })).data.drink
}
const menu = async (query: object = {}) => server.call(listDrinks, { params: { id: eventId }, query })
const names = async (query: object = {}) => (await menu(query)).data.drinks.map(({ name }) => name)
const change = async (drinkId: string, body: object) =>
  (await server.call(updateDrink, { params: { drinkId }, body }, { as: owner })).data.drink

test('a drink is added at the end of the menu with its picture, and anybody who sees the event sees it', async () => {
  await add('Agua')
  const photo = sharp({ create: { width: 700, height: 700, channels: 3, background: '#532' } })
  const files = { image: new Blob([new Uint8Array(await photo.png().toBuffer())]) }
  const body = { name: 'Fernet con cola', description: 'En jarra', price: 12_000 }
  const { data } = await server.call(createDrink, { params: { id: eventId }, body, files }, { as: owner })
  expect(data.drink).toMatchObject({ ...body, isAvailable: true, position: 2, eventId })
  expect(data.drink.image).toMatchObject({ width: expect.any(Number) as number })
  expect(await server.call(getDrink, { params: { drinkId: data.drink.id } })).toEqual({ data })
  expect(await menu()).toMatchObject({ status: 'success', data: { totalDrinks: 2 }, pagination: { total: 2 } })
})

test('the menu is searched without accents, filtered by what is there, sorted and paged', async () => {
  await add('Gin tónic', { price: 9000 })
  await add('Agua', { price: 2000, isAvailable: false })
  await add('Vino', { price: 7000 })
  expect(await names({ search: 'TONIC' })).toEqual(['Gin tónic'])
  expect(await names({ isAvailable: true })).toEqual(['Gin tónic', 'Vino'])
  expect(await names({ sort: 'price', order: 'desc' })).toEqual(['Gin tónic', 'Vino', 'Agua'])
  expect(await names({ limit: 2, page: 2 })).toEqual(['Vino'])
  await add('ánimo')
  expect(await names({ sort: 'name' })).toEqual(['Agua', 'ánimo', 'Gin tónic', 'Vino'])
})

test('what is left out of a change keeps its value', async () => {
  const { id } = await add('Agua', { description: 'Sin gas' })
  expect(await change(id, { isAvailable: false })).toMatchObject({
    description: 'Sin gas',
    price: 5000,
    isAvailable: false,
  })
  expect(await change(id, { price: 0 })).toMatchObject({ name: 'Agua', price: 0, isAvailable: false })
})

test('a drink moves to any place and the others close up, removed ones too', async () => {
  const [a, , c] = [await add('Agua'), await add('Birra'), await add('Campari')]
  await change(c.id, { position: 1 })
  expect(await names()).toEqual(['Campari', 'Agua', 'Birra'])
  await change(c.id, { position: MAX_DRINKS })
  expect(await names()).toEqual(['Agua', 'Birra', 'Campari'])
  await server.call(deleteDrink, { params: { drinkId: a.id } }, { as: owner })
  expect((await menu()).data.drinks.map(({ name, position }) => [name, position])).toEqual([
    ['Birra', 1],
    ['Campari', 2],
  ])
  expect(await server.refusal(server.call(getDrink, { params: { drinkId: a.id } }))).toBe('drink_not_found')
  expect(await server.refusal(change(a.id, { price: 1 }))).toBe('drink_not_found')
})

test('moves at the same time leave positions without gaps', async () => {
  const drinks = []
  for (const name of ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco']) drinks.push(await add(name))
  await Promise.all(drinks.map(({ id }, n) => change(id, { position: ((n * 3) % 5) + 1 })))
  expect((await menu()).data.drinks.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
})

test('finance people, other companies and events that are over are refused; a draft shows to its company alone', async () => {
  const { id: drinkId } = await add('Agua')
  const company = await server.app.db
    .selectFrom('events')
    .select('company_id as id')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  const finance = await server.given.user({ memberOf: company, companyRole: 'finance' })
  const rival = await server.given.user({ memberOf: await server.given.company() })
  const asked = (as: GivenUser) =>
    server.refusal(server.call(updateDrink, { params: { drinkId }, body: { price: 1 } }, { as }))
  expect([await asked(finance), await asked(rival)]).toEqual(['company_role_not_allowed', 'drink_not_found'])
  await sql`update events set state = 'pending' where id = ${eventId}`.execute(server.app.db)
  expect(await server.refusal(server.call(getDrink, { params: { drinkId } }))).toBe('drink_not_found')
  await sql`update events set state = 'cancelled' where id = ${eventId}`.execute(server.app.db)
  expect(await server.refusal(change(drinkId, { price: 1 }))).toBe('event_state')
})

test('a menu holds so many drinks', async () => {
  await sql`
    insert into drinks (id, event_id, name, price_cents, position)
    select gen_random_uuid(), ${eventId}, 'Trago ' || n, 0, n from generate_series(1, ${MAX_DRINKS}) n`.execute(
    server.app.db,
  )
  expect(await server.refusal(add('Uno más'))).toBe('too_many_drinks')
})
