/**
 * Fields that an endpoint does not take (threat 14, invariant A3). Each write is made twice on twin objects: as it should be, and
 * with every column of the schema and every privilege added to what it takes. What the database then holds differs in nothing.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { inputProblems } from '#contract/api/failures.ts'
import { endpoints } from '#server/app.ts'
import { inputSchema, type JsonSchema } from '#server/http/schemas.ts'
import { undeclaredName } from '#server/http/undeclared-names.ts'
import { hashPassword } from '#server/modules/accounts/password/password.ts'
import { createTestApp, type TestApp } from './app.ts'
import { watchDatabase, type DatabaseWatch } from './database-diff.ts'
import { fieldsOf, injection, nameOf, requestFor, type SampleRequest } from './requests.ts'
import type { ActorName } from './samples.ts'
import { givenActor, givenBelongings, givenTenant, ROLES_OF, type Tenant } from './tenant.ts'

const PRIVILEGES =
  `godAdmin isGodAdmin admin isAdmin role roles roleId eventRoles companyId companyRole owner permission
  requestStatus commercialNumber isScanned qrRedeemed amount scannedBy impersonatorId price priceCents sold state status id
  userId confirmedAt isConfirmed`.split(/\s+/)
/** Words and figures that no fixture has: whatever of them reaches a row came from the request. */
const MARK = 'intruso'
const PASSWORD = 'una-clave-larga'

let server: TestApp
let passwordHash: string
let columns: readonly string[]
let watch: DatabaseWatch
let victim: string
/** For calls that all must refuse: they leave it as it is. */
let untouched: Tenant
beforeAll(async () => {
  server = await createTestApp()
  passwordHash = await hashPassword(server.app, PASSWORD)
  const { rows } = await sql<{ name: string }>`
    select distinct column_name as name from information_schema.columns where table_schema = 'public'`.execute(
    server.app.db,
  )
  columns = rows.map(({ name }) => name)
  watch = await watchDatabase(server.database)
  victim = (await givenTenant(server)).objects.company
  untouched = await givenTenant(server)
})
afterAll(async () => {
  await watch.close()
  await server.close()
})
afterEach(() => {
  expect(Reflect.ownKeys(Object.prototype).toSorted(byText)).toEqual(OWN_KEYS)
})

const byText = (a: string | symbol, b: string | symbol) => (String(a) < String(b) ? -1 : 1)
const OWN_KEYS = Reflect.ownKeys(Object.prototype).toSorted(byText)
const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A value that would do harm if it arrived where its name points. */
function harm(name: string): unknown {
  if (/id$/i.test(name)) return victim
  if (/^(is|has|can|accepts|allows|forbids)|admin/i.test(name)) return true
  if (/cents|bps|limit|capacity|sold|held|price|amount|count|number|version|transfers|resends/i.test(name))
    return 31_337
  return /^(role|permission)s?$/.test(name) ? 'godAdmin' : MARK
}

/** The number counts only as a whole value: its digits also occur inside ids and moments. */
const carriesIntruder = (row: string) =>
  row.includes(victim) || row.includes(MARK) || /(?<![\w.-])31337(?![\w.-])/.test(row)

/** Every column in both spellings, and the privileges, but what the endpoint itself takes. */
function intruders(spec: EndpointSpec): Record<string, unknown> {
  const taken = new Set([spec.params, spec.query, spec.body].flatMap((schema) => Object.keys(fieldsOf(schema))))
  const names = new Set([...columns, ...columns.map(camel), ...PRIVILEGES])
  return Object.fromEntries([...names].filter((name) => !taken.has(name)).map((name) => [name, harm(name)]))
}

/** What one call wrote and took away, table by table; what only differs by chance or time is blotted out. */
async function changesOf(act: () => Promise<unknown>) {
  await watch.changes()
  await act()
  const { written, gone } = await watch.changes()
  const counts = new Map([...gone].map(([table, lost]) => [table, -lost]))
  for (const { table, before } of written) if (!before) counts.set(table, (counts.get(table) ?? 0) + 1)
  const changes = [
    ...written.map(({ table, row }) => `${table} ${blotted(row)}`),
    ...[...counts].flatMap(([table, rows]) => (rows === 0 || table === SHARED_COUNTS ? [] : [`${table} ${rows} rows`])),
  ]
  return { changes: changes.toSorted(byText), raw: written.map(({ row }) => JSON.stringify(row)) }
}

