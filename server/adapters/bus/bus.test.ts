import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '#server/shared/logger.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createInProcessBus } from './in-process.ts'
import type { Bus } from './port.ts'
import { createPostgresBus, type PostgresBus } from './postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Ends of the test that runs; one that fails leaves them open. */
const opened: PostgresBus[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((end) => end.close()))
})

const lines: string[] = []
const log = createLogger({ level: 'warn', pretty: false, destination: { write: (line) => void lines.push(line) } })

/** Resolves with the first `count` payloads of a topic. */
function hear(bus: Bus, topic: string, count: number): Promise<string[]> {
  const heard: string[] = []
  return new Promise((resolve) => {
    const stop = bus.subscribe(topic, (payload) => {
      heard.push(payload)
      if (heard.length < count) return
      stop()
      resolve(heard)
    })
  })
}

/** Two ends of one bus: the same object in one process, two connections between two. */
const kinds: Record<string, () => Promise<readonly [Bus, Bus]>> = {
  'in one process': async () => {
    const bus = createInProcessBus(log)
    return [bus, bus]
  },
  'over PostgreSQL': async () => {
    const ends = [0, 1].map(() => createPostgresBus({ connectionString: database.connectionString, log }))
    opened.push(...ends)
    await Promise.all(ends.map((end) => end.connected()))
    const [here, there] = ends as [PostgresBus, PostgresBus]
    return [here, there]
  },
}

describe.each(Object.entries(kinds))('%s', (_, connect) => {
  test('a hint reaches its topic at both ends, in order, and no other topic', async () => {
    const [here, there] = await connect()
    const wrong: string[] = []
    there.subscribe('other', (payload) => wrong.push(payload))
    const heard = Promise.all([hear(here, 'order', 3), hear(there, 'order', 3)])
    for (const payload of ['a', 'b', 'ñ"\\\n']) here.publish('order', payload)
    expect(await heard).toEqual([
      ['a', 'b', 'ñ"\\\n'],
      ['a', 'b', 'ñ"\\\n'],
    ])
    expect(wrong).toEqual([])
    await Promise.all([here.close(), there.close()])
  })

  test('a publisher is never run by its listeners, and a listener that throws harms no other', async () => {
    const [here, there] = await connect()
    there.subscribe('order', () => {
      throw new Error('listener of the test')
    })
    const heard = hear(there, 'order', 1)
    let isPublished = false
    const order: boolean[] = []
    here.subscribe('order', () => order.push(isPublished))
    here.publish('order')
    isPublished = true
    expect(await heard).toEqual([''])
    expect(order).toEqual([true])
    expect(lines.join('')).toContain('listener of the test')
    await Promise.all([here.close(), there.close()])
  })

  test('who stopped hears no more, once for each subscription', async () => {
    const [here, there] = await connect()
    const heard: string[] = []
    const listener = (payload: string) => void heard.push(payload)
    const stopFirst = there.subscribe('order', listener)
    there.subscribe('order', listener)
    stopFirst()
    stopFirst()
    const arrived = hear(there, 'order', 2)
    here.publish('order', '1')
    here.publish('order', '2')
    await arrived
    expect(heard).toEqual(['1', '2'])
    await Promise.all([here.close(), there.close()])
    here.publish('order', 'after the end')
  })
})

test('a burst leaves as one notification, repeats as one hint', async () => {
  const witness = new pg.Client({ connectionString: database.connectionString })
  await witness.connect()
  await witness.query('listen previa_bus')
  const notifications: string[] = []
  witness.on('notification', ({ payload }) => notifications.push(payload ?? ''))
  const [here, there] = await kinds['over PostgreSQL']!() // the table above has it
  const heard = hear(there, 'stock', 50)
  for (let time = 0; time < 10; time += 1) {
    for (let event = 0; event < 50; event += 1) here.publish('stock', `event-${event}`)
  }
  expect(new Set(await heard).size).toBe(50)
  // PostgreSQL wakes listeners one by one: the witness may come after `there`. What it has when the end arrives is all.
  here.publish('end')
  await expect.poll(() => notifications.at(-1)).toContain('end')
  expect(notifications).toHaveLength(2)
  // A thousand long hints do not fit one NOTIFY; they leave in one statement all the same.
  const many = hear(there, 'long', 900)
  for (let place = 0; place < 900; place += 1) here.publish('long', `${place}-${'x'.repeat(100)}`)
  here.publish('long', 'x'.repeat(9000))
  expect(await many).toHaveLength(900)
  expect(notifications.every((payload) => Buffer.byteLength(payload) < 8000)).toBe(true)
  await Promise.all([here.close(), there.close(), witness.end()])
})

test('the connection comes back after the database cut it', async () => {
  const [here, there] = await kinds['over PostgreSQL']!()
  const ends = [here, there] as PostgresBus[]
  const admin = new pg.Client({ connectionString: database.connectionString })
  await admin.connect()
  const cut = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'previa-bus' and datname = current_database()`
  expect((await admin.query(cut)).rowCount).toBe(2)
  // Until both notice, `connected` may still speak of the connection that was cut: asked in PostgreSQL instead.
  await expect
    .poll(
      async () =>
        (
          await admin.query(
            `select 1 from pg_stat_activity where application_name = 'previa-bus' and query like 'listen%' and datname = current_database()`,
          )
        ).rowCount,
      { timeout: 10_000 },
    )
    .toBe(2)
  await Promise.all(ends.map((end) => end.connected()))
  const heard = hear(there, 'order', 1)
  here.publish('order', 'again')
  expect(await heard).toEqual(['again'])
  await Promise.all([here.close(), there.close(), admin.end()])
})

test('without a database nothing throws and the own process still hears', async () => {
  const bus = createPostgresBus({ connectionString: 'postgres://unknown@127.0.0.1:1/nowhere', log })
  const heard = hear(bus, 'order', 1)
  bus.publish('order', 'here')
  expect(await heard).toEqual(['here'])
  await bus.close()
})
