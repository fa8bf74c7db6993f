import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile } from '#contract/accounts/accounts.ts'
import { addEventStaff, getEventUsers, inviteStaffAgain, removeEventStaff } from '#contract/events/events-team.ts'
import { getUsersDashboard, searchByPhone, searchUsers } from '#contract/accounts/people.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { WhatsappUnavailable } from '#server/adapters/whatsapp/port.ts'
import { inTransaction } from '#server/context.ts'
import { addSeconds, toInstant } from '#server/shared/clock.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
let owner: GivenUser
let company: { id: string }
let event: { id: string }
let phones = 0

beforeAll(async () => {
  server = await createTestApp()
  company = await server.given.company({ name: 'Club Central' })
  event = await server.given.event({ company, name: 'Noche de prueba' })
  owner = await server.given.user({ memberOf: company })
})
afterAll(() => server.close())

type Body = Parameters<typeof addWith>[2]
const addWith = (as: GivenUser, id: string, body: Parameters<typeof server.call<typeof addEventStaff>>[1]['body']) =>
  server.call(addEventStaff, { params: { id }, body }, { as })
const add = (body: Body, id = event.id) => addWith(owner, id, body)
const remove = (userId: string, kind?: 'RRPP' | 'SCANNER') =>
  server.call(removeEventStaff, { params: { id: event.id, userId }, query: { kind } }, { as: owner })
const team = async (as: GivenUser = owner) =>
  (await server.call(getEventUsers, { params: { id: event.id } }, { as })).users
const guest = () => ({
  name: 'Nahuel Ibarra',
  phone: `0341 15 556-${3000 + phones++}`,
  mail: `nahuel-${phones}@previa.example`,
})
const rowOf = (id: string) =>
  server.app.db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirstOrThrow()
const inbox = (recipient: string) =>
  server.app.db
    .selectFrom('dev_inbox')
    .select(['channel', 'subject', 'body'])
    .where('recipient', '=', recipient)
    .execute()

test('an invited doorman is pending, and is notified by mail with the link in another', async () => {
  const person = guest()
  const member = await add({ kind: 'SCANNER', ...person })
  expect(member).toMatchObject({
    name: person.name,
    state: 'pending',
    assignments: [{ kind: 'SCANNER', canScan: true }],
  })
  await server.drain()
  const subjects = (await inbox(person.mail)).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual(['Activá tu cuenta de Previa', 'Te sumaron al equipo de Noche de prueba'])
  const { phone } = await rowOf(member.id)
  expect(await inbox(phone ?? '')).toHaveLength(2)
})

test('while WhatsApp is away no mail is sent twice, and its message comes later', async () => {
  const member = await server.given.user({ phone: '+5493415569996' })
  await add({ kind: 'RRPP', userId: member.id })
  const away = () => Promise.reject(new WhatsappUnavailable('unreachable', 'a test'))
  const log = createLogger({ level: 'silent', pretty: true })
  await server.app.queue.drain({
    ...server.app,
    log,
    vendors: { ...server.app.vendors, whatsapp: { ...server.app.vendors.whatsapp, sendTemplate: away } },
  })
  await server.advance({ minutes: 5 })
  await server.drain()
  expect(await inbox(member.mail)).toHaveLength(1)
  expect(await inbox(member.phone)).toHaveLength(1)
})

test('the moment of an assignment is spelled as every instant', async () => {
  const { assignments } = await add({ kind: 'SCANNER', ...guest() })
  expect(assignments.map(({ assignedAt }) => assignedAt)).toEqual(assignments.map((each) => toInstant(each.assignedAt)))
})

test('an existing account is found by its phone, and notified once', async () => {
  const known = await server.given.user({ phone: '+5493415569999', name: 'Lautaro Paz' })
  const typed = { name: 'Lauti', phone: '341 556-9999', mail: 'otro@previa.example' }
  const member = await add({ kind: 'RRPP', ...typed })
  expect(member).toMatchObject({ id: known.id, name: 'Lauti', state: 'active' })
  expect((await add({ kind: 'RRPP', userId: known.id })).assignments).toHaveLength(1)
  await server.drain()
  expect((await inbox(known.mail)).map(({ subject }) => subject)).toEqual(['Te sumaron al equipo de Noche de prueba'])
  expect(await inbox(typed.mail)).toEqual([])
})

