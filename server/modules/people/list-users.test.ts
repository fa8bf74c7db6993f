import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallInput } from '#contract/api/endpoint.ts'
import { getEventUsers } from '#contract/events/events-team.ts'
import { getUsersDashboard, searchUsers } from '#contract/accounts/people.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { toInstant } from '#server/shared/clock.ts'
import { newId } from '#server/shared/ids.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { quickest } from '#server/testing/timing.ts'

let server: TestApp
let owner: GivenUser
let manager: GivenUser
let admin: GivenUser
let promoter: GivenUser
let buyer: GivenUser
let stranger: GivenUser
let own: { id: string }
let second: { id: string }
let foreign: { id: string }

beforeAll(async () => {
  server = await createTestApp()
  const company = await server.given.company()
  own = await server.given.event({ company, name: 'Noche propia' })
  second = await server.given.event({ company, name: 'Segunda noche' })
  foreign = await server.given.event({ name: 'Noche ajena' })
  owner = await server.given.user({ memberOf: company, name: 'Valeria Ríos' })
  manager = await server.given.user({ memberOf: company, companyRole: 'manager', name: 'Marta Sosa' })
  admin = await server.given.user({ isAdmin: true, name: 'Paula Giménez' })
  promoter = await server.given.user({ staffOf: own, staffKind: 'RRPP', name: 'Lautaro Paz' })
  await server.given.user({ staffOf: own, name: 'Nahuel Ibarra', state: 'pending' })
  buyer = await server.given.user({ name: 'Ángela Muñoz', phone: '+5493415551234', mail: 'angela@previa.example' })
  await server.given.ticket({ type: await server.given.ticketType({ event: own }), holder: buyer })
  await server.given.ticket({ type: await server.given.ticketType({ event: second }), holder: buyer })
  await server.app.db
    .insertInto('orders')
    .values({
      id: newId(),
      public_id: newId(),
      event_id: own.id,
      company_id: company.id,
      buyer_id: buyer.id,
      state: 'paid',
      subtotal_cents: 1_800_000,
      fee_cents: 0,
      total_cents: 1_800_000,
      paid_cents: 1_800_000,
      tickets_count: 1,
      paid_at: sql`app_now()`,
    })
    .execute()
  // The buyer works for another company too: this organizer must not see that.
  await server.app.db
    .insertInto('event_staff')
    .values({ event_id: foreign.id, user_id: buyer.id, kind: 'RRPP' })
    .execute()
  stranger = await server.given.user({ name: 'Canario Secreto', staffOf: foreign })
})
afterAll(() => server.close())

type Query = CallInput<typeof getUsersDashboard>['query']
const list = (as: GivenUser, query: Query = {}) => server.call(getUsersDashboard, { query }, { as })
const names = async (as: GivenUser, query?: Query) => (await list(as, query)).users.map(({ name }) => name)

test('an organizer sees the staff and buyers of own events, and no other person', async () => {
  expect(await names(owner)).toEqual(['Ángela Muñoz', 'Lautaro P.', 'Nahuel I.'])
  expect((await list(owner)).pagination).toEqual({ page: 1, limit: 20, totalPages: 1, total: 3, totalUsers: 3 })
})

test('instants are spelled as everywhere, for every caller', async () => {
  for (const as of [owner, admin]) {
    for (const { since } of (await list(as)).users) expect(since).toBe(toInstant(since))
  }
})

test('roles and events are those of the company alone', async () => {
  const { users } = await list(owner)
  const seen = Object.fromEntries(users.map((each) => [each.name, each]))
  expect(seen['Ángela Muñoz']).toMatchObject({ role: 'CLIENT', roles: ['CLIENT'], assignments: [], tickets: 2 })
  expect(seen['Lautaro P.']).toMatchObject({ role: 'RRPP', roles: ['RRPP', 'CLIENT'], status: true, tickets: 0 })
  expect(seen['Nahuel I.']).toMatchObject({
    state: 'pending',
    status: false,
    assignments: [{ eventId: own.id, eventName: 'Noche propia', kind: 'SCANNER', canScan: true }],
  })
})

