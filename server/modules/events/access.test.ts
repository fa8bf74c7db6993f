/** Who sees and who manages which event. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPurchase } from '#contract/sales/checkout.ts'
import { getCompany } from '#contract/companies/companies.ts'
import { getCompanyEvents } from '#contract/events/events-company.ts'
import type { EventState } from '#contract/events/event-card.ts'
import * as contract from '#contract/events/events.ts'
import * as managed from '#contract/events/events-managed.ts'
import { resendTicket } from '#contract/sales/tickets.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

const CANARY = 'Canario Escondido'
const UNKNOWN = '019a9d3e-0000-7000-8000-000000000000'

let server: TestApp
let company: { id: string; slug: string }
let secret: { id: string; number: number }
let people: Record<
  'stranger' | 'own' | 'finance' | 'other' | 'commercial' | 'scanner' | 'admin' | 'god' | 'legal',
  GivenUser
>
beforeAll(async () => {
  server = await createTestApp()
  const { given } = server
  company = await given.company()
  secret = await given.event({ company, name: CANARY, isPrivate: true, city: 'Ciudad Canario', startsInHours: 1 })
  await given.ticketType({ event: secret, name: `${CANARY} tipo` })
  people = {
    stranger: await given.user(),
    own: await given.user({ memberOf: company }),
    finance: await given.user({ memberOf: company, companyRole: 'finance' }),
    other: await given.user({ memberOf: await given.company() }),
    commercial: await given.user({ staffOf: secret, staffKind: 'COMERCIAL' }),
    scanner: await given.user({ staffOf: secret, staffKind: 'SCANNER' }),
    admin: await given.user({ isAdmin: true }),
    god: await given.user({ isGodAdmin: true }),
    legal: await given.user({ isLegal: true }),
  }
})
afterAll(() => server.close())

const outcome = async (call: Promise<unknown>) => {
  try {
    await call
    return 'ok'
  } catch (error) {
    return (error as { body: { code: string } }).body.code
  }
}

test.each([
  ['stranger', 'event_not_found'],
  ['other', 'event_not_found'],
  ['legal', 'event_not_found'],
  ['own', 'ok'],
  ['finance', 'ok'],
  ['commercial', 'ok'],
  ['scanner', 'ok'],
  ['admin', 'ok'],
  ['god', 'ok'],
] as const)('a private event as %s: %s', async (who, expected) => {
  const as = people[who]
  for (const id of [secret.id, String(secret.number)]) {
    expect(await outcome(server.call(contract.getEventPage, { params: { id } }, { as }))).toBe(expected)
    expect(await outcome(server.call(contract.getEventHome, { params: { id } }, { as }))).toBe(expected)
    expect(await outcome(server.call(contract.getTicketTypes, { query: { eventId: id } }, { as }))).toBe(expected)
  }
  // What one may see is not kept for the next one.
  expect(await outcome(server.call(contract.getEventPage, { params: { id: secret.id } }))).toBe('event_not_found')
})

test.each(['nada', '0000000000', '01990000-0000'])('%s names no event', async (id) => {
  expect(await outcome(server.call(contract.getEventPage, { params: { id } }))).toBe('event_not_found')
  expect(await outcome(server.call(contract.getEventHome, { params: { id } }))).toBe('event_not_found')
  expect(await outcome(server.call(contract.getTicketTypes, { query: { eventId: id } }))).toBe('event_not_found')
})

test('a private event answers exactly as one that does not exist', async () => {
  const answer = async (id: string) => {
    const { statusCode, body } = await server.fastify.inject(`/api/v1/event/single-page/${id}`)
    return { statusCode, body }
  }
  expect(await answer(secret.id)).toEqual(await answer(UNKNOWN))
  expect(await answer(String(secret.number))).toEqual(await answer('999999999'))
  expect((await answer('-'.repeat(36))).statusCode).toBe(404)
})

test('a private event appears on no public surface', async () => {
  const addresses = [
    '/api/v1/event/home',
    `/api/v1/event/preview?search=canario`,
    '/api/v1/event/preview?limit=100',
    '/api/v1/event/preview?city=ciudad%20canario',
    `/api/v1/company/${company.slug}`,
    ...['', '?state=active', '?state=success', '?state=cancelled', '?state=inactive', '?state=pending'].map(
      (query) => `/api/v1/company/${company.slug}/events${query}`,
    ),
    `/api/v1/event/home/${secret.id}`,
    `/api/v1/event/single-page/${secret.number}`,
    `/api/v1/ticket/types?eventId=${secret.id}`,
  ]
  for (const url of addresses) {
    for (const as of [undefined, people.stranger, people.other]) {
      const { body } = await server.fastify.inject({ url, headers: as ? { authorization: `Bearer ${as.token}` } : {} })
      expect(body, url).not.toMatch(/canario/i)
    }
  }
  const home = await server.call(contract.getEventsHome, { query: {} })
  expect(home.calendar).toEqual([])
  expect((await server.call(getCompany, { params: { nameOrId: company.slug } })).totalActiveEvents).toBe(0)
})

test.each<[EventState, boolean]>([
  ['pending', false],
  ['inactive', false],
  ['active', true],
  ['success', true],
  ['cancelled', true],
])('a public event that is %s has a page: %s', async (state, isPublic) => {
  const { id, number } = await server.given.event({ company, state })
  for (const named of [id, String(number)]) {
    const call = server.call(contract.getEventPage, { params: { id: named } })
    expect(await outcome(call)).toBe(isPublic ? 'ok' : 'event_not_found')
  }
  expect(await outcome(server.call(contract.getEventPage, { params: { id } }, { as: people.own }))).toBe('ok')
})

test.each([
  ['stranger', 'forbidden'],
  ['scanner', 'forbidden'],
  ['legal', 'forbidden'],
  ['other', 'event_not_found'],
  ['own', 'ok'],
  ['finance', 'ok'],
  ['commercial', 'ok'],
  ['admin', 'ok'],
  ['god', 'ok'],
] as const)('managing as %s: %s', async (who, expected) => {
  const as = people[who]
  expect(await outcome(server.call(managed.getManagedEvent, { params: { id: secret.id } }, { as }))).toBe(expected)
  const unknown = await outcome(server.call(managed.getManagedEvent, { params: { id: UNKNOWN } }, { as }))
  expect(unknown).toBe(expected === 'forbidden' ? 'forbidden' : 'event_not_found')
})

test('a right of one role does not open the endpoints of another', async () => {
  const { given } = server
  const ownCompany = await given.company()
  const foreign = await given.event()
  // An organizer elsewhere who is also an administrator, or the commercial of this event, reads it but does not change it.
  const both = await given.user({ memberOf: ownCompany, isAdmin: true })
  const assigned = await given.user({ memberOf: ownCompany, staffOf: foreign, staffKind: 'COMERCIAL' })
  for (const as of [both, assigned]) {
    expect(await outcome(server.call(managed.getManagedEvent, { params: { id: foreign.id } }, { as }))).toBe('ok')
    const change = server.call(
      managed.updateEventTickets,
      { params: { id: foreign.id }, body: { ticketTypes: [] } },
      { as },
    )
    expect(await outcome(change)).toBe('event_not_found')
  }
  expect(await outcome(server.call(managed.deactivateEvent, { params: { id: foreign.id } }, { as: both }))).toBe(
    'event_not_found',
  )
  expect(await outcome(server.call(managed.deactivateEvent, { params: { id: foreign.id } }, { as: assigned }))).toBe(
    'ok',
  )
})

test('the legal account does only what names it, whatever else the person is', async () => {
  const { given } = server
  const event = await given.event({ company })
  const type = await given.ticketType({ event })
  const as = await given.user({ isLegal: true, memberOf: company })
  const params = { id: event.id }
  expect(await outcome(server.call(managed.getManagedEvent, { params }, { as }))).toBe('forbidden')
  expect(await outcome(server.call(managed.deactivateEvent, { params }, { as }))).toBe('forbidden')
  const body = { eventId: event.id, ticketTypeId: type.id, quantity: 1 }
  expect(await outcome(server.call(createPurchase, { body }, { as }))).toBe('forbidden')
  const ticket = await given.ticket({ type, holder: as })
  expect(await outcome(server.call(resendTicket, { body: { ticketId: ticket.id } }, { as }))).toBe('forbidden')
})

test('finance people read events and change none', async () => {
  const event = await server.given.event({ company, state: 'inactive' })
  const as = people.finance
  const params = { id: event.id }
  expect(await outcome(server.call(managed.updateEventTickets, { params, body: { ticketTypes: [] } }, { as }))).toBe(
    'company_role_not_allowed',
  )
  expect(await outcome(server.call(managed.publishEvent, { params }, { as }))).toBe('company_role_not_allowed')
  expect(await outcome(server.call(managed.deactivateEvent, { params }, { as }))).toBe('company_role_not_allowed')
  expect(await outcome(server.call(managed.duplicateEvent, { params }, { as }))).toBe('company_role_not_allowed')
})

test('a company profile shows each caller their states', async () => {
  const { given } = server
  const club = await given.company({ name: 'Sala de los Estados' })
  const state = async (literal: Parameters<typeof given.event>[0]) => given.event({ company: club, ...literal })
  await state({ name: 'activo' })
  await state({ name: 'pasado', startsInHours: -30, lastsHours: 5 })
  await state({ name: 'terminado', state: 'success', startsInHours: -300 })
  await state({ name: 'cancelado', state: 'cancelled' })
  const paused = await state({ name: 'pausado', state: 'inactive' })
  await state({ name: 'borrador', state: 'pending' })
  const commercial = await given.user({ staffOf: paused, staffKind: 'COMERCIAL' })
  const member = await given.user({ memberOf: club })
  const names = async (wanted?: EventState, as?: GivenUser) => {
    const input = { params: { nameOrId: club.slug }, query: wanted ? { state: wanted } : {} }
    const answer = await server.call(getCompanyEvents, input, as ? { as } : {})
    return answer.events.map(({ name }) => name).sort()
  }
  expect(await names()).toEqual(['activo', 'cancelado', 'pasado', 'terminado'])
  expect(await names('active')).toEqual(['activo'])
  expect(await names('success')).toEqual(['pasado', 'terminado'])
  expect(await names('cancelled')).toEqual(['cancelado'])
  expect(await names('inactive')).toEqual([])
  expect(await names('pending', people.other)).toEqual([])
  expect(await names('inactive', commercial)).toEqual(['pausado'])
  expect(await names('pending', commercial)).toEqual([])
  expect(await names('inactive', member)).toEqual(['pausado'])
  expect(await names('pending', people.admin)).toEqual(['borrador'])
  expect(await names('pending', people.legal)).toEqual(['borrador'])
})

test('a company is found by id, slug and name, and only when approved', async () => {
  const club = await server.given.company()
  const pending = await server.given.company({ state: 'pending' })
  const find = (nameOrId: string) => server.call(getCompany, { params: { nameOrId } })
  expect((await find(club.id)).slug).toBe(club.slug)
  expect((await find(club.slug.replaceAll('-', ' ').toUpperCase())).id).toBe(club.id)
  for (const name of [club.id, club.slug]) expect((await find(`${name}).`)).id).toBe(club.id)
  expect(await server.refusal(find(pending.slug))).toBe('company_not_found')
  expect(await server.refusal(find('ninguna'))).toBe('company_not_found')
})

test('without an event the types of the caller’s events, of nobody else’s and never from the cache; without a session it is refused', async () => {
  const [mine, other] = [await server.given.company(), await server.given.company()]
  const own = await server.given.event({ company: mine, isPrivate: true })
  const type = await server.given.ticketType({ event: own, name: 'Propia' })
  await server.given.ticketType({ event: await server.given.event({ company: other }), name: 'Ajena' })
  const list = (as?: GivenUser) => server.call(contract.getTicketTypes, { query: {} }, as && { as })
  await expect(list()).rejects.toMatchObject({ status: 400 })
  const organizer = await server.given.user({ memberOf: mine })
  expect((await list(organizer)).ticketTypes).toMatchObject([{ id: type.id, name: 'Propia', eventId: own.id }])
  const promoter = await server.given.user({ staffOf: own, staffKind: 'RRPP' })
  expect((await list(promoter)).ticketTypes.map(({ id }) => id)).toEqual([type.id])
  expect((await list(await server.given.user({ memberOf: other }))).ticketTypes.map(({ name }) => name)).toEqual([
    'Ajena',
  ])
  expect((await list(await server.given.user())).ticketTypes).toEqual([])
  await expect(list()).rejects.toMatchObject({ status: 400 })
})
