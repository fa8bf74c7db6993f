/** A database or a network that falls silent keeps no caller waiting, and costs no place in a pool. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { asFailure } from '#server/http/failures.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createStallingProxy, type StallingProxy } from '#server/testing/stalling-proxy.ts'
import { createPool } from './client.ts'
import { closeReserved, openReserved } from './reserved.ts'
import type { DB } from '../schema.ts'

let database: TestDatabase
let network: StallingProxy
const pools: pg.Pool[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  network = await createStallingProxy(database.connectionString)
})
afterEach(async () => {
  const open = pools.splice(0).filter(({ ended }) => !ended)
  await Promise.all(open.map((pool) => pool.end()))
})
afterAll(async () => {
  await network.close()
  await database.drop()
})

const LONGEST_MS = 300
const open = (name: string, max = 1, connection = {}) => {
  const { connectionString } = network
  const pool = createPool({ connectionString, name, max, connection, longestAnswerMs: LONGEST_MS })
  pools.push(pool)
  return pool
}
const dbOver = (pool: pg.Pool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
const read = sql<{ pid: number }>`select pg_backend_pid() as pid`
const pidOf = async (db: Kysely<DB>) => (await read.execute(db)).rows[0]?.pid

test.each<[string, (db: Kysely<DB>, pool: pg.Pool) => Promise<unknown>]>([
  ['one statement', (db) => read.execute(db)],
  ['a transaction from its beginning', (db) => db.transaction().execute((trx) => read.execute(trx))],
  [
    'several at once on one connection',
    (db) => db.connection().execute((one) => Promise.all([read.execute(one), read.execute(one)])),
  ],
  [
    'with a callback',
    (_db, pool) =>
      new Promise((resolve, reject) => pool.query('select 1', (error) => (error ? reject(error) : resolve(null)))),
  ],
])(
  'a network that falls silent before %s: an error that may be tried again, and a new connection for the next',
  async (_name, ask) => {
    const pool = open('silent')
    const db = dbOver(pool)
    const before = await pidOf(db)
    network.stall()
    const error = await ask(db, pool).catch((reason: unknown) => reason)
    expect(String(error)).toContain('no answer in 300 ms')
    expect(asFailure(error)?.code).toBe('timeout')
    expect(await pidOf(db)).not.toBe(before)
    expect(pool.totalCount).toBe(1)
  },
)

test('within a transaction too, which is not committed', async () => {
  const db = dbOver(open('silent'))
  await sql`create table notes (id int primary key)`.execute(db)
  const stopped = db.transaction().execute(async (trx) => {
    await sql`insert into notes values (1)`.execute(trx)
    network.stall()
    await sql`insert into notes values (2)`.execute(trx)
  })
  expect(asFailure(await stopped.catch((reason: unknown) => reason))?.code).toBe('timeout')
  expect((await sql`select id from notes`.execute(db)).rows).toEqual([])
})

test('a statement that PostgreSQL itself lets run for ever is left behind with its connection', async () => {
  const pool = open('sleeping')
  const db = dbOver(pool)
  const before = await pidOf(db)
  const asleep = db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`select pg_sleep(5)`.execute(one)
  })
  await expect(asleep).rejects.toThrow('no answer')
  // Were it still the same one, this would wait for the sleeper.
  expect(await pidOf(db)).not.toBe(before)
})

test('every reserved connection hangs up as well, the pipeline of orders between its flights and in them', async () => {
  const reserved = openReserved((name, max, connection) => open(name, max, connection), { confirmations: 1 })
  const { lookups, door, confirmations, orders } = reserved
  const place = () => orders.transact(read, ([row]) => ({ writes: [sql`select 1`], result: row?.pid }))
  try {
    for (const db of [lookups, door, confirmations]) await pidOf(db)
    const before = await place()
    network.stall()
    const all = await Promise.allSettled([lookups, door, confirmations].map(pidOf).concat(place()))
    expect(all.map((each) => (each.status === 'rejected' ? asFailure(each.reason)?.code : 'answered'))).toEqual(
      Array.from({ length: 4 }, () => 'timeout'),
    )
    const between = orders.transact(read, () => {
      network.stall()
      return { writes: [sql`select 1`], result: null }
    })
    await expect(between).rejects.toThrow('no answer')
    expect(await place()).not.toBe(before)
    for (const db of [lookups, door, confirmations]) expect(await pidOf(db)).toBeGreaterThan(0)
  } finally {
    await closeReserved(reserved)
  }
})

test.each([[['payments']], [['confirmations']], [['payments', 'confirmations']]] as const)(
  'after %j no reserved connection is left open',
  async (used) => {
    const reserved = openReserved((name, max, connection) => open(name, max, connection), { confirmations: 1 })
    if (used.some((name) => name === 'confirmations')) await pidOf(reserved.confirmations)
    if (used.some((name) => name === 'payments'))
      await reserved.payments.transact(read, () => ({ writes: [], result: null }))
    await closeReserved(reserved)
    expect(pools.map(({ totalCount }) => totalCount)).toEqual(pools.map(() => 0))
  },
)

test('what was answered in time keeps its connection, however long it is idle after', async () => {
  const db = dbOver(open('calm'))
  const before = await pidOf(db)
  await new Promise((resolve) => setTimeout(resolve, LONGEST_MS * 2))
  expect(await pidOf(db)).toBe(before)
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero')
  expect(await pidOf(db)).toBe(before)
})
