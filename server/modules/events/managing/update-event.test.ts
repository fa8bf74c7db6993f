/** Changing an event and its list of types. */
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createEvent,
  getManagedEvent,
  updateEvent,
  updateEventTickets,
  type ManagedEvent,
} from '#contract/events/events-managed.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
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

const fields = {
  name: 'Fiesta Lunar',
  description: '',
  categoryId: 1,
  venueName: 'Salón Paraná',
  adress: 'Av. del Valle 2700',
  city: 'Rosario',
  province: 'Santa Fe',
  dateEvent: '2030-11-28',
  startTime: '23:30',
  endTime: '06:00',
} as const
const general = { name: 'General', price: 18_000, capacity: 100 } as const
const make = (ticketTypes: object[] = [general]) =>
  server.call(
    createEvent,
    { body: { ...fields, ticketTypes: ticketTypes as (typeof general)[] }, files: {} },
    { as: owner },
  )
const update = (event: { id: string }, change: object) =>
  server.call(updateEvent, { params: { id: event.id }, body: change, files: {} }, { as: owner })
const setTypes = (
  event: { id: string },
  ticketTypes: object[],
  rest: { version?: number; removed?: (string | undefined)[] } = {},
) =>
  server.call(
    updateEventTickets,
    { params: { id: event.id }, body: { ticketTypes, ...rest } as CallInput<typeof updateEventTickets>['body'] },
    { as: owner },
  )
const setState = (event: { id: string }, state: string) =>
  server.app.db.updateTable('events').set({ state }).where('id', '=', event.id).execute()
const setStock = (typeId: string | undefined, stock: { sold?: number; held?: number }) =>
  server.app.db
    .updateTable('ticket_stock')
    .set(stock)
    .where('type_id', '=', typeId ?? '')
    .execute()
const typeId = (event: ManagedEvent, place: number) => event.ticketTypes[place]?.id

test('threat 37: what is said changes, what is left out is kept', async () => {
  const event = await make()
  await update(event, { minimumAge: 18, admissionConditions: 'Con DNI', capacity: 50, isPrivate: true, orderLimit: 4 })
  const changed = await update(event, { name: 'Otra' })
  expect(changed).toMatchObject({
    name: 'Otra',
    isPrivate: true,
    minimumAge: 18,
    admissionConditions: 'Con DNI',
    capacity: 50,
    orderLimit: 4,
    ticketTypes: [{ name: 'General' }],
  })
  expect({ ...(await update(event, {})), version: 0 }).toEqual({ ...changed, version: 0 })
})

test('null clears, and an empty text in a form of parts too', async () => {
  const event = await make()
  await update(event, { minimumAge: 18, admissionConditions: 'Con DNI', capacity: 50, description: 'Larga' })
  expect(await update(event, { minimumAge: null, description: null })).toMatchObject({
    minimumAge: null,
    description: '',
    capacity: 50,
    admissionConditions: 'Con DNI',
  })
  const form = new FormData()
  form.set('capacity', '')
  form.set('admissionConditions', '')
  form.set('venueName', '')
  const parts = new Response(form)
  const answer = await server.fastify.inject({
    method: 'PUT',
    url: `/api/v1/event/${event.id}`,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': parts.headers.get('content-type') ?? '' },
    payload: Buffer.from(await parts.arrayBuffer()),
  })
  expect(answer.json()).toMatchObject({
    capacity: null,
    admissionConditions: null,
    Location: { name: '' },
    name: 'Fiesta Lunar',
    isPrivate: false,
  })
  // What cannot be empty is not emptied.
  for (const change of [{ name: '' }, { isPrivate: null }, { orderLimit: null }]) {
    expect(await server.refusal(update(event, change))).toBe('invalid_input')
  }
})

test('a date that is said alone keeps its hours, and goes with them', async () => {
  const event = await make()
  expect(await update(event, { dateEvent: '2030-12-01' })).toMatchObject({ startTime: '23:30', endTime: '06:00' })
  expect(await update(event, { endTime: null })).toMatchObject({ dateEvent: '2030-12-01', endTime: null })
  expect(await update(event, { dateEvent: null })).toMatchObject({ startDate: null, endDate: null })
  expect(await server.refusal(update(event, { startTime: '21:00' }))).toBe('invalid_input')
})