test("contacts are whole for the owner's own buyers and masked for everybody else", async () => {
  const contacts = async (as: GivenUser) =>
    Object.fromEntries((await list(as)).users.map(({ name, phone, mail }) => [name, [phone, mail]]))
  const masked = ['+54 9 341 ****-1234', 'a***@previa.example']
  expect(await contacts(owner)).toMatchObject({
    'Ángela Muñoz': ['+5493415551234', 'angela@previa.example'],
    'Lautaro P.': [expect.stringContaining('****'), expect.stringContaining('***@')],
  })
  expect((await contacts(manager))['Ángela Muñoz']).toEqual(masked)
  expect((await list(admin, { username: 'angela' })).users[0]).toMatchObject({ phone: '+5493415551234' })
})

test.each<[string, Query, string[]]>([
  ['a name without its accents', { username: 'ANGELA muno' }, ['Ángela Muñoz']],
  ['a whole phone, however it is written', { username: '0341 15 555-1234' }, ['Ángela Muñoz']],
  ['a part of a phone', { username: '5551234' }, []],
  ['a wildcard', { username: '%' }, []],
  ['staff', { group: 'staff' }, ['Lautaro P.', 'Nahuel I.']],
  ['buyers', { group: 'buyers' }, ['Ángela Muñoz']],
  ['a role', { roleId: 'SCANNER' }, ['Nahuel I.']],
  ['a role that the person has elsewhere', { roleId: 'RRPP' }, ['Lautaro P.']],
  ['inactive accounts', { status: false }, ['Nahuel I.']],
  ['another day', { date: '2020-01-01' }, []],
  ['the other order', { order: 'desc' }, ['Nahuel I.', 'Lautaro P.', 'Ángela Muñoz']],
  ['the second page of two', { page: 2, limit: 2 }, ['Nahuel I.']],
])('the list by %s', async (_what, query, expected) => {
  expect(await names(owner, query)).toEqual(expected)
})

test('by event; an event of another company is empty like one that does not exist', async () => {
  expect(await names(owner, { eventId: second.id })).toEqual(['Ángela Muñoz'])
  expect(await names(owner, { eventId: foreign.id })).toEqual([])
  expect(await names(owner, { eventId: owner.id })).toEqual([])
  expect(await names(admin, { eventId: foreign.id })).toEqual(['Ángela Muñoz', 'Canario Secreto'])
})

test('a mail is found in both spellings of its domain', async () => {
  await server.given.user({ name: 'Peñera', mail: 'hola@xn--pea-8ma.com.ar' })
  for (const username of ['hola@peña.com.ar', 'HOLA@Peña.com.ar', 'hola@xn--pea-8ma.com.ar'])
    expect(await names(admin, { username })).toEqual(['Peñera'])
})

test("no filter, search, order or page shows another company's person", async () => {
  const queries: Query[] = [
    {},
    { username: 'canario' },
    { username: stranger.phone },
    { username: stranger.mail },
    { eventId: foreign.id },
    { group: 'staff', roleId: 'SCANNER' },
    { sort: 'since', order: 'desc', limit: 100 },
    { status: true },
  ]
  for (const query of queries) {
    const text = JSON.stringify(await list(owner, query))
    expect(text).not.toContain('Canario')
    expect(text).not.toContain('Noche ajena')
  }
})

test('administrators see everybody, with every role', async () => {
  const { users, pagination } = await list(admin, { limit: 100 })
  expect(pagination.totalUsers).toBe(users.length)
  const seen = Object.fromEntries(users.map((each) => [each.name, each.roles]))
  expect(seen).toMatchObject({
    'Valeria Ríos': ['ORGANIZATOR', 'CLIENT'],
    'Paula Giménez': ['admin', 'CLIENT'],
    'Ángela Muñoz': ['RRPP', 'CLIENT'],
    'Canario Secreto': ['SCANNER', 'CLIENT'],
  })
  expect(await names(admin, { roleId: 'ORGANIZATOR' })).toEqual(['Marta Sosa', 'Valeria Ríos'])
  expect(await names(admin, { roleId: 'admin' })).toEqual(['Paula Giménez'])
})

