/** Who looks after which event: one commercial each, also of several who assign at once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile } from '#contract/accounts/accounts.ts'
import { changeRole } from '#contract/accounts/people.ts'
import {
  assignCommercial,
  listCommercialEvents,
  listCommercials,
  removeCommercial,
} from '#contract/events/commercials.ts'
import { getManagedEvent } from '#contract/events/events-managed.ts'
import { SYSTEM } from '#server/db/audit.ts'
import { assignStaff } from '#server/modules/events/staff/assign-staff.ts'
import { createTestApp, type Refused, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
let god: GivenUser
let owner: GivenUser
let company: { id: string }
beforeAll(async () => {
  server = await createTestApp()
  god = await server.given.user({ isGodAdmin: true })
  company = await server.given.company({ name: 'Club Central' })
  owner = await server.given.user({ memberOf: company })
})
afterAll(() => server.close())

async function givenCommercial(literal: Parameters<typeof server.given.user>[0] = {}): Promise<GivenUser> {
  const person = await server.given.user(literal)
  await server.app.db.insertInto('user_roles').values({ user_id: person.id, role: 'COMERCIAL' }).execute()
  return person
}
const givenEvent = (name = 'Noche de prueba') => server.given.event({ company, name })
const assign = (person: { id: string }, event: { id: string }, replaces?: { id: string }) =>
  server.call(
    assignCommercial,
    { body: { userId: person.id, eventId: event.id, ...(replaces && { replacesUserId: replaces.id }) } },
    { as: god },
  )
const remove = (person: { id: string }, event: { id: string }) =>
  server.call(removeCommercial, { body: { userId: person.id, eventId: event.id } }, { as: god })
const reads = (person: GivenUser, event: { id: string }) =>
  server.call(getManagedEvent, { params: { id: event.id } }, { as: person })
const commercialsOf = async (event: { id: string }) =>
  (
    await server.app.db
      .selectFrom('event_staff')
      .select('user_id')
      .where('event_id', '=', event.id)
      .where('kind', '=', 'COMERCIAL')
      .execute()
  ).map((row) => row.user_id)
const subjectsTo = async (recipient: string) =>
  (
    await server.app.db
      .selectFrom('dev_inbox')
      .select('subject')
      .where('recipient', '=', recipient)
      .where('channel', '=', 'mail')
      .orderBy('id')
      .execute()
  ).map(({ subject }) => subject)

test('a commercial gets an event, works there and loses it, in the session that is open', async () => {
  const [person, event] = [await givenCommercial({ name: 'Jimena Solari' }), await givenEvent('Fiesta Lunar')]
  expect(await server.refusal(reads(person, event))).toBe('event_not_found')
  expect(await assign(person, event)).toEqual({ userId: person.id, eventId: event.id, replacedUserId: null })
  expect(await reads(person, event)).toMatchObject({ name: 'Fiesta Lunar' })
  await server.drain()
  expect(await subjectsTo(person.mail)).toEqual(['Te ocupás de Fiesta Lunar'])
  expect(await subjectsTo(owner.mail)).toContain('Jimena Solari se ocupa de Fiesta Lunar')
  await remove(person, event)
  // The role by name stays, and the session with it: the event alone is gone.
  expect(await server.refusal(reads(person, event))).toBe('event_not_found')
  await server.drain()
  expect(await subjectsTo(person.mail)).toContain('Ya no te ocupás de Fiesta Lunar')
  expect(await subjectsTo(owner.mail)).toContain('Fiesta Lunar se quedó sin comercial')
})

test('twice changes and sends nothing, and an audit row says each act', async () => {
  const [person, event] = [await givenCommercial(), await givenEvent()]
  await assign(person, event)
  await assign(person, event)
  await remove(person, event)
  await remove(person, event)
  const rows = await server.app.db
    .selectFrom('audit_rows')
    .select(['action', 'actor_id'])
    .where('object_id', '=', event.id)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { action: 'event.assign_staff', actor_id: god.id },
    { action: 'event.remove_staff', actor_id: god.id },
  ])
})

test('an event with another commercial says who, and changes only when that one is named', async () => {
  const event = await givenEvent('Milonga')
  const [first, second, third] = [
    await givenCommercial({ name: 'Ana Paz' }),
    await givenCommercial(),
    await givenCommercial(),
  ]
  await assign(first, event)
  await expect(assign(second, event)).rejects.toMatchObject({
    body: { code: 'event_has_commercial', details: { id: first.id, name: 'Ana Paz' } },
  })
  // A commercial who came in between is not replaced by what was confirmed about another.
  expect(await server.refusal(assign(second, event, third))).toBe('event_has_commercial')
  expect(await commercialsOf(event)).toEqual([first.id])
  expect(await assign(second, event, first)).toMatchObject({ replacedUserId: first.id })
  expect(await commercialsOf(event)).toEqual([second.id])
  expect(await server.refusal(reads(first, event))).toBe('event_not_found')
  await server.drain()
  expect(await subjectsTo(first.mail)).toContain('Ya no te ocupás de Milonga')
  // The company reads who comes, not that there is none.
  expect(await subjectsTo(owner.mail)).not.toContain('Milonga se quedó sin comercial')
})

test('a person without the role, a blocked one and an unknown one is no commercial', async () => {
  const event = await givenEvent()
  const blocked = await givenCommercial({ state: 'blocked' })
  for (const person of [await server.given.user(), blocked, event]) {
    expect(await server.refusal(assign(person, event))).toBe('not_commercial')
  }
})

test('only god admins assign; a commercial reads their own line alone', async () => {
  const [person, other] = [await givenCommercial({ name: 'Zoe Ríos' }), await givenCommercial()]
  const event = await givenEvent('Peña')
  await assign(person, event)
  for (const as of [owner, person, await server.given.user({ isAdmin: true })]) {
    const body = { userId: other.id, eventId: event.id }
    expect(await server.refusal(server.call(assignCommercial, { body }, { as }))).toBe('forbidden')
  }
  const own = await server.call(listCommercials, { query: {} }, { as: person })
  expect(own.commercials.map(({ user, assignedEvents }) => [user.id, assignedEvents])).toEqual([[person.id, 1]])
  const all = await server.call(listCommercials, { query: { search: 'zoe' } }, { as: god })
  expect(all).toMatchObject({ commercials: [{ user: { mail: person.mail } }], pagination: { totalCommercials: 1 } })
  const eventsOf = (userId: string, as: GivenUser) =>
    server.call(listCommercialEvents, { params: { userId }, query: {} }, { as })
  expect((await eventsOf(person.id, person)).events.map(({ name }) => name)).toEqual(['Peña'])
  expect(await server.refusal(eventsOf(person.id, other))).toBe('person_not_found')
  expect((await eventsOf(other.id, god)).events).toEqual([])
})

test('a dismissed commercial leaves each event, and its company knows', async () => {
  const [person, event] = [await givenCommercial(), await givenEvent('Bailanta')]
  await assign(person, event)
  const body = { userId: person.id, roleId: 'COMERCIAL', action: 'revoke' } as const
  await server.call(changeRole, { body }, { as: god })
  expect(await commercialsOf(event)).toEqual([])
  expect(await server.refusal(assign(person, event))).toBe('not_commercial')
  await server.drain()
  expect(await subjectsTo(owner.mail)).toContain('Bailanta se quedó sin comercial')
})

test('assigned and dismissed at once, a person without the role has no event', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => givenCommercial()))
  const rush = people.map(async (person) => {
    const event = await givenEvent()
    const body = { userId: person.id, roleId: 'COMERCIAL', action: 'revoke' } as const
    const acts = [assign(person, event), server.call(changeRole, { body }, { as: god })]
    await Promise.allSettled(acts)
    return commercialsOf(event)
  })
  expect(await Promise.all(rush)).toEqual(people.map(() => []))
})

test('the company sees the verified WhatsApp of the commercial of its next event', async () => {
  const own = await server.given.company()
  const member = await server.given.user({ memberOf: own, companyRole: 'finance' })
  const numberFor = async (as: GivenUser) => (await server.call(getProfile, undefined, { as })).commercialNumber
  expect(await numberFor(member)).toBeNull()
  const soon = await server.given.event({ company: own, startsInHours: 72 })
  const later = await server.given.event({ company: own, startsInHours: 720 })
  const [far, near] = [await givenCommercial(), await givenCommercial()]
  await assign(far, later)
  expect(await numberFor(member)).toBe(far.phone)
  await assign(near, soon)
  expect(await numberFor(member)).toBe(near.phone)
  const unproved = await givenCommercial({ proved: ['mail'] })
  await assign(unproved, soon, near)
  expect(await numberFor(member)).toBe(far.phone)
  expect(await numberFor(await server.given.user())).toBeNull()
})

test('20 commercials at once for one event: one gets it', async () => {
  const event = await givenEvent()
  const people = await Promise.all(Array.from({ length: 20 }, () => givenCommercial()))
  const answers = await Promise.allSettled(people.map((person) => assign(person, event)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const codes = answers.flatMap((each) => (each.status === 'rejected' ? [(each.reason as Refused).body.code] : []))
  expect(codes).toEqual(Array.from({ length: 19 }, () => 'event_has_commercial'))
  expect(await commercialsOf(event)).toHaveLength(1)
})

test('negative control: past the lock the index alone holds it to one, and without it all 20 get in', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => givenCommercial()))
  const rush = async (event: { id: string }) => {
    const unasked = people.map(({ id: userId }) =>
      assignStaff(server.app, SYSTEM, { eventId: event.id, userId, kind: 'COMERCIAL', canScan: false }),
    )
    await Promise.allSettled(unasked)
    return (await commercialsOf(event)).length
  }
  expect(await rush(await givenEvent())).toBe(1)
  await sql`drop index event_staff_one_commercial`.execute(server.app.db)
  expect(await rush(await givenEvent())).toBe(20)
})
