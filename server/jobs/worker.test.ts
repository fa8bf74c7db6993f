import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '#server/context.ts'
import { createDb } from '#server/db/connection/client.ts'
import { createLogger } from '#server/shared/logger.ts'
import { ended } from '#server/testing/child-output.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { shiftedProcess } from '#server/testing/shift-clock.ts'
import { createStallingProxy } from '#server/testing/stalling-proxy.ts'
import type { JobName } from './catalogue.ts'
import { openQueue, type JobHandlers } from './queue.ts'
import { startWorker, type Worker } from './worker.ts'

let database: TestDatabase
let app: App
const workers: Worker[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  const db = createDb({ connectionString: database.connectionString, max: 4, name: 'worker-test' })
  const log = createLogger({ level: 'silent', pretty: false })
  const queue = await openQueue({ db, handlers: {}, log })
  app = { db, log, queue } as App // all that jobs use here
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await app.queue.close()
  await app.db.destroy()
})

async function work(handlers: JobHandlers, only?: readonly JobName[]): Promise<Worker> {
  const worker = await startWorker(app, { handlers, connectionString: database.connectionString, only })
  workers.push(worker)
  return worker
}

/** A promise and what settles it: tests wait for what happens, not for time to pass. */
function signal<Value = void>() {
  return Promise.withResolvers<Value>()
}

test('a worker runs what is enqueued, and finishes it before it stops', async () => {
  const started = signal<string>()
  const finish = signal()
  let isFinished = false
  const worker = await work({
    'media.make-avif': async (_app, { imageId }) => {
      started.resolve(imageId)
      await finish.promise
      isFinished = true
    },
  })
  await app.queue.enqueue(app, 'media.make-avif', { imageId: '7' })
  expect(await started.promise).toBe('7')
  const stopped = worker.stop()
  finish.resolve()
  await stopped
  expect(isFinished).toBe(true)
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'media.make-avif'`.execute(
    app.db,
  )
  expect(rows).toEqual([{ state: 'completed' }])
})

test('a worker asks what runs to end, and names what does not end in time', async () => {
  const [started, heard, finish] = [signal(), signal(), signal()]
  const worker = await work({
    'media.make-avif': async (_app, _payload, stopping) => {
      stopping?.addEventListener('abort', () => heard.resolve())
      started.resolve()
      await finish.promise
    },
  })
  await app.queue.enqueue(app, 'media.make-avif', { imageId: '8' })
  await started.promise
  const stopped = worker.stop(1000)
  await heard.promise
  expect(await stopped).toEqual(['media.make-avif'])
  finish.resolve()
})

test('a worker without anything that runs on names nothing', async () => {
  const worker = await work({ 'media.make-avif': async () => {} })
  expect(await worker.stop(1000)).toEqual([])
})

test('a job outlives the worker that was killed while running it', async () => {
  const killed = await startHangingWorker()
  await app.queue.enqueue(app, 'checkout.end-sale', { eventId: 'n1' })
  await killed.hasStartedAJob
  killed.process.kill('SIGKILL')
  await ended(killed.process)

  // A minute of silence later.
  await sql`
    update pgboss.job set started_on = started_on - interval '60s', heartbeat_on = heartbeat_on - interval '60s'
     where name = 'checkout.end-sale'`.execute(app.db)
  const again = signal<string>()
  await work({ 'checkout.end-sale': async (_app, { eventId }) => again.resolve(eventId) })
  expect(await again.promise).toBe('n1')
})

test('a network that falls silent keeps no worker asking for ever', async () => {
  const network = await createStallingProxy(database.connectionString)
  const [first, second] = [signal<string>(), signal<string>()]
  const handlers: JobHandlers = {
    // One whose retry comes soon: where this machine freezes for a second, the answer that brings it may be lost too.
    'checkout.end-sale': async (_app, { eventId }) => (eventId === '1' ? first : second).resolve(eventId),
  }
  const { connectionString } = network
  const worker = await startWorker(app, { handlers, connectionString, longestAnswerMs: 1000 })
  try {
    await app.queue.enqueue(app, 'checkout.end-sale', { eventId: '1' })
    expect(await first.promise).toBe('1')
    network.stall()
    await app.queue.enqueue(app, 'checkout.end-sale', { eventId: '2' })
    expect(await second.promise).toBe('2')
  } finally {
    await worker.stop(1000)
    await network.close()
  }
})

/** A worker in a process of its own, whose handler says that it began and never ends. */
async function startHangingWorker() {
  const program = `
    import { createDb } from '#server/db/connection/client.ts'
    import { startWorker } from '#server/jobs/worker.ts'
    import { createLogger } from '#server/shared/logger.ts'
    const connectionString = process.argv[1]
    const db = createDb({ connectionString, max: 2, name: 'hanging-worker' })
    const app = { db, log: createLogger({ level: 'silent', pretty: false }) }
    const handlers = { 'checkout.end-sale': () => { process.send('started'); return new Promise(() => {}) } }
    await startWorker(app, { handlers, connectionString })
    process.send('ready')
  `
  const hanging = spawn(process.execPath, ['--input-type=module', '--eval', program, database.connectionString], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...shiftedProcess },
  })
  const ready = signal()
  const started = signal()
  hanging.on('message', (message) => (message === 'ready' ? ready.resolve() : started.resolve()))
  await ready.promise
  return { process: hanging, hasStartedAJob: started.promise }
}

/** Queues are looked at each second, or each five. */
const PATIENCE = { timeout: 20_000 }

test('a worker of some jobs leaves the others to the next one', async () => {
  const ran: string[] = []
  const handlers: JobHandlers = {
    'media.make-avif': async () => void ran.push('picture'),
    'tickets.expire': async () => void ran.push('clock'),
    'support.send-contact': async () => void ran.push('mail'),
  }
  await app.queue.enqueue(app, 'media.make-avif', { imageId: '7' })
  const contact = { name: 'Ana', email: 'ana@previa.example', message: 'Hola' }
  await app.queue.enqueue(app, 'support.send-contact', contact as never) // nothing of it is read here
  const some = await work(handlers, ['support.send-contact'])
  await expect.poll(() => ran, PATIENCE).toEqual(['mail'])
  await some.stop()
  await work(handlers)
  await expect.poll(() => ran.toSorted(), PATIENCE).toEqual(['clock', 'mail', 'picture'])
})