test('threat 4: a phone does not turn into a name: a team shows what the organizer wrote, or half of it', async () => {
  const known = await server.given.user({ phone: '+5493415569991', name: 'Josefina Secreta' })
  const found = await server.given.user({ name: 'Ramiro Oculto' })
  const typed = { name: 'Jose de la barra', phone: known.phone, mail: 'jose@previa.example' }
  const shown = [await add({ kind: 'RRPP', ...typed }), await add({ kind: 'RRPP', userId: found.id })]
  expect(shown.map(({ name, username }) => [name, username])).toEqual([
    ['Jose de la barra', 'Jose de la barra'],
    ['Ramiro O.', 'Ramiro O.'],
  ])
  const listed = (await team()).filter(({ id }) => [known.id, found.id].includes(id))
  expect(listed.map(({ name }) => name)).toEqual(['Jose de la barra', 'Ramiro O.'])
  const list = (username: string) => server.call(getUsersDashboard, { query: { username } }, { as: owner })
  expect((await list('josefina')).users.map(({ name }) => name)).toEqual(['Jose de la barra'])
  expect((await list('ramiro')).users.map(({ name }) => name)).toEqual(['Ramiro O.'])
  // Nor is the rest guessed letter by letter.
  expect((await list('josefina sec')).users).toEqual([])
  const words = { query: { query: 'josefina sec' } }
  expect((await server.call(searchUsers, words, { as: owner })).users).toEqual([])
  // Buyers there are known by name, and to administrators everybody is.
  const type = await server.given.ticketType({ event })
  await server.given.ticket({ type, holder: known })
  expect((await list('josefina sec')).users.map(({ name }) => name)).toEqual(['Josefina Secreta'])
  const god = await server.given.user({ isGodAdmin: true })
  expect((await team(god)).find(({ id }) => id === found.id)?.name).toBe('Ramiro Oculto')
})

test('threat 4: unknown phones, named for a team, count as looked up', async () => {
  const headers = { 'x-device-id': 'oficina-que-prueba' }
  const call = (body: Body) => server.call(addEventStaff, { params: { id: event.id }, body }, { as: owner, headers })
  await inTransaction(server.app, async ({ db, vault }) => {
    const subject = vault.mac('limit missed-look-up-at-work', headers['x-device-id'])
    const ends_at = addSeconds(server.clock.now(), 3600)
    await db.insertInto('limits_taken').values({ name: 'missed-look-up-at-work', subject, used: 98, ends_at }).execute()
  })
  const known = await server.given.user({ phone: '+5493415569992' })
  // Those who are found cost nothing.
  for (let n = 0; n < 3; n += 1) await call({ kind: 'SCANNER', ...guest(), phone: known.phone })
  await call({ kind: 'RRPP', ...guest() })
  await call({ kind: 'RRPP', ...guest() })
  const refused = guest()
  expect(await server.refusal(call({ kind: 'RRPP', ...refused }))).toBe('too_many_requests')
  const look = server.call(searchByPhone, { query: { phone: refused.phone } }, { as: owner, headers })
  expect(await server.refusal(look)).toBe('too_many_requests')
  await server.drain()
  expect(await inbox(refused.mail)).toEqual([])
  // By id there is no look-up.
  await call({ kind: 'RRPP', userId: known.id })
})

test('threat 31: an unverified account joins no team, but existing members stay', async () => {
  const unproved = await server.given.user({ proved: [] })
  expect(await server.refusal(add({ kind: 'SCANNER', userId: unproved.id }))).toBe('person_unproved')
  const there = await server.given.user({ proved: [], staffOf: event, staffKind: 'SCANNER' })
  expect(await add({ kind: 'SCANNER', userId: there.id, canScan: false })).toMatchObject({ id: there.id })
})

test('whom an organizer names by a phone keeps the mail and the phone that they have from them', async () => {
  const known = await server.given.user({ phone: '+5493415569998', name: 'Lautaro Paz' })
  const shown = JSON.stringify([
    await add({ kind: 'RRPP', name: 'Quién Será', phone: known.phone, mail: 'quien@previa.example' }),
    (await team()).filter(({ id }) => id === known.id),
  ])
  expect(shown).not.toContain(known.mail)
  const found = await server.given.user({ phone: '+5493415569997' })
  expect(JSON.stringify(await add({ kind: 'RRPP', userId: found.id }))).not.toContain(found.phone)
})

test('whether a scanner may let people in is set by assigning again', async () => {
  const doorman = await server.given.user()
  await add({ kind: 'SCANNER', userId: doorman.id, canScan: false })
  const ticket = await server.given.ticket({ type: await server.given.ticketType({ event: await openEvent() }) })
  const scan = () =>
    server.call(
      scanTicket,
      { params: { ticketId: ticket.id }, body: { eventId: ticket.eventId, via: 'qr', code: ticket.code } },
      { as: doorman },
    )
  await addWith(owner, ticket.eventId, { kind: 'SCANNER', userId: doorman.id, canScan: false })
  expect(await server.refusal(scan())).toBe('insufficient_permissions')
  await addWith(owner, ticket.eventId, { kind: 'SCANNER', userId: doorman.id, canScan: true })
  expect((await scan()).ticket.id).toBe(ticket.id)
})

