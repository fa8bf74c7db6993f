/**
 * Who may call what, generated from the endpoints' own declarations (threats 3, 15 and 16, invariant A1): every endpoint ×
 * actor × {own, same company's, another company's, nonexistent object}, and the same in a support session. An endpoint
 * that is added is tested without a line here; one whose fields cannot be guessed has its sample.
 */
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { getProfile, logout } from '#contract/accounts/accounts.ts'
import { endSession } from '#contract/accounts/accounts-credentials.ts'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { endpoints } from '#server/app.ts'
import { textReader } from '#server/http/from-text.ts'
import { newId } from '#server/shared/ids.ts'
import { createTestApp, type TestApp } from './app.ts'
import type { GivenUser } from './given.ts'
import { idsOf, injection, nameOf, requestFor } from './requests.ts'
import { listOf, recordOf, type ActorName, type TargetObjects } from './samples.ts'
import { openSessionRow } from './session-row.ts'
import { ACTORS, givenActor, givenBelongings, givenTenant, nowhere, ROLES_OF, type Tenant } from './tenant.ts'

const JUDGES_ITSELF = new Set(listOf('judgesItself'))
const OPENS = recordOf('opens')
const OWN_ONLY = { sibling: [], foreign: [] }
/** All other writes of a support session are blocked. */
const SUPPORT_WRITES = listOf('supportWrites')
/** Supported people; acting as an administrator is not possible. */
const SUPPORTED: readonly ActorName[] = ['client', 'promoter', 'scanner', 'commercial', 'organizer']
const NAMES_ANYBODY = new Set(listOf('namesAnybody'))
/** What belongs to one person, and not to a company. */
const PERSONAL = Object.entries(recordOf('kinds')).flatMap(([kind, { isPersonal }]) => (isPersonal ? [kind] : []))

let server: TestApp
let own: Tenant
let foreign: Tenant
/** Whether an endpoint that writes was tried on them. */
let areUsed = true
let supporter: GivenUser
beforeAll(async () => {
  server = await createTestApp()
  supporter = await server.given.user({ isGodAdmin: true })
})
afterAll(() => server.close())

/** Reads first: they leave the tenants as they were for the next. */
const specs = endpoints.map(({ spec }) => spec).toSorted((a, b) => Number(isWrite(a)) - Number(isWrite(b)))
function isWrite({ method }: EndpointSpec): boolean {
  return method !== 'GET'
}
const ruleOf = (spec: EndpointSpec) => (typeof spec.access === 'object' ? spec.access.object : undefined)

interface Caller {
  readonly token: string | undefined
  /** What is theirs, or of the event they work at. */
  readonly objects: TargetObjects
}

/** People of one endpoint's tests: new for each, so that nothing that is done or used up there counts elsewhere. */
const known = new Map<ActorName, { readonly person: GivenUser; readonly objects: TargetObjects }>()

async function callerOf(name: ActorName, spec: EndpointSpec, isSupport = false): Promise<Caller> {
  if (name === 'anonymous') return { token: undefined, objects: own.objects }
  const { person, objects } = known.get(name) ?? (await arrive(name, spec))
  if (!isSupport) return { token: person.token, objects }
  return { token: await openSessionRow(server, { userId: person.id, impersonatorId: supporter.id }), objects }
}

async function arrive(name: Exclude<ActorName, 'anonymous'>, spec: EndpointSpec) {
  const person = await givenActor(server, name, own.objects)
  const isTheirs = idsOf(spec).some(({ names }) => PERSONAL.includes(names))
  const belongings = isTheirs ? await givenBelongings(server, own.objects, person) : {}
  const arrived = { person, objects: { ...own.objects, ...belongings } }
  known.set(name, arrived)
  return arrived
}

async function send(spec: EndpointSpec, of: TargetObjects, token: string | undefined) {
  return server.fastify.inject(injection(spec, requestFor(spec, of, { phone: own.owner.phone }), { token }))
}

function codeOf(response: LightMyRequestResponse): string {
  const isJson = String(response.headers['content-type']).includes('json')
  return isJson && response.statusCode >= 400 ? response.json<{ code: string }>().code : ''
}

/** All that a caller sees of an answer. */
function seen(response: LightMyRequestResponse) {
  const { 'x-request-id': _id, date: _date, ...headers } = response.headers
  return { status: response.statusCode, headers, body: response.body }
}

