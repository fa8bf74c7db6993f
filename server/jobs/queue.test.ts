import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction, type App } from '#server/context.ts'
import { createDb } from '#server/db/connection/client.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { databaseOffset } from '#server/testing/shift-clock.ts'
import { DEAD_LETTER, installJobs } from './install.ts'
import { RETRIES } from './job.ts'
import { openQueue, type JobHandlers } from './queue.ts'

let database: TestDatabase
let app: App
let ran: string[]
let logged: { level: number; job?: string; attempt?: number }[]
let isBroken = false

const handlers: JobHandlers = {
  'media.make-avif': async (_app, { imageId }) => {
    if (isBroken) throw new Error('the image cannot be read')
    ran.push(`avif ${imageId}`)
  },
  'checkout.end-sale': async (app, { eventId }) => {
    ran.push(`sale ${eventId}`)
    await app.queue.enqueue(app, 'media.make-avif', { imageId: `of ${eventId}` })
  },
  'refunds.sweep': async () => void ran.push('sweep'),
}

beforeAll(async () => {
  database = await createTestDatabase()
  // One connection, so that the moved clock of one statement is the clock of all.
  const db = createDb({ connectionString: database.connectionString, max: 1, name: 'queue-test' })
  const destination = { write: (line: string) => void logged.push(JSON.parse(line)) }
  const log = createLogger({ level: 'error', pretty: false, destination })
  const queue = await openQueue({ db, handlers, log })
  app = { db, log, queue, vendors: { email: { isOn: false }, whatsapp: { isOn: false } } } as App // all that jobs use here
})
afterAll(async () => {
  await app.queue.close()
  await app.db.destroy()
  await database.drop()
})
beforeEach(async () => {
  ran = []
  logged = []
  isBroken = false
  await sql`delete from pgboss.job`.execute(app.db)
  await moveClock(0)
})

const moveClock = (seconds: number) =>
  sql`select set_config('previa.clock_offset', ${databaseOffset(seconds)}, false)`.execute(app.db)

async function jobRows() {
  const { rows } = await sql<{ name: string; state: string; wait: number; sourceName: string | null; data: unknown }>`
    select name, state, extract(epoch from start_after - app_now())::float8 as wait, source_name as "sourceName", data
    from pgboss.job order by name, created_on`.execute(app.db)
  return rows
}

test('a job exists only if the transaction that enqueued it commits', async () => {
  const enqueueAndFail = inTransaction(app, async (app) => {
    await app.queue.enqueue(app, 'media.make-avif', { imageId: 'lost' })
    throw new Error('the sale did not happen')
  })
  await expect(enqueueAndFail).rejects.toThrow('the sale did not happen')
  expect(await jobRows()).toEqual([])

  await inTransaction(app, (app) => app.queue.enqueue(app, 'media.make-avif', { imageId: 'kept' }))
  expect(await app.queue.drain(app)).toBe(1)
  expect(ran).toEqual(['avif kept'])
  expect(await app.queue.drain(app)).toBe(0)
})

test('where nothing is due, all queues are looked at in one statement', async () => {
  await app.queue.enqueue(app, 'media.make-avif', { imageId: 'later' }, { delaySeconds: 60 })
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  expect(await app.queue.drain(app)).toBe(0)
  expect(asked).toHaveBeenCalledOnce()
  asked.mockRestore()
  await moveClock(61)
  expect(await app.queue.drain(app)).toBe(1)
})

test('half of a letter does not keep a job from being stored', async () => {
  await app.queue.enqueue(app, 'media.make-avif', { imageId: 'Camila \ud83d' })
  expect(await app.queue.drain(app)).toBe(1)
  expect(ran).toEqual(['avif Camila \ufffd'])
})

test('what a job enqueues runs too, in order', async () => {
  await app.queue.enqueue(app, 'checkout.end-sale', { eventId: '1' })
  await app.queue.enqueue(app, 'checkout.end-sale', { eventId: '2' })
  expect(await app.queue.drain(app)).toBe(4)
  expect(ran).toEqual(['sale 1', 'sale 2', 'avif of 1', 'avif of 2'])
})