test('R7.7: who bears the fee moves what lists say and sort by', async () => {
  const event = await make([general, { ...general, name: 'Anticipada', price: 12_000 }])
  const sortedBy = async () => {
    const row = await server.app.db
      .selectFrom('events')
      .select('price_from_cents as cents')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow()
    return row.cents
  }
  expect([event.priceFrom, event.priceTo, await sortedBy()]).toEqual([13_200, 19_800, 1_320_000])
  const absorbed = await update(event, { absorbsServiceFee: true })
  expect([absorbed.priceFrom, absorbed.priceTo, await sortedBy()]).toEqual([12_000, 18_000, 1_200_000])
})

test.each(['success', 'cancelled'])('a %s event is not changed any more', async (state) => {
  const event = await make()
  await setState(event, state)
  expect(await server.refusal(update(event, {}))).toBe('event_state')
  expect(await server.refusal(setTypes(event, []))).toBe('event_state')
})

test('a published event keeps a date, and a new one is ahead', async () => {
  const event = await make()
  await setState(event, 'active')
  for (const change of [{ dateEvent: null, startTime: null, endTime: null }, { dateEvent: '2020-11-28' }]) {
    await expect(update(event, change)).rejects.toMatchObject({
      status: 400,
      body: { details: [expect.objectContaining({ path: ['dateEvent'] })] },
    })
  }
  expect(await update(event, { dateEvent: '2030-12-01' })).toMatchObject({ dateEvent: '2030-12-01' })
})

test('an event that has begun may still be edited when its date stays', async () => {
  const event = await server.given.event({ company, startsInHours: -1 })
  const { dateEvent, startTime, endTime } = await server.call(
    getManagedEvent,
    { params: { id: event.id } },
    { as: owner },
  )
  expect(await update(event, { dateEvent, startTime, endTime, description: 'Ya arrancó' })).toMatchObject({
    description: 'Ya arrancó',
  })
})

test('a changed date or place is remembered once a ticket is held', async () => {
  const changesOf = (event: { id: string }) =>
    server.app.db
      .selectFrom('event_changes')
      .select(['before', 'after', 'changed_by'])
      .select(sql<number>`round(extract(epoch from refundable_until - changed_at) / 86400)`.as('days'))
      .where('event_id', '=', event.id)
      .execute()
  const event = await make()
  await update(event, { dateEvent: '2030-11-29' })
  expect(await changesOf(event)).toEqual([])
  await setStock(typeId(event, 0), { sold: 1 })
  await update(event, { dateEvent: '2030-11-29', description: 'Nuevo texto', endTime: '05:00' })
  expect(await changesOf(event)).toEqual([])
  await update(event, { dateEvent: '2030-12-05', city: 'Funes' })
  const [change, ...more] = await changesOf(event)
  expect(more).toEqual([])
  expect(change).toMatchObject({
    before: { city: 'Rosario', startsAt: '2030-11-30T02:30:00.000Z' },
    after: { city: 'Funes', startsAt: '2030-12-06T02:30:00.000Z' },
    changed_by: owner.id,
  })
  expect(Number(change?.days)).toBe(10)
})

test('the event’s capacity does not go below what is taken', async () => {
  const event = await make()
  await server.app.db.updateTable('event_stock').set({ taken: 30 }).where('event_id', '=', event.id).execute()
  expect(await server.refusal(update(event, { capacity: 29, name: 'No se guarda' }))).toBe('capacity_below_sold')
  expect(await update(event, { capacity: 30 })).toMatchObject({ capacity: 30, name: 'Fiesta Lunar' })
})

test('types are changed, removed, added and put in order', async () => {
  const event = await make([general, { name: 'VIP', price: 30_000, capacity: 10 }])
  const [first, second] = [typeId(event, 0), typeId(event, 1)]
  const changed = await setTypes(
    event,
    [
      { name: 'Anticipada', price: 12_000, capacity: 40 },
      { id: second, price: 35_000, capacity: 12, description: 'Con barra' },
    ],
    { removed: [first] },
  )
  expect(changed.ticketTypes).toMatchObject([
    { name: 'Anticipada', position: 0, capacity: 40 },
    { id: second, position: 1, price: 35_000, capacity: 12, description: 'Con barra' },
  ])
  const rows = await server.app.db
    .selectFrom('ticket_types')
    .select(['id', 'position', 'removed_at'])
    .where('event_id', '=', event.id)
    .orderBy('position')
    .execute()
  // The number inside codes stays, also that of the removed type.
  expect(rows).toMatchObject([{ id: first, position: 0 }, { id: second, position: 1 }, { position: 2 }])
  expect(rows[0]?.removed_at).not.toBeNull()
  expect(await server.refusal(setTypes(event, [{ id: first, ...general }]))).toBe('ticket_type_not_found')
})