/** Without the names of what was just made. */
function unnamed({ body, ...answer }: ReturnType<typeof seen>) {
  return { ...answer, body: body.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|"number":\d+/g, '#') }
}

function admits(spec: EndpointSpec, actor: ActorName): boolean {
  const { access } = spec
  const roles = typeof access === 'string' ? access : access.roles
  if (roles === 'public') return true
  if (actor === 'anonymous') return false
  return roles === 'signedIn' || roles.some((role) => ROLES_OF[actor].includes(role))
}

describe.each(specs.map((spec) => [nameOf(spec), spec] as const))('%s', (name, spec) => {
  const refused = JUDGES_ITSELF.has(name) ? [] : ACTORS.filter((actor) => !admits(spec, actor))
  const admitted = ACTORS.filter((actor) => admits(spec, actor))
  const rule = ruleOf(spec)
  const giveTenants = async () => {
    known.clear()
    own = await givenTenant(server)
    foreign = await givenTenant(server)
  }
  beforeAll(async () => {
    if (areUsed) await giveTenants()
    known.clear()
    areUsed = isWrite(spec)
  })

  test('takes the request that these tests make', () => {
    const { path, query, body } = requestFor(spec, own.objects, { phone: own.owner.phone })
    const values = path.split('/')
    const params = Object.fromEntries(
      spec.path.split('/').flatMap((part, place) => {
        const [, field, ending = ''] = /^\{(\w+)\}(.*)$/.exec(part) ?? []
        return field === undefined ? [] : [[field, values[place]?.slice(0, -ending.length || undefined)]]
      }),
    )
    const problems = [
      spec.params && safeParse(spec.params, params).error,
      spec.query && safeParse(spec.query, textReader(spec.query)(query)).error,
      spec.body && safeParse(spec.body, body).error,
    ].flatMap((error) => error?.issues ?? [])
    expect(problems).toEqual([])
  })

  test.each(refused)('threat 15: refuses %s before anything else', async (actor) => {
    const { token } = await callerOf(actor, spec)
    const expected = actor === 'anonymous' ? [401, 'missing_token'] : [403, 'forbidden']
    for (const objects of [own.objects, foreign.objects, nowhere()]) {
      const response = await send(spec, objects, token)
      expect([response.statusCode, codeOf(response)]).toEqual(expected)
    }
  })

  test.each(admitted)('threat 3: shows %s what is theirs and nothing of others', async (actor) => {
    if (spec.method === 'DELETE') await giveTenants() // the actor before this one took away what it could
    const { token, objects } = await callerOf(actor, spec)
    if (rule) {
      const missing = seen(await send(spec, nowhere(), token))
      expect(missing.status).toBe(404)
      const { sibling, foreign: strange } = OPENS[rule.rule] ?? OWN_ONLY
      for (const [whose, opens] of [
        [own.sibling, sibling],
        [foreign.objects, strange],
      ] as const) {
        const answer = seen(await send(spec, whose, token))
        if (opens.includes(actor)) expect(answer.body).not.toBe(missing.body)
        else expect(answer).toEqual(missing)
      }
    }
    if (!rule && spec.access === 'signedIn' && idsOf(spec).some(({ names }) => PERSONAL.includes(names))) {
      // What is a person's alone is looked up with the person, without a rule.
      const missing = seen(await send(spec, nowhere(), token))
      for (const whose of [own.sibling, foreign.objects]) expect(seen(await send(spec, whose, token))).toEqual(missing)
    }
    const mine = await send(spec, objects, token)
    expect(mine.statusCode).toBeLessThan(500 + Number(codeOf(mine) === 'whatsapp_off'))
    expect(['missing_token', 'session_expired', 'forbidden', 'impersonation_blocked']).not.toContain(codeOf(mine))
  })

  const others = idsOf(spec).filter(
    ({ part, field }) =>
      rule?.from !== `${part}.${field}` && !JUDGES_ITSELF.has(name) && !NAMES_ANYBODY.has(`${name} ${field}`),
  )
  const strangers = admitted.filter((actor) => !['anonymous', 'admin', 'legal', 'god'].includes(actor))
  describe.each(strangers.length > 0 ? others : [])('whose $part $field', ({ part, field, names }) => {
    test.each(strangers)("threat 3: is another company's answers %s as one that does not exist", async (actor) => {
      const mixed = async (of: TargetObjects) => {
        const { token, objects } = await callerOf(actor, spec)
        const strange = requestFor(spec, of, { phone: own.owner.phone })
        const request = requestFor(spec, objects, { phone: own.owner.phone })
        const id = of[names]
        const place = spec.path.split('/').indexOf(`{${field}}`)
        const path = request.path.split('/').map((each, at) => (at === place ? strange.path.split('/')[at] : each))
        const changed = {
          path: part === 'params' ? path.join('/') : request.path,
          query: part === 'query' ? { ...request.query, [field]: id } : request.query,
          body: part === 'body' ? { ...request.body, [field]: id } : request.body,
        }
        return seen(await server.fastify.inject(injection(spec, changed, { token })))
      }
      expect(unnamed(await mixed(foreign.objects))).toEqual(unnamed(await mixed(nowhere())))
    })
  })

  test.each(admitted.filter((actor) => SUPPORTED.includes(actor)))(
    'threat 16: a support session as %s does what the declaration says',
    async (actor) => {
      const { token, objects } = await callerOf(actor, spec, true)
      for (const each of [objects, nowhere()]) {
        const response = await send(spec, each, token)
        if (spec.whileImpersonating === 'blocked') {
          expect([response.statusCode, codeOf(response)]).toEqual([422, 'impersonation_blocked'])
        } else {
          expect(['missing_token', 'forbidden', 'impersonation_blocked']).not.toContain(codeOf(response))
        }
      }
    },
  )

  test.each(refused.filter((actor) => SUPPORTED.includes(actor)))(
    "threat 16: a support session as %s has none of the supporter's own rights",
    async (actor) => {
      const { token } = await callerOf(actor, spec, true)
      const response = await send(spec, own.objects, token)
      expect([response.statusCode, codeOf(response)]).toEqual([403, 'forbidden'])
    },
  )
})