/** Some of its rows are of all callers together: the first call makes them, the next ones count them up. */
const SHARED_COUNTS = 'limits_taken'
const BY_CHANCE =
  /\$argon2[^"]*|\*{4}-\d{4}|(?:persona|aparato|nadie|club-central)-[\w-]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\\\x[0-9a-f]*|\d{4}-\d\d-\d\dT[\d:.]+(\+\d\d:\d\d|Z)?|\+54\d+|(?:\d{1,3}\.){3}\d{1,3}|v1\.[\w-]{40,}|"[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}"/g
const COUNTED =
  /"(id|number|attempts|tries|searches|misses|used|at|key|ip|request_id|public_id|provider_key|link|slug|collector_?[iI]d)": ?("[^"]*"|\d+)/g

function blotted(row: Record<string, unknown>): string {
  return JSON.stringify(row).replaceAll(BY_CHANCE, '#').replaceAll(COUNTED, '"$1":#')
}

/** The actor with the most rights at an endpoint, administrators excluded. */
function actorFor({ access }: EndpointSpec): Exclude<ActorName, 'anonymous'> {
  const roles = typeof access === 'string' ? access : access.roles
  if (typeof roles === 'string') return 'client'
  const order = ['organizer', 'client', 'scanner', 'promoter', 'commercial', 'legal', 'admin', 'god'] as const
  return order.find((name) => roles.some((role) => ROLES_OF[name].includes(role))) ?? 'god'
}

/** Vendors send what they like. */
const takesAnyName = (spec: EndpointSpec, part: 'body' | 'query') =>
  spec.rawBody === true || undeclaredName(spec[part])({ [MARK]: 1 }) === null

/** The input with one optional name misspelt, for each one, those of items in lists included. */
function misspelt(schema: EndpointSpec['body'], input: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  return schema ? misspeltIn(inputSchema(schema), input) : []
}

function misspeltIn(node: JsonSchema, input: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const required = (node['required'] ?? []) as readonly string[] // JSON Schema's own shape
  return Object.entries(node.properties ?? {}).flatMap(([name, property]) => {
    const { [name]: value, ...rest } = input
    const wrong = required.includes(name) ? [] : [{ ...rest, [`${name.slice(0, -1)}z`]: value ?? 1 }]
    const [item] = Array.isArray(value) ? (value as unknown[]) : []
    if (item === undefined || item === null || typeof item !== 'object') return wrong
    const inner = misspeltIn((property['items'] ?? {}) as JsonSchema, item as Record<string, unknown>)
    return [...wrong, ...inner.map((each) => ({ ...input, [name]: [each] }))]
  })
}

let people = 0

interface Legitimate {
  readonly request: SampleRequest
  readonly token: string
}

/** A request that succeeds where that takes no more than objects of one's own; by default on objects that no other call touches. */
async function legitimate(spec: EndpointSpec, of?: Tenant): Promise<Legitimate> {
  const tenant = of ?? (await givenTenant(server))
  const person = await givenActor(server, actorFor(spec), tenant.objects)
  await server.app.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', person.id).execute()
  const belongings = await givenBelongings(server, tenant.objects, person)
  const deletion = /deletion/.test(spec.path) && spec.method === 'POST' ? 'none' : 'open'
  if (deletion === 'none')
    await server.app.db.deleteFrom('account_deletions').where('user_id', '=', person.id).execute()
  const request = requestFor(spec, { ...tenant.objects, ...belongings }, person)
  people += 1
  const body = { ...request.body }
  if ('phone' in body && nameOf(spec) !== 'POST /api/v1/login') body['phone'] = `+54935155${String(50_000 + people)}`
  for (const field of ['mail', 'email']) if (field in body) body[field] = `nadie-${people}@previa.example`
  for (const field of ['password', 'currentPassword']) if (field in body) body[field] = PASSWORD
  return { request: { ...request, body: request.body && body }, token: person.token }
}

const writes = endpoints.map(({ spec }) => spec).filter(({ method }) => method !== 'GET')

describe.each(writes.map((spec) => [nameOf(spec), spec] as const))('threat 14: %s', (_name, spec) => {
  /** Made for an attack that was refused: it is as it was. */
  let refused: Legitimate | undefined

  test('stores nothing but what it takes', async () => {
    const plain = await legitimate(spec)
    let expected = 0
    const asItShouldBe = await changesOf(async () => {
      const response = await server.fastify.inject(injection(spec, plain.request, plain))
      expected = response.statusCode
    })
    expect(expected).toBeLessThan(500)

    const extra = intruders(spec)
    const attacks: [string, (of: SampleRequest) => SampleRequest | null][] = [
      ['in the body', (of) => (spec.body ? { ...of, body: { ...extra, ...of.body } } : { ...of, body: extra })],
      ['in the query', (of) => ({ ...of, query: { ...extra, ...of.query } })],
    ]
    for (const [where, attack] of attacks) {
      const { request, token } = refused ?? (await legitimate(spec))
      const changed = attack(request)
      if (!changed) continue
      const takesAny = takesAnyName(spec, where === 'in the body' ? 'body' : 'query')
      let status = 0
      const { changes, raw } = await changesOf(async () => {
        status = (await server.fastify.inject(injection(spec, changed, { token }))).statusCode
      })
      // What the caller may not do at all is refused before anything is read.
      const isEarlier = status === expected && expected >= 400
      expect([where, status]).toEqual([where, takesAny || isEarlier ? expected : 400])
      expect([where, changes]).toEqual([where, takesAny || isEarlier ? asItShouldBe.changes : []])
      expect(raw.filter(carriesIntruder)).toEqual([])
      // What was refused is as it was: it serves the next attack.
      refused = takesAny || isEarlier ? undefined : { request, token }
    }
  })

  test.each(spec.files ? ['data', 'fields'] : [])(
    'stores nothing of the %s of a form that it does not take',
    async (where) => {
      const send = async (
        { request, token }: Awaited<ReturnType<typeof legitimate>>,
        extra: Record<string, unknown>,
      ) => {
        const parts = new FormData()
        parts.set('data', JSON.stringify({ ...(where === 'data' ? extra : {}), ...request.body }))
        if (where === 'fields') for (const [name, value] of Object.entries(extra)) parts.set(name, String(value))
        const encoded = new Response(parts)
        const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
        const payload = Buffer.from(await encoded.arrayBuffer())
        return (await server.fastify.inject({ ...injection(spec, request, { token, headers }), payload })).statusCode
      }
      const [plain, attacked] = [await legitimate(spec), await legitimate(spec)]
      expect(await send(plain, {})).toBeLessThan(500)
      // A form has sixty fields at most; the privileges are among them.
      const all = Object.entries(intruders(spec))
      const chosen = where === 'data' ? all : all.filter(([name]) => PRIVILEGES.includes(name))
      const { changes, raw } = await changesOf(async () => {
        expect(await send(attacked, Object.fromEntries(chosen))).toBe(400)
      })
      expect(changes).toEqual([])
      expect(raw.filter(carriesIntruder)).toEqual([])
    },
  )

  test('refuses each of its optional names when one letter of it is changed', async () => {
    const { request, token } = await legitimate(spec, untouched)
    const attacks = [
      ...(takesAnyName(spec, 'body') ? [] : misspelt(spec.body, request.body ?? {}).map((body) => ({ body }))),
      ...(takesAnyName(spec, 'query') ? [] : misspelt(spec.query, request.query).map((query) => ({ query }))),
    ]
    const { changes } = await changesOf(async () => {
      for (const attack of attacks) {
        const response = await server.fastify.inject(injection(spec, { ...request, ...attack }, { token }))
        if (response.statusCode === 429) break // as often as a person may
        expect([attack, response.statusCode, response.json()]).toEqual([
          attack,
          400,
          expect.objectContaining({
            code: 'invalid_input',
            details: [
              { path: expect.arrayContaining([expect.stringMatching(/z$/)]), message: inputProblems.undeclared },
            ],
          }),
        ])
      }
    })
    expect(changes).toEqual([])
  })

  test('is not poisoned', async () => {
    const { request, token } = refused ?? (await legitimate(spec))
    const inner = '{"isGodAdmin":true,"polluted":"yes","toString":"no"}'
    const bodies = [
      `{"__proto__":${inner}}`,
      `{"constructor":{"prototype":${inner}}}`,
      `{"a":[{"__proto__":${inner}}]}`,
      `{"__pro\\u0074o__":${inner}}`,
      `[${inner}]`,
      '"__proto__"',
      'null',
      '[[[[[[]]]]]]',
    ]
    const answers = await Promise.all(
      bodies.map((payload) =>
        server.fastify.inject({
          ...injection(spec, request, { token, headers: { 'content-type': 'application/json' } }),
          payload,
        }),
      ),
    )
    const query = '__proto__[isGodAdmin]=true&__proto__=a&__proto__=b&constructor.prototype.polluted=1&constructor=x'
    const inject = injection(spec, request, { token, headers: { cookie: '__proto__=x; constructor=y; toString=z' } })
    answers.push(await server.fastify.inject({ ...inject, url: `${request.path}?${query}` }))
    const boundary = 'frontera'
    const part = (name: string, rest = '') =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n${inner}\r\n`
    for (const name of ['__proto__', 'constructor', 'data', 'toString', '__proto__[x]']) {
      for (const file of ['', '; filename="x.png"\r\ncontent-type: image/png']) {
        answers.push(
          await server.fastify.inject({
            ...injection(spec, request, {
              token,
              headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
            }),
            payload: `${part(name, file)}--${boundary}--\r\n`,
          }),
        )
      }
    }
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(await administrators()).toEqual([])
  })
})

/** Administrators that no fixture made. */
async function administrators(): Promise<string[]> {
  const rows = await server.app.db
    .selectFrom('users')
    .select(['name', 'is_god_admin', 'is_admin'])
    .where((eb) => eb.or([eb('is_god_admin', '=', true), eb('is_admin', '=', true)]))
    .where('name', '<>', 'Camila Ferreyra')
    .execute()
  return rows.map(({ name }) => name)
}

test('threat 14: the sweep sees a field that is written', async () => {
  const person = await server.given.user()
  const { changes, raw } = await changesOf(() =>
    server.app.db.updateTable('users').set({ gender: 'Other', name: MARK }).where('id', '=', person.id).execute(),
  )
  expect(changes).toHaveLength(1)
  expect(raw.join()).toContain(MARK)
})
