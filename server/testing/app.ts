/**
 * A whole server over its own cloned database, called through the typed contract: parsing, access, serialising and all.
 * The clock of code and database moves by hand, jobs run when the test says, mail and messages stay in `dev_inbox`.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import { formFields } from '#contract/api/form-fields.ts'
import type { FailureBody, FailureCode } from '#contract/api/failures.ts'
import { createApp, endpoints, rules, webRoutes } from '#server/app.ts'
import { readConfig, type Config } from '#server/config.ts'
import type { App } from '#server/context.ts'
import { createPool } from '#server/db/connection/client.ts'
import { openReserved } from '#server/db/connection/reserved.ts'
import type { DB } from '#server/db/schema.ts'
import { isNextForPayment } from '#server/modules/payments/refunds/store.ts'
import { endServer } from '#server/http/end-server.ts'
import { createServer } from '#server/http/server.ts'
import type { StreamSettings } from '#server/http/stream.ts'
import { createClock } from '#server/shared/clock.ts'
import { movableClock, type MovableClock } from '#server/testing/movable-clock.ts'
import { createLogger } from '#server/shared/logger.ts'
import { writeBuiltFiles } from './built-files.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { holdDeclarations, type HeldDeclarations } from './declarations.ts'
import { createGiven, type Given } from './given.ts'
import { prepareStatements } from './prepared-statements.ts'
import { databaseOffset } from './shift-clock.ts'

/** A call that was refused. */
export class Refused extends Error {
  readonly status: number
  readonly body: FailureBody
  readonly retryAfterSeconds: number | null