test('threat 16: a support session writes nothing but its own end', () => {
  const writes = specs.filter((spec) => isWrite(spec) && spec.whileImpersonating !== 'blocked')
  expect(writes.map(nameOf).filter((name) => !SUPPORT_WRITES.includes(name))).toEqual([])
})

test('threat 16: what a support session does bears both names, and its token is dead after its end', async () => {
  const person = await server.given.user()
  const another = newId()
  await openSessionRow(server, { id: another, userId: person.id })
  const token = await openSessionRow(server, { userId: person.id, impersonatorId: supporter.id })
  await server.call(endSession, { params: { id: another } }, { as: token })
  await server.call(logout, undefined, { as: token })
  expect(await server.refusal(server.call(getProfile, undefined, { as: token }))).toBe('session_expired')
  // The person's own session is none of the supporter's.
  expect((await server.call(getProfile, undefined, { as: person })).id).toBe(person.id)
  const rows = await server.app.db
    .selectFrom('audit_rows')
    .select(['actor_id', 'impersonator_id'])
    .where('actor_id', '=', person.id)
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map((row) => row.impersonator_id))).toEqual(new Set([supporter.id]))
})

test('threat 16: a support session shows no code and no link of a ticket', async () => {
  const tenant = await givenTenant(server)
  const person = await givenActor(server, 'client', tenant.objects)
  await givenBelongings(server, tenant.objects, person)
  const own = await server.call(getMyTickets, { query: { when: 'all' } }, { as: person })
  const opening = { code: expect.any(String), linkToken: expect.any(String) }
  expect(own.tickets).toMatchObject([opening, opening])
  const token = await openSessionRow(server, { userId: person.id, impersonatorId: supporter.id })
  const shown = await server.call(getMyTickets, { query: { when: 'all' } }, { as: token })
  expect(shown.tickets.map(({ code, linkToken }) => [code, linkToken])).toEqual([
    [null, null],
    [null, null],
  ])
})

test('an ended session and a made-up token are refused alike', async () => {
  const person = await server.given.user()
  const profile = (token: string) =>
    server.fastify.inject({ url: '/api/v1/user/profile', headers: { authorization: `Bearer ${token}` } })
  await server.fastify.inject({
    method: 'POST',
    url: '/api/v1/logout',
    headers: { authorization: `Bearer ${person.token}` },
  })
  const ended = await profile(person.token)
  expect(ended.statusCode).toBe(401)
  expect(ended.json()).toMatchObject({ code: 'session_expired' })
  expect(seen(await profile('inventado'))).toEqual(seen(ended))
})
