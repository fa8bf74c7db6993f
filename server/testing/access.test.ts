/**
 * Who may call what, generated from the endpoints' own declarations: every endpoint × actor × {own, another company's,
 * nonexistent object}. An endpoint that is added is tested without a line here; one that needs a body has its sample.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointSpec } from '#contract/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { endpoints } from '#server/app.ts'
import { newId, newPublicOrderId, newTicketId } from '#server/shared/ids.ts'
import { accessSamples, type AccessObjects } from './access-samples.ts'
import { createTestApp, type TestApp } from './app.ts'
import type { GivenUser } from './given.ts'

const ACTORS = ['nobody', 'client', 'promoter', 'scanner', 'commercial', 'organizer', 'admin', 'legal', 'god'] as const
type ActorName = (typeof ACTORS)[number]
const ROLES: Readonly<Record<ActorName, readonly Role[]>> = {
  nobody: [],
  client: ['CLIENT'],
  promoter: ['RRPP', 'CLIENT'],
  scanner: ['SCANNER', 'CLIENT'],
  commercial: ['COMERCIAL', 'CLIENT'],
  organizer: ['ORGANIZATOR', 'CLIENT'],
  admin: ['admin', 'CLIENT'],
  // A client as everybody is, but it may do only what names it.
  legal: ['legal'],
  god: ['godAdmin', 'CLIENT'],
}
/** The door answers its own codes in its own order, roles included: `scanning/order-of-checks.test.ts` is about it. */
const JUDGES_ITSELF = new Set(['POST /api/v1/ticket/scan-qr/{ticketId}'])
/** Calls that end the session they are made with: a spare person makes them. */
const ENDS_SESSION = new Set(['POST /api/v1/logout'])

let server: TestApp
let people: Record<ActorName, GivenUser | null>
let own: AccessObjects
let foreign: AccessObjects
const nowhere = (): AccessObjects => ({
  event: newId(),
  ticketType: newId(),
  order: newPublicOrderId(),
  ticket: newTicketId(),
  company: newId(),
})

/** A company with one of everything; private, so that being seen is already a right. */
async function objects(): Promise<AccessObjects & { ownerId: string }> {
  const company = await server.given.company()
  const event = await server.given.event({ company, isPrivate: true, state: 'active' })
  const type = await server.given.ticketType({ event })
  const owner = await server.given.user({ memberOf: company })
  const ticket = await server.given.ticket({ type, holder: owner })
  return {
    event: event.id,
    ticketType: type.id,
    order: newPublicOrderId(),
    ticket: ticket.id,
    company: company.id,
    ownerId: owner.id,
  }
}

beforeAll(async () => {
  server = await createTestApp()
  own = await objects()
  foreign = await objects()
  const event = { id: own.event }
  people = {
    nobody: null,
    client: await server.given.user(),
    promoter: await server.given.user({ staffOf: event, staffKind: 'RRPP' }),
    scanner: await server.given.user({ staffOf: event, staffKind: 'SCANNER' }),
    commercial: await server.given.user({ staffOf: event, staffKind: 'COMERCIAL' }),
    organizer: await server.given.user({ memberOf: { id: own.company } }),
    admin: await server.given.user({ isAdmin: true }),
    legal: await server.given.user({ isLegal: true }),
    god: await server.given.user({ isGodAdmin: true }),
  }
})
afterAll(() => server.close())

const nameOf = (spec: EndpointSpec) => `${spec.method} ${spec.path}`
const specs = endpoints.map(({ spec }) => spec).filter((spec) => !JUDGES_ITSELF.has(nameOf(spec)))

/** Which of the objects an address takes its id from. */
function idFor(spec: EndpointSpec, of: AccessObjects): string {
  const rule = typeof spec.access === 'object' ? spec.access.object?.rule : undefined
  if (rule === 'heldTicket' || rule === 'viewableTicket' || rule === 'resendableTicket') return of.ticket
  if (spec.path.includes('company')) return of.company
  return spec.path.includes('orders') || spec.path.includes('pagar') ? of.order : of.event
}

async function answer(spec: EndpointSpec, actor: ActorName, of: AccessObjects) {
  const person = ENDS_SESSION.has(nameOf(spec)) && actor !== 'nobody' ? await server.given.user() : people[actor]
  const sample = accessSamples(of, people.client ?? { phone: '' })[nameOf(spec)] ?? {}
  const path = spec.path.replaceAll(/\{\w+\}/g, encodeURIComponent(idFor(spec, of)))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sample.query ?? {})) query.set(name, String(value))
  const response = await server.fastify.inject({
    method: spec.method,
    url: query.size > 0 ? `${path}?${query}` : path,
    headers: {
      'x-device-id': `acceso-${newId()}`,
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
      ...(sample.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(sample.body === undefined ? {} : { payload: JSON.stringify(sample.body) }),
  })
  const isJson = String(response.headers['content-type']).includes('json')
  const { code } = isJson && response.statusCode >= 400 ? response.json<{ code: string }>() : { code: '' }
  return { status: response.statusCode, code }
}

function admits(spec: EndpointSpec, actor: ActorName): boolean {
  const { access } = spec
  const roles = typeof access === 'string' ? access : access.roles
  if (roles === 'public') return true
  if (actor === 'nobody') return false
  return roles === 'signedIn' || roles.some((role) => ROLES[actor].includes(role))
}

describe.each(specs.map((spec) => [nameOf(spec), spec] as const))('%s', (_name, spec) => {
  test.each(ACTORS.filter((actor) => !admits(spec, actor)))('refuses %s before anything else', async (actor) => {
    const refused = actor === 'nobody' ? { status: 401, code: 'missing_token' } : { status: 403, code: 'forbidden' }
    expect(await answer(spec, actor, own)).toEqual(refused)
    expect(await answer(spec, actor, nowhere())).toEqual(refused)
  })

  test.each(ACTORS.filter((actor) => admits(spec, actor)))('lets %s as far as its own rules', async (actor) => {
    const { code } = await answer(spec, actor, own)
    expect(['missing_token', 'session_expired', 'forbidden']).not.toContain(code)
  })

  const rule = typeof spec.access === 'object' ? spec.access.object : undefined
  if (!rule) return
  test.each(ACTORS.filter((actor) => admits(spec, actor)))(
    "tells %s nothing of another company's object",
    async (actor) => {
      const missing = await answer(spec, actor, nowhere())
      expect(missing.status).toBe(404)
      const seesEverything = actor === 'god' || actor === 'admin'
      const theirs = await answer(spec, actor, foreign)
      if (seesEverything) expect(theirs.status).not.toBe(403)
      else expect(theirs).toEqual(missing)
    },
  )
})

test('an ended session and a made-up token are refused alike', async () => {
  const spec = specs.find(({ path }) => path === '/api/v1/user/profile')
  if (!spec) throw new Error('The profile endpoint is gone')
  const response = await server.fastify.inject({
    method: 'GET',
    url: spec.path,
    headers: { authorization: 'Bearer inventado' },
  })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ code: 'session_expired' })
})