  constructor(status: number, body: FailureBody, retryAfterSeconds: number | null) {
    super(`${status} ${body.code}: ${body.message}`)
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface CallOptions {
  /** A person of `given.user`, or any bearer token. */
  readonly as?: { readonly token: string } | string
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The address it comes from; another one each time where none is named. */
  readonly ip?: string
}

/** One of the addresses that are set aside for measurements. */
export function someAddress(): string {
  return `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(256)}`
}

type InputArgument<Spec extends EndpointSpec> = keyof CallInput<Spec> extends never
  ? [input?: undefined, options?: CallOptions]
  : [input: CallInput<Spec>, options?: CallOptions]

export interface TestApp {
  readonly app: App
  readonly fastify: FastifyInstance
  readonly clock: MovableClock
  readonly given: Given
  readonly database: TestDatabase
  /** What its endpoints declared and did. */
  readonly held: HeldDeclarations
  /** Calls an endpoint as a client would; throws `Refused` on any status outside 200–299. */
  call<Spec extends EndpointSpec>(spec: Spec, ...rest: InputArgument<Spec>): Promise<Answer<Spec>>
  /** The code that a call is refused with; throws when it succeeds. */
  refusal(call: Promise<unknown>): Promise<FailureCode>
  /** Moves the clocks of code and database. */
  advance(time: { hours?: number; minutes?: number; seconds?: number }): Promise<void>
  /** Runs every job that is due, and what that enqueues. */
  drain(): Promise<number>
  /** Milliseconds that calls of crowded addresses would have waited, in their order. */
  readonly waits: readonly number[]
  /** Exchanges the counts of calls with the other web processes, as each does every two seconds. */
  shareLimits(): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** A second server over the first one's database, as another process would be. */
  readonly sharing?: TestApp
  readonly config?: Partial<Config>
  readonly streams?: Partial<StreamSettings>
  /** Connects it to the other processes by the bus of the database. */
  readonly hasBus?: boolean
}

/** Connections that screens share. */
export const SCREENS = 5

/** A test leaves connections open that a process would wait for. */
const ENDS_WITHIN_MS = 2000

/** Starts a server for one test file; close it in `afterAll`. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.sharing?.database ?? (await createTestDatabase())
  const home = options.sharing?.app.config.home ?? (await mkdtemp(join(tmpdir(), 'previa-test-')))
  const environment = { PREVIA_HOME: home, PREVIA_MASTER_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'error' }
  const config = {
    ...readConfig(environment),
    ...(options.sharing ? options.sharing.app.config : {}),
    ...options.config,
  }
  const clock = options.sharing?.clock ?? movableClock(createClock().now())
  const log = createLogger({ level: config.logLevel, pretty: true })
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const pools: pg.Pool[] = []
  const held = options.sharing?.held ?? holdDeclarations(database.connectionString)
  const open = (name: string, max: number, connection: object = {}) => {
    const pool = createPool({ connectionString: database.connectionString, name, max, onError, connection })
    pools.push(pool)
    prepareStatements(pool)
    return pool
  }
  const pool = open('test', SCREENS)
  held.watchPool(pool)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const reserved = openReserved((name, max, connection) => open(`test-${name}`, max, connection), { confirmations: 2 })
  const waits: number[] = []
  const running = await createApp({
    config,
    connectionString: database.connectionString,
    process: 'web',
    clock,
    log,
    databases: { db, reserved },
    wait: async (milliseconds) => void waits.push(milliseconds),
    isAlone: !options.hasBus,
  })
  const web = join(home, 'web')
  await writeBuiltFiles(web)
  const fastify = await createServer({
    app: running.app,
    endpoints: held.watchEndpoints(endpoints),
    rules,
    sessions: running.sessions,
    limits: running.limits,
    // A stream ends as soon as it is open: `inject` waits for the end of an answer.
    streamSettings: options.streams ?? { longestMs: 0 },
    checkAnswers: true,
    watch: held.watch,
    extras: await webRoutes(running.app, web),
  })

  let offsetSeconds = 0
  const testApp: TestApp = {
    app: running.app,
    fastify,
    clock,
    database,
    held,
    given: createGiven(running.app),
    call: async (spec, ...rest) => call(fastify, spec, rest[0] as LooseInput | undefined, rest[1]),
    async refusal(refused) {
      try {
        await refused
      } catch (error) {
        if (error instanceof Refused) return error.body.code
        throw error
      }
      throw new Error('The call was expected to be refused, and it succeeded')
    },
    async advance({ hours = 0, minutes = 0, seconds = 0 }) {
      const step = hours * 3600 + minutes * 60 + seconds
      offsetSeconds += step
      clock.advance(step * 1000)
      await Promise.all(pools.map((each) => moveDatabaseClock(each, offsetSeconds)))
    },
    waits,
    shareLimits: () => running.limits.share(),
    async drain() {
      const { app } = running
      const { rows } = await sql<{ due: number }>`
        select (select count(*) from refunds
                 where state in ('approved', 'processing') and next_attempt_at <= app_now() and ${isNextForPayment})::int
             + (select count(*) from account_deletions
                 where state = 'in_review' and approved_at <= app_now() - interval '10 seconds' and next_attempt_at <= app_now())::int as due`.execute(
        app.db,
      )
      await app.queue.runJob(app, 'refunds.sweep')
      await app.queue.runJob(app, 'privacy.process-deletions')
      return (rows[0]?.due ?? 0) + (await app.queue.drain(app))
    },
    async close() {
      await endServer(fastify, ENDS_WITHIN_MS)
      await running.close()
      if (!options.sharing) {
        try {
          await held.end()
        } finally {
          await database.drop()
          await rm(home, { recursive: true, force: true })
        }
      }
    },
  }
  return testApp
}

/** Sets the clock of every connection that a pool has or may open. */
async function moveDatabaseClock(pool: pg.Pool, offsetSeconds: number): Promise<void> {
  const setting = databaseOffset(offsetSeconds)
  pool.options.options = `-c timezone=UTC -c previa.clock_offset=${offsetSeconds}s`
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  await Promise.all(
    clients.map((client) => client.query(`select set_config('previa.clock_offset', $1, false)`, [setting])),
  )
  for (const client of clients) client.release()
}

interface LooseInput {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
  readonly files?: Record<string, Blob | undefined>
}

async function call<Spec extends EndpointSpec>(
  fastify: FastifyInstance,
  spec: Spec,
  input: LooseInput = {},
  options: CallOptions = {},
): Promise<Answer<Spec>> {
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
  const token = typeof options.as === 'string' ? options.as : options.as?.token
  const payload = await payloadOf(input)
  const response = await fastify.inject({
    method: spec.method,
    url: query.size > 0 ? `${path}?${query}` : path,
    // A device and an address of its own each time, so that limits bite only where a test is about them.
    remoteAddress: options.ip ?? someAddress(),
    headers: {
      'x-device-id': `test-device-${randomBytes(8).toString('hex')}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      ...payload.headers,
      ...options.headers,
    },
    ...(payload.body === undefined ? {} : { payload: payload.body }),
  })
  if (response.statusCode < 200 || response.statusCode > 399) {
    const wait = response.headers['retry-after']
    throw new Refused(response.statusCode, response.json<FailureBody>(), wait === undefined ? null : Number(wait))
  }
  if (spec.response === 'empty' || spec.response === 'stream') return undefined as Answer<Spec>
  if (spec.response === 'redirect') return response.headers.location as unknown as Answer<Spec> // tests look at the address
  if (spec.response === 'bytes') {
    const type = String(response.headers['content-type'])
    return new Blob([new Uint8Array(response.rawPayload)], { type }) as Answer<Spec>
  }
  return response.json<Answer<Spec>>()
}

async function payloadOf(input: LooseInput): Promise<{ body?: string | Buffer; headers: Record<string, string> }> {
  if (input.files) {
    const form = new FormData()
    for (const [name, text] of formFields(input.body)) form.set(name, text)
    for (const [name, file] of Object.entries(input.files)) if (file) form.set(name, file, 'archivo')
    const encoded = new Response(form)
    return {
      body: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    }
  }
  if (input.body === undefined) return { headers: {} }
  return { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } }
}