test('what has sales or holds is neither removed nor made smaller than they are', async () => {
  const event = await make([general])
  const id = typeId(event, 0)
  await setStock(id, { sold: 30, held: 5 })
  expect(await server.refusal(setTypes(event, [], { removed: [id] }))).toBe('ticket_type_in_use')
  expect(await server.refusal(setTypes(event, [{ id, ...general, capacity: 34 }]))).toBe('capacity_below_sold')
  const changed = await setTypes(event, [{ id, ...general, capacity: 35, visibility: 'hidden' }])
  expect(changed).toMatchObject({
    hasSales: true,
    ticketTypes: [{ capacity: 35, sold: 30, held: 5, visibility: 'hidden' }],
  })
})

test('a refused list changes nothing', async () => {
  const event = await make([general, { name: 'VIP', price: 30_000, capacity: 10 }])
  await setStock(typeId(event, 1), { sold: 1 })
  const wanted = [{ id: typeId(event, 0), name: 'Otro nombre', price: 1, capacity: 1 }]
  expect(await server.refusal(setTypes(event, wanted, { removed: [typeId(event, 1)] }))).toBe('ticket_type_in_use')
  const after = await server.call(getManagedEvent, { params: { id: event.id } }, { as: owner })
  expect(after.ticketTypes).toEqual(
    (await server.call(getManagedEvent, { params: { id: event.id } }, { as: owner })).ticketTypes,
  )
  expect(after.ticketTypes.map(({ name, capacity }) => [name, capacity])).toEqual([
    ['General', 100],
    ['VIP', 10],
  ])
})

test('types of another event are unknown here', async () => {
  const [mine, other] = [await make(), await make()]
  expect(await server.refusal(setTypes(mine, [{ id: typeId(other, 0), ...general }]))).toBe('ticket_type_not_found')
})

test('a paid type does not enter an event on sale without an account to collect with', async () => {
  const poor = await server.given.company({ collectorId: null })
  const member = await server.given.user({ memberOf: poor })
  const event = await server.given.event({ company: poor })
  const set = (price: number) =>
    server.call(
      updateEventTickets,
      { params: { id: event.id }, body: { ticketTypes: [{ name: 'General', price, capacity: 5 }] } },
      { as: member },
    )
  expect(await server.refusal(set(1))).toBe('payment_account_missing')
  expect(await set(0)).toMatchObject({ canSellPaid: false, ticketTypes: [{ price: 0 }] })
})

test('threat 37: a type that is named keeps what is left out, one that is not named stays, one without a name is no type', async () => {
  const event = await make([
    {
      ...general,
      description: 'Con guardarropa',
      visibility: 'hidden',
      perPersonLimit: 4,
      validUntil: '2030-11-29T02:00:00-03:00',
    },
    { name: 'VIP', price: 30_000, capacity: 10 },
  ])
  const [first, second] = event.ticketTypes
  const changed = await setTypes(event, [{ id: first?.id, price: 20_000 }])
  expect(changed.ticketTypes).toEqual([{ ...first, price: 20_000, fee: 2000 }, second])
  expect((await setTypes(event, [])).ticketTypes).toEqual(changed.ticketTypes)
  expect((await setTypes(event, [{ id: first?.id, description: null }])).ticketTypes[0]?.description).toBeNull()
  for (const lacking of [
    { price: 1, capacity: 1 },
    { name: 'Nueva', capacity: 1 },
    { name: 'Nueva', price: 1 },
  ]) {
    const field = ['name', 'price', 'capacity'].find((each) => !(each in lacking))
    await expect(setTypes(event, [lacking])).rejects.toMatchObject({
      status: 400,
      body: { details: [expect.objectContaining({ path: ['ticketTypes', 0, field] })] },
    })
  }
  // Half of a window is judged with the stored half.
  await setTypes(event, [{ id: second?.id, saleEndsAt: '2030-11-01T00:00:00Z' }])
  expect(await server.refusal(setTypes(event, [{ id: second?.id, saleStartsAt: '2030-11-02T00:00:00Z' }]))).toBe(
    'invalid_input',
  )
})