const openEvent = () => server.given.event({ company, startsInHours: 1 })

test('a removed person loses the work and not the session, is notified, and a second removal changes nothing', async () => {
  const person = await server.given.user({ staffOf: event, staffKind: 'SCANNER' })
  await remove(person.id)
  await remove(person.id)
  expect((await server.call(getProfile, undefined, { as: person })).roles).toEqual(['CLIENT'])
  expect((await team()).some(({ id }) => id === person.id)).toBe(false)
  await server.drain()
  const mails = await inbox(person.mail)
  expect(mails.map(({ subject }) => subject)).toEqual(['Ya no estás en el equipo de Noche de prueba'])
  expect(mails[0]?.body).not.toMatch(/sesi/i)
})

test('one kind of two stays, and a commercial is not the organizer’s to remove', async () => {
  const both = await server.given.user({ staffOf: event, staffKind: 'RRPP' })
  const commercial = await server.given.user({ staffOf: event, staffKind: 'COMERCIAL' })
  await add({ kind: 'SCANNER', userId: both.id })
  await remove(both.id, 'RRPP')
  await remove(commercial.id)
  const kinds = Object.fromEntries(
    (await team()).map(({ id, assignments }) => [id, assignments.map(({ kind }) => kind)]),
  )
  expect(kinds).toMatchObject({ [both.id]: ['SCANNER'], [commercial.id]: ['COMERCIAL'] })
})

test('contacts of the team are masked, whole for oneself and for administrators', async () => {
  const person = await server.given.user({ staffOf: event, phone: '+5493415561212' })
  const commercial = await server.given.user({ staffOf: event, staffKind: 'COMERCIAL' })
  const finance = await server.given.user({ memberOf: company, companyRole: 'finance' })
  const phoneFor = async (as: GivenUser) => (await team(as)).find(({ id }) => id === person.id)?.phone
  expect(await phoneFor(owner)).toBe('+54 9 341 ****-1212')
  expect(await phoneFor(await server.given.user({ isAdmin: true }))).toBe('+5493415561212')
  expect(await phoneFor(commercial)).toBe('+54 9 341 ****-1212')
  expect(await phoneFor(finance)).toBe('+54 9 341 ****-1212')
  expect(await server.refusal(addWith(finance, event.id, { kind: 'RRPP', userId: person.id }))).toBe(
    'company_role_not_allowed',
  )
})

test('an event that is over or cancelled takes no staff, and its team can still be removed', async () => {
  const person = await server.given.user()
  const [past, cancelled, justOver] = await Promise.all([
    server.given.event({ company, state: 'success', startsInHours: -80 }),
    server.given.event({ company, state: 'cancelled' }),
    server.given.event({ company, startsInHours: -10, lastsHours: 6 }),
  ])
  expect(await server.refusal(add({ kind: 'SCANNER', userId: person.id }, past.id))).toBe('event_state')
  expect(await server.refusal(add({ kind: 'RRPP', userId: person.id }, cancelled.id))).toBe('event_state')
  expect(await server.refusal(add({ kind: 'RRPP', userId: person.id }, justOver.id))).toBe('event_state')
  expect((await add({ kind: 'SCANNER', userId: person.id }, justOver.id)).assignments).toHaveLength(1)
  const scanner = await server.given.user({ staffOf: past })
  await server.call(removeEventStaff, { params: { id: past.id, userId: scanner.id }, query: {} }, { as: owner })
  expect((await server.call(getEventUsers, { params: { id: past.id } }, { as: owner })).users).toEqual([])
})

test('a refused invitation leaves no account behind', async () => {
  const refused = { ...guest(), phone: owner.phone }
  expect(await server.refusal(add({ kind: 'RRPP', ...refused }))).toBe('own_role')
  const left = server.app.db.selectFrom('users').select('id').where('mail', '=', refused.mail)
  expect(await left.execute()).toEqual([])
  expect(await server.refusal(add({ kind: 'RRPP', name: 'Sin Contacto' }))).toBe('missing_person')
  expect(await server.refusal(add({ kind: 'RRPP', ...guest(), phone: 'no es un teléfono' }))).toBe('invalid_phone')
  expect(await server.refusal(add({ kind: 'RRPP', userId: owner.id }))).toBe('own_role')
})

