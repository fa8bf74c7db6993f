/** What the people of an event read and decide about its promoters. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  copyEventPromoters,
  getPromo,
  listEventPromoters,
  savePromo,
  updateEventPromoter,
  updateEventPromoters,
  type PromoChange,
} from '#contract/promoters/promoter-desk-promoters.ts'
import { addEventStaff, removeEventStaff } from '#contract/events/events-team.ts'
import { updateEvent } from '#contract/events/events-managed.ts'
import { addDays, addHours, toLocalDate } from '#contract/values/dates.ts'
import { runChecks } from '#server/db/check-invariants.ts'
import { wholeInvariants } from '#server/db/invariants.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import { promoters } from '#server/modules/promoters/module.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

let company: { id: string }
let owner: GivenUser
let event: { id: string }
let type: { id: string }
beforeEach(async () => {
  company = await server.given.company()
  owner = await server.given.user({ memberOf: company })
  event = await server.given.event({ company, state: 'active', startsInHours: 100 })
  type = await server.given.ticketType({ event, name: 'General' })
})

const promoterNamed = (name: string, at = event) => server.given.user({ name, staffOf: at, staffKind: 'RRPP' })
const list = async (query: object = {}, as = owner) =>
  server.call(listEventPromoters, { params: { id: event.id }, query }, { as })
const names = async (query: object = {}, as = owner) => (await list(query, as)).promoters.map(({ name }) => name)
const change = ({ id: rrppId }: { id: string }, body: PromoChange, as = owner) =>
  server.call(updateEventPromoter, { params: { id: event.id, rrppId }, body }, { as })
const lineOf = async ({ id }: { id: string }, as = owner) =>
  (await list({}, as)).promoters.find((each) => each.id === id)
const termsOf = async ({ id }: { id: string }) =>
  (
    await sql<{ bps: number | null; fixed: number | null; on: string }>`
      select c.basis_points as bps, c.fixed_cents as fixed, c.earned_on as on
        from commission_terms c join promos p on p.id = c.promo_id where p.promoter_id = ${id} order by c.since`.execute(
      server.app.db,
    )
  ).rows

const NOTHING = {
  remainingUses: 0,
  maxUses: 0,
  isActive: true,
  allowedTypes: null,
  closesAt: null,
  isListClosed: false,
  canSellInPerson: false,
  debtLimitCents: null,
  commission: null,
}

test('a person who joins as a promoter has a code and no grant; taken off and back again, the part that they had', async () => {
  const person = await server.given.user({ name: 'Ramiro Oculto' })
  const add = { params: { id: event.id }, body: { kind: 'RRPP' as const, userId: person.id } }
  await server.call(addEventStaff, add, { as: owner })
  const first = await lineOf(person)
  expect(first).toMatchObject({
    name: 'Ramiro O.',
    state: 'active',
    code: expect.stringMatching(/^[2-9A-Z]{7}$/) as string,
    promo: NOTHING,
    usedCourtesies: 0,
    sales: 0,
    tickets: 0,
    arrived: 0,
    commissionCents: 0,
    cashInHandCents: 0,
  })
  expect(JSON.stringify(first)).not.toContain(person.phone)
  await change(person, { maxUses: 12 })
  const off = { params: { id: event.id, userId: person.id }, query: {} }
  await server.call(removeEventStaff, off, { as: owner })
  expect(await lineOf(person)).toBeUndefined()
  expect(await server.refusal(change(person, { maxUses: 1 }))).toBe('person_not_found')
  await server.call(addEventStaff, add, { as: owner })
  expect(await lineOf(person)).toMatchObject({ code: first?.code, promo: { maxUses: 12 } })
})

test('what is left out keeps its value, null clears, and the same again writes nothing', async () => {
  const lola = await promoterNamed('Lola Ríos')
  const closesAt = addHours(server.clock.now(), 90)
  const whole: PromoChange = {
    isActive: false,
    maxUses: 30,
    allowedTypeIds: [type.id, type.id],
    closesAt,
    canSellInPerson: true,
    debtLimitCents: 5_000_00,
    commission: { percent: 12.5, earnedOn: 'arrival' },
  }
  const promo = {
    remainingUses: 30,
    maxUses: 30,
    isActive: false,
    allowedTypes: [{ id: type.id, name: 'General' }],
    closesAt,
    isListClosed: false,
    canSellInPerson: true,
    debtLimitCents: 5_000_00,
    commission: { percent: 12.5, fixedCents: null, earnedOn: 'arrival' },
  }
  expect((await change(lola, whole)).promo).toEqual(promo)
  const audits = () => sql`select 1 from audit_rows where action = 'promoter.update'`.execute(server.app.db)
  const before = (await audits()).rows.length
  expect((await change(lola, whole)).promo).toEqual(promo)
  expect((await change(lola, {})).promo).toEqual(promo)
  expect((await audits()).rows).toHaveLength(before)
  expect((await change(lola, { isActive: true })).promo).toEqual({ ...promo, isActive: true })
  const cleared = { allowedTypeIds: null, closesAt: null, debtLimitCents: null, commission: null }
  const { promo: left } = await change(lola, cleared)
  expect(left).toEqual({ ...NOTHING, remainingUses: 30, maxUses: 30, canSellInPerson: true })
})

test('terms are added and never changed; the same terms add nothing', async () => {
  const lola = await promoterNamed('Lola Ríos')
  await change(lola, { commission: null })
  await change(lola, { commission: { percent: 10, earnedOn: 'sale' } })
  await change(lola, { commission: { percent: 10, fixedCents: null, earnedOn: 'sale' } })
  await change(lola, { commission: { fixedCents: 50_000, earnedOn: 'arrival' } })
  const { promo } = await change(lola, { commission: null })
  expect(promo.commission).toBeNull()
  expect(await termsOf(lola)).toEqual([
    { bps: 1000, fixed: null, on: 'sale' },
    { bps: null, fixed: 50_000, on: 'arrival' },
    { bps: null, fixed: null, on: 'sale' },
  ])
})

test('an amount above the price of a type that they may sell is refused, also when the types change to it', async () => {
  const lola = await promoterNamed('Lola Ríos')
  const cheap = await server.given.ticketType({ event, name: 'Anticipada', priceCents: 300_000 })
  await server.given.ticketType({ event, name: 'Lista', priceCents: 0 })
  const commission = { fixedCents: 500_000, earnedOn: 'sale' } as const
  await expect(change(lola, { commission })).rejects.toMatchObject({
    status: 422,
    body: { code: 'commission_above_price', message: 'La comisión fija supera el precio de Anticipada ($3.000)' },
  })
  expect(await termsOf(lola)).toEqual([])
  await change(lola, { commission, allowedTypeIds: [type.id] })
  expect(await server.refusal(change(lola, { allowedTypeIds: [cheap.id] }))).toBe('commission_above_price')
  await change(lola, { commission: { ...commission, fixedCents: 300_000 }, allowedTypeIds: null })
})

test.each([
  [{ percent: 10, fixedCents: 100, earnedOn: 'sale' }],
  [{ earnedOn: 'sale' }],
  [{ percent: 0, earnedOn: 'sale' }],
  [{ percent: 100.01, earnedOn: 'sale' }],
  [{ percent: 1.005, earnedOn: 'sale' }],
  [{ fixedCents: 150, earnedOn: 'sale' }],
  [{ percent: 10 }],
])('commission %o is refused', async (commission) => {
  const lola = await promoterNamed('Lola Ríos')
  expect(await server.refusal(change(lola, { commission: commission as never }))).toBe('invalid_input')
})

test('two editors at once: of different fields both stay, of one field one of the values', async () => {
  const lola = await promoterNamed('Lola Ríos')
  const partner = await server.given.user({ memberOf: company })
  for (let round = 0; round < 8; round += 1) {
    await Promise.all([
      change(lola, { maxUses: round + 1, commission: { percent: round + 1, earnedOn: 'sale' } }),
      change(lola, { canSellInPerson: round % 2 === 0, commission: { percent: 50, earnedOn: 'sale' } }, partner),
    ])
    const { promo } = (await lineOf(lola)) ?? {}
    expect(promo).toMatchObject({ maxUses: round + 1, canSellInPerson: round % 2 === 0 })
    // Whoever got the event last has the newest terms, whenever their transaction began.
    const last = (await termsOf(lola)).at(-1)?.bps
    expect([(round + 1) * 100, 5000]).toContain(last)
    expect(promo?.commission?.percent).toBe((last ?? 0) / 100)
  }
})

test('types of another event, people of another team and an event that is over are refused', async () => {
  const lola = await promoterNamed('Lola Ríos')
  const other = await server.given.event({ company })
  const foreignType = await server.given.ticketType({ event: other })
  expect(await server.refusal(change(lola, { allowedTypeIds: [type.id, foreignType.id] }))).toBe(
    'ticket_type_not_found',
  )
  const scanner = await server.given.user({ staffOf: event, staffKind: 'SCANNER' })
  expect(await server.refusal(change(scanner, { maxUses: 1 }))).toBe('person_not_found')
  expect(await server.refusal(change(await promoterNamed('Otra', other), { maxUses: 1 }))).toBe('person_not_found')
  const finance = await server.given.user({ memberOf: company, companyRole: 'finance' })
  expect(await server.refusal(change(lola, { maxUses: 1 }, finance))).toBe('company_role_not_allowed')
  expect(await server.refusal(change(lola, { maxUses: 1 }, lola))).toBe('forbidden')
  await sql`update events set state = 'cancelled' where id = ${event.id}`.execute(server.app.db)
  expect(await server.refusal(change(lola, { maxUses: 1 }))).toBe('event_state')
})

test('several are changed at once, all of them or none', async () => {
  const [lola, beto] = [await promoterNamed('Lola Ríos'), await promoterNamed('Beto Paz')]
  const all = (promoterIds: string[], body: PromoChange) =>
    server.call(updateEventPromoters, { params: { id: event.id }, body: { promoterIds, ...body } }, { as: owner })
  await change(lola, { maxUses: 3 })
  const { promoters: changed } = await all([lola.id, beto.id, lola.id], {
    commission: { percent: 5, earnedOn: 'sale' },
  })
  expect(Object.fromEntries(changed.map(({ id, promo }) => [id, [promo.maxUses, promo.commission?.percent]]))).toEqual({
    [lola.id]: [3, 5],
    [beto.id]: [0, 5],
  })
  const stranger = await server.given.user()
  expect(await server.refusal(all([lola.id, stranger.id], { maxUses: 99 }))).toBe('person_not_found')
  expect(await lineOf(lola)).toMatchObject({ promo: { maxUses: 3 } })
  expect(await server.refusal(all([], { maxUses: 99 }))).toBe('invalid_input')
})

test('the list is sorted and searched by the names that it shows; a promoter reads their own line', async () => {
  const zoe = await promoterNamed('Zoe Álvarez')
  const beto = await promoterNamed('Beto Secreto')
  await sql`update event_staff set given_name = 'Ámbar de prensa' where user_id = ${zoe.id}`.execute(server.app.db)
  await ensurePromo(server.app, event.id, zoe.id)
  expect(await names()).toEqual(['Ámbar de prensa', 'Beto S.'])
  expect(await names({ order: 'desc', limit: 1 })).toEqual(['Beto S.'])
  expect(await names({ search: 'ambar' })).toEqual(['Ámbar de prensa'])
  expect(await names({ search: 'alvarez' })).toEqual([])
  expect(await names({ search: 'secreto' })).toEqual([])
  const god = await server.given.user({ isGodAdmin: true })
  expect(await names({ search: 'secreto' }, god)).toEqual(['Beto Secreto'])
  const code = (await lineOf(zoe))?.code ?? ''
  expect(await names({ search: code.toLowerCase() })).toEqual(['Ámbar de prensa'])
  await change(beto, { isActive: false })
  expect(await names({ isActive: false })).toEqual(['Beto S.'])
  expect(await names({ isActive: true })).toEqual(['Ámbar de prensa'])
  expect((await list({}, zoe)).promoters).toMatchObject([{ name: 'Zoe Álvarez', phone: zoe.phone }])
  expect((await list({}, zoe)).pagination.totalPromoters).toBe(1)
  const commercial = await server.given.user({ staffOf: event, staffKind: 'COMERCIAL' })
  expect(await names({}, commercial)).toEqual(['Ámbar de prensa', 'Beto S.'])
})

test('commission and cash are those of the ledger, of joined accounts too', async () => {
  const lola = await promoterNamed('Lola Ríos')
  const own = await ensurePromo(server.app, event.id, lola.id)
  const merged = await server.app.db
    .insertInto('promos')
    .values({ event_id: event.id, promoter_id: lola.id, code: 'VIEJO', is_merged: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = (promoId: string, kind: string, credit: string, debit: string, cents: number) =>
    sql`insert into ledger_entries (kind, credit, debit, amount_cents, company_id, event_id, promo_id)
        values (${kind}, ${credit}, ${debit}, ${cents}, ${company.id}, ${event.id}, ${promoId})`.execute(server.app.db)
  await entry(own, 'commission', 'company', 'promoters', 900)
  await entry(own, 'commission_return', 'promoters', 'company', 200)
  await entry(own, 'promoter_payment', 'promoters', 'promoters_paid', 300)
  await entry(merged.id, 'commission', 'company', 'promoters', 50)
  await entry(own, 'promoter_cash', 'company', 'promoter_cash', 18_000)
  await entry(own, 'promoter_cash', 'promoter_cash', 'company', 3000)
  await promoterNamed('Beto Paz')
  expect(await lineOf(lola)).toMatchObject({ commissionCents: 750, cashInHandCents: 15_000 })
  expect(await names({ sort: 'cash', order: 'desc' })).toEqual(['Lola R.', 'Beto P.'])
})

test('a promoter reads their own promo, staff anybody’s of the event, and the company saves it', async () => {
  const [lola, beto] = [await promoterNamed('Lola Ríos'), await promoterNamed('Beto Paz')]
  const read = (as: GivenUser, rrppId?: string) =>
    server.call(getPromo, { query: { eventId: event.id, ...(rrppId && { rrppId }) } }, { as })
  const save = (as: GivenUser) =>
    server.call(savePromo, { body: { eventId: event.id, rrppId: lola.id, maxUses: 4 } }, { as })
  expect(await read(lola)).toEqual({ promo: NOTHING })
  expect(await save(owner)).toEqual({ promo: { ...NOTHING, maxUses: 4, remainingUses: 4 } })
  expect((await read(lola)).promo.maxUses).toBe(4)
  expect((await read(owner, lola.id)).promo.maxUses).toBe(4)
  expect(await server.refusal(read(beto, lola.id))).toBe('person_not_found')
  expect(await server.refusal(read(owner))).toBe('person_not_found')
  expect(await server.refusal(save(lola))).toBe('forbidden')
})

test('closing hours move along with the event’s day', async () => {
  const lola = await promoterNamed('Lola Ríos')
  const closesAt = addHours(server.clock.now(), 90)
  await change(lola, { closesAt })
  const { startsAt } = await server.app.db
    .selectFrom('events')
    .select('starts_at as startsAt')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  await sql`update events set state = 'pending' where id = ${event.id}`.execute(server.app.db)
  const body = { dateEvent: addDays(toLocalDate(startsAt ?? ''), 2) }
  await server.call(updateEvent, { params: { id: event.id }, body, files: {} }, { as: owner })
  expect((await lineOf(lola))?.promo.closesAt).toBe(addHours(closesAt, 48))
})

const copy = (fromEventId: string, as = owner) =>
  server.call(copyEventPromoters, { params: { id: event.id }, body: { fromEventId } }, { as })

test('promoters are copied with their part: who is there stays, hours move with the start, types go by name', async () => {
  const from = await server.given.event({ company, state: 'active', startsInHours: 40 })
  const here = event
  const [oldGeneral, oldVip] = [
    await server.given.ticketType({ event: from, name: 'GENERAL' }),
    await server.given.ticketType({ event: from, name: 'Vip' }),
  ]
  event = from
  const [lola, beto, ana] = [
    await promoterNamed('Lola Ríos'),
    await promoterNamed('Beto Paz'),
    await promoterNamed('Ana Luz'),
  ]
  await sql`update event_staff set given_name = 'Lola prensa' where user_id = ${lola.id}`.execute(server.app.db)
  await sql`update events set starts_at = (select starts_at from events where id = ${here.id}) - interval '60 hours'
             where id = ${from.id}`.execute(server.app.db)
  const closesAt = addHours(server.clock.now(), 38)
  const commission = { percent: 8, fixedCents: null, earnedOn: 'arrival' } as const
  const types = [oldGeneral.id, oldVip.id]
  await change(lola, { maxUses: 20, allowedTypeIds: types, closesAt, debtLimitCents: 100_00, commission })
  await change(beto, { maxUses: 9, allowedTypeIds: [oldVip.id], canSellInPerson: true })
  await change(ana, { maxUses: 5 })
  event = here
  await sql`insert into event_staff (event_id, user_id, kind) values (${event.id}, ${ana.id}, 'RRPP')`.execute(
    server.app.db,
  )
  await sql`update users set state = 'blocked' where id = ${(await promoterNamed('Sin Cuenta', from)).id}`.execute(
    server.app.db,
  )

  expect(await copy(from.id)).toEqual({ added: 2, withoutTypes: 1, alreadyThere: 1, skipped: 1 })
  expect(await lineOf(lola)).toMatchObject({
    name: 'Lola prensa',
    promo: {
      maxUses: 20,
      allowedTypes: [{ id: type.id, name: 'General' }],
      closesAt: addHours(closesAt, 60),
      debtLimitCents: 100_00,
      commission,
    },
  })
  expect((await lineOf(beto))?.promo).toEqual(NOTHING)
  expect((await lineOf(ana))?.promo).toEqual(NOTHING)
  expect(await copy(from.id)).toEqual({ added: 0, withoutTypes: 0, alreadyThere: 3, skipped: 1 })
  await server.drain()
  const { rows } = await sql`select 1 from dev_inbox where recipient = ${lola.mail}`.execute(server.app.db)
  expect(rows).toHaveLength(1)
})

test('nothing is copied of another company’s event, nor a closing hour to an event without a date', async () => {
  const foreign = await server.given.event({ company: await server.given.company() })
  await promoterNamed('Ajena', foreign)
  expect(await server.refusal(copy(foreign.id))).toBe('event_not_found')
  const undated = await server.given.event({ company, state: 'pending', startsInHours: null })
  await change(await promoterNamed('Lola Ríos'), { closesAt: addHours(server.clock.now(), 9) })
  const from = event.id
  event = undated
  expect(await server.refusal(copy(from))).toBe('event_without_date')
  expect((await list()).promoters).toEqual([])
})

test('the check finds a part for types of another event', async () => {
  const lola = await promoterNamed('Lola Ríos')
  await change(lola, { allowedTypeIds: [type.id] })
  expect(await runChecks(server.app.db, wholeInvariants([promoters]))).toEqual([])
  const { id } = await server.given.ticketType({ event: await server.given.event({ company }) })
  await sql`update promos set allowed_type_ids = ${[id]} where promoter_id = ${lola.id}`.execute(server.app.db)
  const [broken] = await runChecks(server.app.db, wholeInvariants([promoters]))
  expect(broken?.name).toBe('a promoter may give and sell tickets of their own event')
  await sql`update promos set allowed_type_ids = null where promoter_id = ${lola.id}`.execute(server.app.db)
})

test('who runs an event and promotes it changes nothing of their own part, alone or among others', async () => {
  const both = await server.given.user({ memberOf: company, staffOf: event, staffKind: 'RRPP' })
  const other = await promoterNamed('Zoe Paz')
  expect(await server.refusal(change(both, { maxUses: 100 }, both))).toBe('own_promoter')
  const body = { promoterIds: [other.id, both.id], maxUses: 100 }
  const several = server.call(updateEventPromoters, { params: { id: event.id }, body }, { as: both })
  expect(await server.refusal(several)).toBe('own_promoter')
  const saved = { eventId: event.id, rrppId: both.id, maxUses: 100 }
  expect(await server.refusal(server.call(savePromo, { body: saved }, { as: both }))).toBe('own_promoter')
  expect((await change(both, { maxUses: 100 })).promo.maxUses).toBe(100)
})