test('a search is among own people, masked, from three letters on', async () => {
  const search = (as: GivenUser, query: string) => server.call(searchUsers, { query: { query } }, { as })
  expect((await search(owner, 'muñoz')).users).toMatchObject([{ name: 'Ángela Muñoz', phone: '+54 9 341 ****-1234' }])
  // By half the name, for promoters (rule R12.11).
  expect((await search(promoter, 'angela m')).users).toMatchObject([{ name: 'Ángela M.', urlProfileImgId: null }])
  expect((await search(promoter, 'munoz')).users).toEqual([])
  expect((await search(owner, 'canario')).users).toEqual([])
  expect((await search(promoter, stranger.phone)).users).toEqual([])
  expect((await search(admin, 'canario')).users).toMatchObject([{ phone: stranger.phone }])
  expect(await server.refusal(search(owner, 'mu'))).toBe('invalid_input')
})

test('a person searches at most sixty times an hour', async () => {
  const curious = await server.given.user({ staffOf: own, staffKind: 'RRPP' })
  const search = () => server.call(searchUsers, { query: { query: 'nadie' } }, { as: curious })
  for (let times = 0; times < 60; times += 1) await search()
  await expect(search()).rejects.toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) })
})

test('a list of a large night is one statement that answers in time', async () => {
  const company = await server.given.company()
  const night = await server.given.event({ company })
  const boss = await server.given.user({ memberOf: company })
  const seed = await server.given.ticket({ type: await server.given.ticketType({ event: night }) })
  await sql`insert into users (id, name) select gen_random_uuid(), 'Asistente ' || n from generate_series(1, 4000) n`.execute(
    server.app.db,
  )
  await sql`insert into tickets (id, event_id, type_id, number, kind, state, payer_id, holder_id, price_cents, fee_cents, key_id, code_hash)
    select gen_random_uuid(), t.event_id, t.type_id,
           translate(lpad(upper(to_hex(row_number() over ())), 8, '0'), 'ILOU', '1100'), 'paid', 'valid', u.id, u.id, 0, 0, t.key_id, ''
      from tickets t, users u where t.id = ${seed.id} and u.name like 'Asistente %' on conflict do nothing`.execute(
    server.app.db,
  )
  const look = () => list(boss, { username: 'asistente', sort: 'since', limit: 100 })
  const { pagination, users } = await look()
  expect(pagination.totalUsers).toBe(4000)
  expect(users).toHaveLength(100)
  expect(await quickest(5, look)).toBeLessThan(1500)
})

test('the mail of a person who was only given a ticket, by a known phone, stays hidden', async () => {
  const known = await server.given.user({ name: 'Zoe Recibe', phone: '+5493415559876', mail: 'zoe@previa.example' })
  const company = await server.given.company()
  const event = await server.given.event({ company, startsInHours: 3 })
  const [boss, giver] = [await server.given.user({ memberOf: company }), await server.given.user()]
  const ticket = await server.given.ticket({ type: await server.given.ticketType({ event }), holder: giver })
  const body = { name: 'Quién Será', phone: known.phone, mail: 'quien@previa.example' }
  await server.call(transferTicket, { params: { id: ticket.id }, body }, { as: giver })
  const { users } = await list(boss, { eventId: event.id })
  expect(users.find(({ id }) => id === known.id)).toMatchObject({ mail: 'z***@previa.example', tickets: 1 })
})