test.each([
  ['god admin', { isGodAdmin: true }],
  ['administrator', { isAdmin: true }],
  ['blocked person', { state: 'blocked' }],
  ['person of another company', 'another'],
] as const)('threat 4: the phone of a %s is invited as a stranger’s, and gives them nothing', async (_, who) => {
  const literal = who === 'another' ? { memberOf: await server.given.company() } : who
  const person = await server.given.user({ ...literal, phone: `+5493415567${100 + phones++}` })
  const shapeOf = async (phone: string) => {
    const typed = { ...guest(), phone }
    const { id, name, state, assignments } = await add({ kind: 'SCANNER', ...typed })
    await server.drain()
    const sent = (await inbox(typed.mail)).map(({ subject }) => subject?.replace(typed.mail, '')).toSorted()
    return { id, shown: [name, state, assignments.map(({ kind, canScan }) => [kind, canScan]), sent] }
  }
  const [named, stranger] = [await shapeOf(person.phone), await shapeOf(guest().phone)]
  expect(named.shown).toEqual(stranger.shown)
  expect(named.shown[1]).toBe('pending')
  expect(named.id).not.toBe(person.id)
  const given = server.app.db.selectFrom('event_staff').select('kind').where('user_id', '=', person.id)
  expect(await given.execute()).toEqual([])
  // Chosen by id they are refused, and administrators get the reason.
  expect(await server.refusal(add({ kind: 'SCANNER', userId: person.id }))).toBe('person_not_found')
})

test('the invitation goes out again, three times an hour, until the account is active', async () => {
  const { id: userId } = await add({ kind: 'RRPP', ...guest() })
  const again = () => server.call(inviteStaffAgain, { params: { id: event.id, userId } }, { as: owner })
  await server.drain()
  const before = (await server.app.db.selectFrom('dev_inbox').select('id').execute()).length
  await again()
  await server.drain()
  expect((await server.app.db.selectFrom('dev_inbox').select('id').execute()).length).toBe(before + 2)
  await again()
  // Another company, which knows the id, uses up nothing of it.
  const other = await server.given.company()
  const theirs = { id: (await server.given.event({ company: other })).id, userId }
  const stranger = await server.given.user({ memberOf: other })
  for (let tries = 0; tries < 4; tries += 1) {
    const asked = server.call(inviteStaffAgain, { params: theirs }, { as: stranger })
    expect(await server.refusal(asked)).toBe('person_not_found')
  }
  await again()
  expect(await server.refusal(again())).toBe('too_many_requests')
  const active = await server.given.user({ staffOf: event })
  const params = { id: event.id, userId: active.id }
  expect(await server.refusal(server.call(inviteStaffAgain, { params }, { as: owner }))).toBe('already_active')
  const notStaff = { id: event.id, userId: owner.id }
  expect(await server.refusal(server.call(inviteStaffAgain, { params: notStaff }, { as: owner }))).toBe(
    'person_not_found',
  )
})

test('threat 27: invited again under ever new mails, one phone gets three links in an hour', async () => {
  const { phone } = guest()
  const links = async () => {
    await server.drain()
    const recipient = `+549${phone.replaceAll(/\D/g, '').replace(/^034115/, '341')}`
    return (await inbox(recipient)).filter(({ subject }) => subject === 'activar_cuenta').length
  }
  const invited = [await add({ kind: 'RRPP', ...guest(), phone }), await add({ kind: 'RRPP', ...guest(), phone })]
  expect(await links()).toBe(2)
  for (const { id: userId } of invited) {
    await server.call(inviteStaffAgain, { params: { id: event.id, userId } }, { as: owner })
  }
  expect(await links()).toBe(3)
})

test('assigning and removing at once end in one of the two, with a row for each act', async () => {
  const person = await server.given.user()
  await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      turn % 2 === 0 ? add({ kind: 'SCANNER', userId: person.id }) : remove(person.id, 'SCANNER'),
    ),
  )
  const isThere = (await team()).some(({ id }) => id === person.id)
  const rows = await server.app.db
    .selectFrom('audit_rows')
    .select(['action', 'before', 'after'])
    .where('object_id', '=', event.id)
    .orderBy('id')
    .execute()
  const acts = rows.filter((row) => JSON.stringify(row).includes(person.id)).map(({ action }) => action)
  // They run one after another: never two assignments or two removals in a row.
  acts.forEach((act, place) => expect(act).not.toBe(acts[place - 1]))
  expect(acts.at(-1)).toBe(isThere ? 'event.assign_staff' : 'event.remove_staff')
})

test('a stranger put on a team and taken off again and again gets ten messages in an hour', async () => {
  const person = await server.given.user()
  for (let turn = 0; turn < 7; turn += 1) {
    await add({ kind: 'RRPP', userId: person.id })
    await server.drain()
    await remove(person.id, 'RRPP')
    await server.drain()
  }
  expect(await inbox(person.mail)).toHaveLength(10)
  expect(await inbox(person.phone)).toHaveLength(10)
})
