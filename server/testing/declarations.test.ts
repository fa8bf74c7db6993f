import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, failuresOf, type EndpointSpec } from '#contract/api/endpoint.ts'
import { endpoints } from '#server/app.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { bind, type Call } from '#server/http/bound.ts'
import { inputSchema, type JsonSchema } from '#server/http/schemas.ts'
import { createServer } from '#server/http/server.ts'
import { Failure } from '#server/shared/failure.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { createTestApp, type TestApp } from './app.ts'
import { holdDeclarations, type HeldDeclarations } from './declarations.ts'
import { nameOf } from './requests.ts'

const shared = {
  method: 'POST',
  access: 'public',
  whileImpersonating: 'blocked',
  summary: 'Prueba',
  body: z.object({ does: z.array(z.string()) }),
  response: 'empty',
} as const
const silent = endpoint({ ...shared, path: '/silent', failures: ['sold_out'] })
const audited = endpoint({
  ...shared,
  path: '/audited',
  audit: 'event.update',
  auditBeside: ['event.tickets'],
  failures: [],
})

let server: TestApp
let held: HeldDeclarations
let fastify: Awaited<ReturnType<typeof createServer>>
let eventId: string
beforeAll(async () => {
  server = await createTestApp()
  eventId = (await server.given.event()).id
  held = holdDeclarations(server.database.connectionString)
  const app = { ...server.app, processCache: createProcessCache(server.clock) }
  fastify = await createServer({
    app,
    endpoints: held.watchEndpoints([bind(silent, act), bind(audited, act)]),
    rules: {},
    sessions: { find: async () => null, forgetUser: () => {} },
    checkAnswers: true,
    watch: held.watch,
  })
})
afterAll(async () => {
  await fastify.close()
  await held.end()
  await server.close()
})

/** Does what the body says, in its order. */
async function act(app: App, { body, origin }: Pick<Call<typeof silent>, 'body' | 'origin'>): Promise<void> {
  for (const each of body.does) {
    if (each === 'write') await sql`update events set name = name || '.' where id = ${eventId}`.execute(app.db)
    else if (each === 'lock') await sql`select from events where id = ${eventId} for update of events`.execute(app.db)
    else if (each === 'write nothing') await sql`update events set name = '' where false`.execute(app.db)
    else if (each === 'sold_out' || each === 'event_not_found') throw new Failure(each)
    else {
      await inTransaction(app, (app) => audit(app, { userId: null, origin }, each, ['event', eventId]))
    }
  }
}

test.each([
  [silent, ['sold_out'], []],
  [
    silent,
    ['event_not_found'],
    ['POST /silent answered 404 event_not_found, which it does not declare. Its own: sold_out'],
  ],
  [silent, ['write'], []],
  [
    silent,
    ['event.update'],
    ['POST /silent left an audit row event.update, which it does not declare. It declares: no audit'],
  ],
  [audited, ['write', 'event.update'], []],
  [audited, ['write', 'event.update', 'event.tickets'], []],
  [audited, ['write', 'event.tickets'], [expect.stringContaining('left no audit row event.update')]],
  [audited, ['write nothing', 'lock'], []],
  [audited, ['write', 'event_not_found'], [expect.stringContaining('Its own: none')]],
  [
    audited,
    ['write', 'event.create'],
    [
      'POST /audited left an audit row event.create, which it does not declare. It declares: event.update, event.tickets',
    ],
  ],
  [
    audited,
    ['write nothing', 'write'],
    ['POST /audited changed something and left no audit row event.update. It changed: events'],
  ],
] as const)('%o that does %j', async ({ path }, does, problems) => {
  await fastify.inject({ method: 'POST', url: path, payload: { does } })
  expect(await held.problems()).toEqual(problems)
})

test('what stayed unseen is reported at the end of the file', async () => {
  const late = holdDeclarations(server.database.connectionString)
  const app = { ...server.app, processCache: createProcessCache(server.clock) }
  const web = await createServer({
    app,
    endpoints: late.watchEndpoints([bind(silent, act)]),
    rules: {},
    sessions: { find: async () => null, forgetUser: () => {} },
    checkAnswers: true,
    watch: late.watch,
  })
  await web.inject({ method: 'POST', url: silent.path, payload: { does: ['event_not_found'] } })
  await web.close()
  await expect(late.end()).rejects.toThrow('answered 404 event_not_found')
})

test('servers that begin in the same millisecond name their requests apart', async () => {
  const answers = [await fastify.inject('/api/v1/nada'), await server.fastify.inject('/api/v1/nada')]
  const [one, other] = answers.map(({ headers }) => String(headers['x-request-id']).replace(/-\w+$/, ''))
  expect(one?.split('-')[0]).toBe(other?.split('-')[0])
  expect(one).not.toBe(other)
})

/** Said of one endpoint although it follows: in the browser a 401 that an endpoint names does not end the session (rule R3.4). */
const SAID_ANYWAY = ['missing_token', 'session_expired', 'forbidden']

test('no endpoint lists as its own what follows from the rest of its declaration', () => {
  const doubled = endpoints.flatMap(({ spec }) => {
    const follows = failuresOf({ ...spec, failures: [] })
    const own = spec.failures.filter(
      (code) => follows.has(code) && !SAID_ANYWAY.includes(code) && code !== spec.invalid,
    )
    return own.map((code) => `${nameOf(spec)} ${code}`)
  })
  expect(doubled).toEqual([])
})

test('every id of an input says what it names', () => {
  const unnamed = endpoints.flatMap(({ spec }) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      (spec[part] ? unnamedIds(inputSchema(spec[part]), part) : []).map((field) => `${nameOf(spec)} ${field}`),
    ),
  )
  const ruled = endpoints.flatMap(({ spec }) => (objectOf(spec)?.names === undefined ? nameOf(spec) : []))
  expect([...unnamed, ...ruled]).toEqual([])
})

function unnamedIds(node: JsonSchema, path: string): string[] {
  if (node.names) return []
  if (node['format'] === 'uuid') return [path]
  const items = node['items'] as JsonSchema | undefined // JSON Schema's own shape
  return [
    ...[...(node.anyOf ?? []), ...(node.allOf ?? [])].flatMap((option) => unnamedIds(option, path)),
    ...Object.entries(node.properties ?? {}).flatMap(([name, field]) => unnamedIds(field, `${path}.${name}`)),
    ...(items ? unnamedIds(items, `${path}[]`) : []),
  ]
}

/** The field by which an endpoint's object rule goes; what has no rule needs none. */
function objectOf({ access, ...spec }: EndpointSpec): JsonSchema | undefined {
  const from = typeof access === 'object' ? access.object?.from : undefined
  if (from === undefined) return { names: 'event' }
  const [named, field] = from.split('.') as ['params' | 'query' | 'body' | 'either', string]
  const part = named === 'either' ? 'body' : named
  return spec[part] && inputSchema(spec[part]).properties?.[field]
}