test.each([
  ['paid', 1_000, 'ana@previa.example'],
  ['in_dispute', 1_000, 'ana@previa.example'],
  ['expired', 0, 'a***@previa.example'],
  ['paid', 0, 'a***@previa.example'],
])(
  'who paid is the own buyer of the owner, also with the ticket of another purchase alone: %s, %d',
  async (state, paid, mail) => {
    const company = await server.given.company()
    const event = await server.given.event({ company, startsInHours: 3 })
    const [boss, other] = [await server.given.user({ memberOf: company }), await server.given.user()]
    const person = await server.given.user({ name: 'Ana Compra', mail: 'ana@previa.example', proved: [] })
    const ticket = await server.given.ticket({ type: await server.given.ticketType({ event }), holder: person })
    await server.app.db.updateTable('tickets').set({ payer_id: other.id }).where('id', '=', ticket.id).execute()
    await server.app.db
      .insertInto('orders')
      .values({
        id: newId(),
        public_id: newId(),
        event_id: event.id,
        company_id: company.id,
        buyer_id: person.id,
        state,
        subtotal_cents: 1_000,
        fee_cents: 0,
        total_cents: 1_000,
        paid_cents: paid,
        tickets_count: 1,
        idempotency_key: state,
      })
      .execute()
    const { users } = await list(boss, { eventId: event.id })
    expect(users.find(({ id }) => id === person.id)).toMatchObject({ mail })
  },
)

test('threat 4: neither the order of a list nor its filter reveals what is hidden', async () => {
  const company = await server.given.company()
  const event = await server.given.event({ company })
  const boss = await server.given.user({ memberOf: company })
  const person = (name: string, given: string | null = null) =>
    server.given.user({ name, staffOf: event, staffKind: 'RRPP' }).then(async ({ id }) => {
      if (given === null) return
      await server.app.db.updateTable('event_staff').set({ given_name: given }).where('user_id', '=', id).execute()
    })
  // Of each but the first letters of the surname is hidden: by it they would stand the other way round.
  await person('Bruno Zeta')
  await person('Bruno Zabala')
  const { users } = await list(boss, { sort: 'name' })
  expect(users.map(({ name }) => name)).toEqual(['Bruno Z.', 'Bruno Z.'])
  expect(users.map(({ id }) => id)).toEqual(users.map(({ id }) => id).toSorted())
  const [someone] = users
  const guess = (digits: number) =>
    list(boss, { userId: someone?.id, username: `+549341${500 + digits}0102`, limit: 1 })
  let answered = 0
  const refusals: unknown[] = []
  for (let digits = 0; digits < 70; digits += 1) {
    await guess(digits).then(
      () => (answered += 1),
      (error: { status?: number }) => refusals.push(error.status),
    )
  }
  expect(answered).toBe(60)
  expect(new Set(refusals)).toEqual(new Set([429]))
  // Names are looked for as ever.
  expect(await names(boss, { username: 'bruno' })).toHaveLength(2)
})

test('threat 4: a phone does not turn into a face', async () => {
  const company = await server.given.company()
  const event = await server.given.event({ company })
  const boss = await server.given.user({ memberOf: company })
  const member = await server.given.user({ name: 'Nina Tapada', staffOf: event, staffKind: 'RRPP' })
  const face = 'f'.repeat(64)
  await server.app.db.insertInto('images').values({ id: face, width: 1, height: 1 }).execute()
  await server.app.db.updateTable('users').set({ profile_image_id: face }).where('id', '=', member.id).execute()
  expect((await list(boss)).users.find(({ id }) => id === member.id)?.urlProfileImgId).toBeNull()
  const { users } = await server.call(searchUsers, { query: { query: 'nina' } }, { as: boss })
  expect(users.map(({ urlProfileImgId }) => urlProfileImgId)).toEqual([null])
  const team = await server.call(getEventUsers, { params: { id: event.id } }, { as: boss })
  expect(team.users.map(({ urlProfileImgId }) => urlProfileImgId)).toEqual([null])
  expect((await list(admin, { username: 'nina tapada' })).users[0]?.urlProfileImgId).toBe(face)
})
