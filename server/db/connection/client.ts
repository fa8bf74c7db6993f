/** The connection pool and how PostgreSQL's values read in TypeScript. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/context.ts'
import { clientsThatHangUp } from './hang-up.ts'
import type { DB } from '../schema.ts'

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
/** Longer than anything that a person waits for. */
const STATEMENT_TIMEOUT_MS = 10_000
/** Later than that, so that a server which lives says itself that it was too long. */
const ANSWER_TIMEOUT_MS = 12_000
/** A process that stops within a transaction holds its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 10_000
/** How long a connection says nothing before the system asks whether the other side is still there. */
const KEEP_ALIVE_MS = 10_000

/** `2026-11-21 04:00:00.123456+00` → `2026-11-21T04:00:00.123Z`; sessions run in UTC. */
export function isoFromPostgres(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text)
  if (!match) throw new Error(`Unexpected timestamp from PostgreSQL: ${text}`)
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
}

const parsers = new Map<number, (text: string) => unknown>([
  // Centavos and counters stay far below 2^53.
  [INT8, Number],
  [DATE, (text) => text],
  [TIMESTAMPTZ, isoFromPostgres],
])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
} // pg's overloads cannot be written as one function type

export interface PoolOptions {
  readonly connectionString: string
  readonly max: number
  /** Shown in pg_stat_activity. */
  readonly name: string
  readonly onError?: (error: Error) => void
  /** Session settings besides the time zone. */
  readonly settings?: Readonly<Record<string, string>>
  /** What else its connections are opened with. */
  readonly connection?: object
  /** How long a statement may go without its answer before the connection is given up; for what sets itself more time. */
  readonly longestAnswerMs?: number | undefined
}

const openPools = new Map<pg.Pool, string>()

export interface PoolUse {
  readonly name: string
  readonly busy: number
  readonly idle: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

/** How this process's pools are used right now, for `/metrics`. */
export function readPoolUse(): PoolUse[] {
  for (const pool of openPools.keys()) if (pool.ended) openPools.delete(pool)
  return [...openPools].map(([pool, name]) => ({
    name,
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }))
}

function sessionOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

/** One pool. Both error handlers are needed: a killed checked-out connection would otherwise end the process. */
export function createPool(options: PoolOptions): pg.Pool {
  const onError = options.onError ?? (() => {})
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max,
    application_name: `previa-${options.name}`,
    options: sessionOptions({ timezone: 'UTC', ...options.settings }),
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types,
    Client: clientsThatHangUp(options.longestAnswerMs ?? ANSWER_TIMEOUT_MS),
    ...options.connection,
  })
  pool.on('error', onError)
  pool.on('connect', (client) => void client.on('error', onError))
  openPools.set(pool, options.name)
  return pool
}

/** A typed query builder over one pool of its own; `destroy` ends the pool. */
export function createDb(options: PoolOptions): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: createPool(options) }) })
}