test('edits at once lose nothing of one another', async () => {
  const event = await make([general])
  const lists = Array.from({ length: 6 }, (_, place) => [
    { id: typeId(event, 0), name: `Edición ${place}` },
    { name: `Nuevo ${place}`, price: 1000, capacity: 5 },
  ])
  await Promise.all(lists.map((list) => setTypes(event, list)))
  const { ticketTypes } = await server.call(getManagedEvent, { params: { id: event.id } }, { as: owner })
  expect(ticketTypes.map(({ name }) => name).sort()).toEqual([
    expect.stringContaining('Edición'),
    ...lists.map((_, place) => `Nuevo ${place}`),
  ])
})

test('a refused call leaves no flyer behind, and one that is done keeps it', async () => {
  const event = await make()
  const pictures = () => server.app.db.selectFrom('images').select('id').execute()
  const before = await pictures()
  const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#8a2be2' } })
    .png()
    .toBuffer()
  const files = { flyer: new Blob([new Uint8Array(bytes)]) }
  const change = (body: object) => server.call(updateEvent, { params: { id: event.id }, body, files }, { as: owner })
  expect(await server.refusal(change({ version: event.version + 1 }))).toBe('event_changed')
  expect(await pictures()).toEqual(before)
  const body = { ...fields, ticketTypes: [general] }
  const create = (name: string, files: { flyer?: Blob }) =>
    server.call(createEvent, { body: { ...body, name }, files }, { as: owner, idempotencyKey: 'crear-una-sola' })
  await create('Una', {})
  expect(await server.refusal(create('Otra', files))).toBe('idempotency_mismatch')
  expect(await pictures()).toEqual(before)
  await change({ version: event.version })
  expect(await pictures()).toHaveLength(before.length + 1)
  // Shown by now: a refusal removes it for no viewer.
  expect(await server.refusal(change({ version: event.version }))).toBe('event_changed')
  expect(await pictures()).toHaveLength(before.length + 1)
})

test('a change made on an older version is refused and changes nothing, in fields and types alike', async () => {
  const event = await make([general])
  expect(event.version).toBe(1)
  const renamed = await update(event, { name: 'La de Ana', version: 1 })
  expect(renamed.version).toBe(2)
  const late = { id: typeId(event, 0), ...general, price: 1 }
  expect(await server.refusal(update(event, { name: 'La de Beto', version: 1 }))).toBe('event_changed')
  expect(await server.refusal(setTypes(event, [late], { version: 1 }))).toBe('event_changed')
  const kept = await server.call(getManagedEvent, { params: { id: event.id } }, { as: owner })
  expect(kept).toMatchObject({ name: 'La de Ana', version: 2, ticketTypes: [{ price: 18_000 }] })
  expect((await setTypes(event, [late], { version: 2 })).version).toBe(3)
  expect(await server.refusal(update(event, { name: 'La de Beto', version: 2 }))).toBe('event_changed')
  // A refused save is no save, and a caller that names no version has the last word.
  expect(await server.refusal(setTypes(event, [{ ...late, id: undefined, saleStartsAt: 'x' }], { version: 3 }))).toBe(
    'invalid_input',
  )
  expect((await update(event, { name: 'Sin versión' })).version).toBe(4)
})

test('of many saves of one version at once, one holds', async () => {
  const event = await make([general])
  const saves = await Promise.allSettled(
    Array.from({ length: 8 }, (_, place) =>
      place % 2 === 0
        ? update(event, { name: `Edición ${place}`, version: 1 })
        : setTypes(event, [{ id: typeId(event, 0), ...general, name: `Edición ${place}` }], { version: 1 }),
    ),
  )
  expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { version } = await server.call(getManagedEvent, { params: { id: event.id } }, { as: owner })
  expect(version).toBe(2)
})