test('one job waits per key, and any number without one', async () => {
  for (const imageId of ['a', 'b']) {
    await app.queue.enqueue(app, 'media.make-avif', { imageId }, { singletonKey: 'flyer' })
    await app.queue.enqueue(app, 'media.make-avif', { imageId })
  }
  await app.queue.drain(app)
  expect(ran.toSorted()).toEqual(['avif a', 'avif a', 'avif b'])
  await app.queue.enqueue(app, 'media.make-avif', { imageId: 'c' }, { singletonKey: 'flyer' })
  expect(await app.queue.drain(app)).toBe(1)
})

test('a delayed job waits for its time', async () => {
  await app.queue.enqueue(app, 'media.make-avif', { imageId: 'later' }, { delaySeconds: 600 })
  expect(await app.queue.drain(app)).toBe(0)
  await moveClock(601)
  expect(await app.queue.drain(app)).toBe(1)
})

test('a job that fails is tried again, later each time, and ends in the dead letter; each attempt is logged once', async () => {
  isBroken = true
  const { retryLimit, retryDelaySeconds } = RETRIES.drawing
  await app.queue.enqueue(app, 'media.make-avif', { imageId: 'poison' })
  let now = 0
  for (let attempt = 1; attempt <= retryLimit; attempt += 1) {
    expect(await app.queue.drain(app)).toBe(1)
    const [row] = await jobRows()
    expect(row?.state).toBe('retry')
    const leastWait = retryDelaySeconds * 2 ** (attempt - 1)
    expect(row?.wait).toBeGreaterThan(leastWait - 1)
    expect(row?.wait).toBeLessThan(leastWait * 2)
    expect(await app.queue.drain(app)).toBe(0)
    await moveClock((now += Math.ceil(row?.wait ?? 0)))
  }
  expect(await app.queue.drain(app)).toBe(1)
  expect(await jobRows()).toMatchObject([
    { name: DEAD_LETTER, state: 'created', sourceName: 'media.make-avif', data: { imageId: 'poison' } },
    { name: 'media.make-avif', state: 'failed' },
  ])
  expect(logged.map(({ job, attempt }) => [job, attempt])).toEqual(
    Array.from({ length: retryLimit + 1 }, (_, index) => ['media.make-avif', index + 1]),
  )
})

test('a failed job succeeds at a later attempt', async () => {
  isBroken = true
  await app.queue.enqueue(app, 'media.make-avif', { imageId: 'slow' })
  await app.queue.drain(app)
  isBroken = false
  await moveClock(3600)
  expect(await app.queue.drain(app)).toBe(1)
  expect(ran).toEqual(['avif slow'])
})

test('a job that runs by the clock runs when asked', async () => {
  await app.queue.runJob(app, 'refunds.sweep')
  expect(ran).toEqual(['sweep'])
  await expect(app.queue.runJob(app, 'events.finish-past')).rejects.toThrow('events.finish-past')
})

test('installing again changes nothing, and brings a changed queue back to the catalogue', async () => {
  const queues = () => sql`select * from pgboss.queue order by name`.execute(app.db).then(({ rows }) => rows)
  const schedules = () => sql`select * from pgboss.schedule order by name`.execute(app.db).then(({ rows }) => rows)
  const before = [await queues(), await schedules()]
  await installJobs(database.connectionString)
  expect([await queues(), await schedules()]).toEqual(before)

  await sql`update pgboss.queue set retry_limit = 99 where name = 'media.make-avif'`.execute(app.db)
  await sql`insert into pgboss.schedule (name, cron, timezone) values ('refunds.notify', '* * * * *', 'UTC')`.execute(
    app.db,
  )
  await installJobs(database.connectionString)
  const after = (await queues()) as { name: string; retry_limit: number }[]
  expect(after.find(({ name }) => name === 'media.make-avif')?.retry_limit).toBe(RETRIES.drawing.retryLimit)
  expect(await schedules()).toEqual(before[1])
})
