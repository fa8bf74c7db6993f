import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App, Db } from '#server/context.ts'
import { createDb } from '#server/db/connection/client.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { startSchedule } from './schedule.ts'

let database: TestDatabase
let unguarded: TestDatabase
const apps: App[] = []

function appOver(connectionString: string): App {
  const db = createDb({ connectionString, max: 2, name: 'schedule-test' })
  const app = { db, log: createLogger({ level: 'silent', pretty: false }) } as App // all that the schedule uses
  apps.push(app)
  return app
}

beforeAll(async () => {
  database = await createTestDatabase()
  unguarded = await createTestDatabase()
  const { db } = appOver(unguarded.connectionString)
  // The negative control: leases that never hold.
  await sql`create function forget_lease() returns trigger language plpgsql as $$
    begin new.due_at = '-infinity'; return new; end $$`.execute(db)
  await sql`create trigger forget_lease before insert or update on clock_jobs
    for each row when (new.leased_by is not null) execute function forget_lease()`.execute(db)
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.db.destroy()))
  await Promise.all([database.drop(), unguarded.drop()])
})

/** Runs a job every 20 ms in `count` workers until it began 20 times; gives the most that ran at the same time. */
async function mostAtOnce(connectionString: string, count: number): Promise<number> {
  const enough = Promise.withResolvers<void>()
  let starts = 0
  let running = 0
  let most = 0
  const handlers = {
    'checkout.expire-orders': async (app: App) => {
      running += 1
      most = Math.max(most, running)
      if ((starts += 1) === 20) enough.resolve()
      await sql`select pg_sleep(0.03)`.execute(app.db)
      running -= 1
    },
  }
  const schedules = Array.from({ length: count }, () =>
    startSchedule(appOver(connectionString), { handlers, every: { 'checkout.expire-orders': 0.02 } }),
  )
  await enough.promise
  await Promise.all(schedules.map((schedule) => schedule.stop()))
  return most
}

test('several workers never run a clock job at the same time', async () => {
  expect(await mostAtOnce(database.connectionString, 3)).toBe(1)
})

test('without the lease they would', async () => {
  expect(await mostAtOnce(unguarded.connectionString, 3)).toBeGreaterThan(1)
})

const clockJobs = (db: Db) => db.selectFrom('clock_jobs').selectAll().execute()

beforeEach(() => appOver(database.connectionString).db.deleteFrom('clock_jobs').execute())

test('a run that a dead worker left is done again when its lease ends, and not before', async () => {
  const app = appOver(database.connectionString)
  const begin = (leasedUntil: string) =>
    sql`insert into clock_jobs (name, leased_by, due_at) values
      ('refunds.sweep', gen_random_uuid(), app_now() + ${leasedUntil}::interval)
      on conflict (name) do update set due_at = excluded.due_at`.execute(app.db)
  const ran = Promise.withResolvers<void>()
  let runs = 0
  const handlers = {
    'refunds.sweep': async () => {
      runs += 1
      ran.resolve()
    },
  }

  await begin('0.3 seconds')
  const schedule = startSchedule(app, { handlers, every: { 'refunds.sweep': 60 } })
  expect(runs).toBe(0)
  await ran.promise
  await schedule.stop()
  expect(runs).toBe(1)
  expect(await clockJobs(app.db)).toMatchObject([{ leased_by: null, failures: 0 }])
})

test('a job that fails is tried again at growing distances, and a good run forgets it', async () => {
  const app = appOver(database.connectionString)
  const waits: number[] = []
  let left = 3
  const good = Promise.withResolvers<void>()
  const handlers = {
    'refunds.sweep': async (app: App) => {
      const [row] = await clockJobs(app.db)
      waits.push(row?.failures ?? -1)
      if ((left -= 1) >= 0) throw new Error('the provider is away')
      good.resolve()
    },
  }
  const schedule = startSchedule(app, { handlers, every: { 'refunds.sweep': 0.02 } })
  await good.promise
  await schedule.stop()
  expect(waits.slice(0, 4)).toEqual([1, 2, 3, 4])
  expect(await clockJobs(app.db)).toMatchObject([{ failures: 0, last_error: null }])
})

test('a long run keeps its lease', async () => {
  const app = appOver(database.connectionString)
  const leases: (string | null)[] = []
  const done = Promise.withResolvers<void>()
  const handlers = {
    'refunds.sweep': async (app: App) => {
      const lease = async () => (await clockJobs(app.db))[0]?.due_at ?? null
      leases.push(await lease())
      while (leases.at(-1) === leases[0]) leases.push(await lease())
      done.resolve()
    },
  }
  const schedule = startSchedule(app, { handlers, leaseSeconds: 0.3, every: { 'refunds.sweep': 60 } })
  await done.promise
  await schedule.stop()
  expect(leases.at(-1)).not.toBe(leases[0])
})

test('a run that goes on while there is work learns that its worker stops', async () => {
  const began = Promise.withResolvers<void>()
  let hasStopped = false
  const schedule = startSchedule(appOver(database.connectionString), {
    handlers: {
      'checkout.apply-notifications': async (app, _payload, stopping) => {
        while (!stopping?.aborted) {
          await sql`select pg_sleep(0.01)`.execute(app.db)
          began.resolve()
        }
        hasStopped = true
      },
    },
    every: { 'checkout.apply-notifications': 0.02 },
  })
  await began.promise
  await schedule.stop()
  expect(hasStopped).toBe(true)
})
