import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliveryLease } from '#server/modules/notifications/store.ts'
import { notificationLease } from '#server/modules/payments/store.ts'
import { deletionLease } from '#server/modules/privacy/store.ts'
import { refundLease } from '#server/modules/payments/refunds/store.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { claim, withHeartbeat, postpone, complete, type AnyHeldLease, type Claim, type HeldLease } from './lease.ts'
import { drainLeases } from './drain-leases.ts'

declare module '#server/db/schema.ts' {
  // The table of these tests.
  interface DB {
    work: {
      id: number
      group_of: number | null
      attempts: number
      leased_by: string | null
      next_attempt_at: string
      last_error: string | null
      done_by: string | null
    }
  }
}

const lease: HeldLease<'work'> = {
  table: 'work',
  key: 'id',
  isOpen: sql`done_by is null`,
  until: 30,
  pause: { seconds: 10, growth: 3, longestSeconds: 100 },
  most: { attempts: 5, givenUp: { done_by: 'none' } },
}

let server: TestApp
let twin: TestApp
beforeAll(async () => {
  server = await createTestApp()
  twin = await createTestApp({ sharing: server })
  await sql`create table work (id int primary key, group_of int, attempts int not null default 0, leased_by uuid,
    next_attempt_at timestamptz not null default app_now(), last_error text, done_by text)`.execute(server.app.db)
})
afterAll(async () => {
  await twin.close()
  await server.close()
})
beforeEach(() => sql`truncate work`.execute(server.app.db))

const given = (count: number) =>
  sql`insert into work (id) select generate_series(1, ${count}::int)`.execute(server.app.db)
const take = (limit: number, { app }: TestApp = server) => claim(app.db, lease, { limit })
async function only(claims: Promise<Claim[]>): Promise<Claim> {
  const [first, ...others] = await claims
  if (!first || others.length > 0) throw new Error(`One was to be claimed, not ${others.length + (first ? 1 : 0)}`)
  return first
}
const end = (held: Claim, by: string) => complete(server.app.db, lease, held, { done_by: by })
const row = async () =>
  (
    await sql<{ attempts: number; error: string | null; by: string | null; wait: number }>`
      select attempts, last_error as error, done_by as by, extract(epoch from next_attempt_at - app_now())::float8 as wait
      from work`.execute(server.app.db)
  ).rows[0]

/** Everything that claimants who come at the same moment get, each until there is no more. */
async function shared(takeSome: (at: TestApp) => Promise<readonly { readonly key: string }[]>): Promise<string[]> {
  const taken: string[] = []
  const claimant = async (at: TestApp) => {
    for (;;) {
      const some = await takeSome(at)
      if (some.length === 0) return
      taken.push(...some.map(({ key }) => key))
    }
  }
  await Promise.all([server, twin, server, twin].map(claimant))
  return taken
}

test('two claimants never get one row', async () => {
  await given(200)
  const taken = await shared((at) => take(7, at))
  expect(taken).toHaveLength(200)
  expect(new Set(taken).size).toBe(200)
})

test('negative control: a worker that reads what is due before taking it gets what others got', async () => {
  await given(200)
  const everybodyHasRead = Promise.withResolvers<undefined>()
  let readers = 0
  const taken = await shared(async ({ app }) => {
    const { rows } = await sql<{ key: string }>`
      select id::text as key from work where next_attempt_at <= app_now() limit 7`.execute(app.db)
    readers += 1
    if (readers === 4) everybodyHasRead.resolve(undefined)
    await everybodyHasRead.promise
    await sql`update work set next_attempt_at = app_now() + interval '30 seconds'
      where id = any (${rows.map(({ key }) => Number(key))}::int[])`.execute(app.db)
    return rows
  })
  expect(taken.length).toBeGreaterThan(new Set(taken).size)
})

test('those that wait longest come first, and rows of one name are taken together', async () => {
  await given(6)
  await sql`update work set group_of = (id + 1) / 2, next_attempt_at = app_now() - make_interval(secs => id)`.execute(
    server.app.db,
  )
  const pairs: HeldLease<'work'> = { ...lease, key: 'group_of' }
  const rows = await claim(server.app.db, pairs, { limit: 1, read: { id: 'id' } })
  expect(rows.map(({ key }) => key)).toEqual(['3', '3'])
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([5, 6]))
  const [first] = rows
  if (!first) throw new Error('Nothing was claimed')
  expect(await complete(server.app.db, pairs, first, { done_by: 'both' })).toBe(true)
  const { rows: done } = await sql`select id from work where done_by = 'both' order by id`.execute(server.app.db)
  expect(done).toEqual([{ id: 5 }, { id: 6 }])
})

test('a claim that is never settled comes back when its lease ends, and settles nothing any more', async () => {
  await given(1)
  const dead = await only(take(9))
  await server.advance({ seconds: 29 })
  expect(await take(9)).toEqual([])
  await server.advance({ seconds: 2 })
  const next = await only(take(9))
  expect([dead.attempts, next.attempts]).toEqual([1, 2])
  expect(await end(dead, 'the dead')).toBe(false)
  await postpone(server.app.db, lease, dead, 'late')
  expect(await row()).toMatchObject({ by: null, error: null })
  expect(await end(next, 'the next')).toBe(true)
  expect(await end(next, 'again')).toBe(false)
  await server.advance({ hours: 1 })
  expect(await take(9)).toEqual([])
  expect(await row()).toMatchObject({ by: 'the next' })
})

test('negative control: known by the number of its attempt alone, an old claim ends a new one that started over', async () => {
  await given(1)
  const old = await only(take(9))
  await sql`update work set attempts = 0, leased_by = null, next_attempt_at = app_now()`.execute(server.app.db)
  const again = await only(take(9))
  expect(again.attempts).toBe(old.attempts)
  expect(await end(old, 'old')).toBe(false)
  const { rows } = await sql`update work set done_by = 'old' where attempts = ${old.attempts} returning 1`.execute(
    server.app.db,
  )
  expect(rows).toHaveLength(1)
})

test('each pause is longer than the one before, up to the longest, and the last attempt gives up', async () => {
  await given(1)
  const waits: number[] = []
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const held = await only(take(9))
    expect(held.attempts).toBe(attempt)
    expect(await postpone(server.app.db, lease, held, 'away')).toBe(attempt === 5)
    if (attempt === 5) break
    expect(await take(9)).toEqual([])
    const { wait: seconds = 0 } = (await row()) ?? {}
    waits.push(Math.round(seconds))
    await server.advance({ seconds })
  }
  expect(waits).toEqual([10, 30, 90, 100])
  expect(await row()).toMatchObject({ by: 'none', error: 'away', attempts: 5 })
  await server.advance({ hours: 1 })
  expect(await take(9)).toEqual([])
})

/** Seconds after each failed attempt. */
function pausesOf({ pause, most }: AnyHeldLease, count: number): (number | null)[] {
  return Array.from({ length: count }, (_, n) =>
    most && n + 1 >= most.attempts ? null : Math.min(pause.seconds * pause.growth ** n, pause.longestSeconds),
  )
}

test('messages, notifications, refunds and deletions are tried again when their rules say', () => {
  expect(pausesOf(deliveryLease, 8)).toEqual([10, 40, 160, 640, 2560, 10_240, 21_600, null])
  expect(pausesOf(notificationLease, 13)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, null])
  expect(pausesOf(refundLease, 11)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 21_600])
  expect(pausesOf(deletionLease, 9)).toEqual([15, 30, 60, 120, 240, 480, 960, 1920, 3600])
})

const quick: HeldLease<'work'> = { ...lease, until: 0.6 }
const takeQuick = () => claim(server.app.db, quick, { limit: 9 })

test('a live worker keeps its lease for as long as it works', async () => {
  await given(1)
  const held = await only(takeQuick())
  const others: Claim[] = []
  await withHeartbeat(server.app, quick, held, async () => {
    for (let n = 0; n < 5; n += 1) {
      await wait(300)
      others.push(...(await takeQuick()))
    }
  })
  expect(others).toEqual([])
  expect(await end(held, 'it')).toBe(true)
})

test('negative control: without a heartbeat it is lost, and after so many seconds it is not renewed any more', async () => {
  await given(1)
  const held = await only(takeQuick())
  await withHeartbeat(server.app, quick, held, () => expect.poll(takeQuick, { timeout: 20_000 }).toHaveLength(1), 0.1)
  expect(await end(held, 'it')).toBe(false)
})

test('a slow one holds up its own place alone, and what it throws has it tried again', async () => {
  await given(20)
  const slow = Promise.withResolvers<undefined>()
  const tried: string[] = []
  const all = drainLeases(server.app, lease, {
    atOnce: 4,
    claim: (limit) => take(limit),
    async handle(held) {
      tried.push(held.key)
      if (held.key === '1') {
        await slow.promise
        throw new Error('slow, and then nothing')
      }
      await end(held, 'it')
    },
  })
  const done = async () => (await sql`select from work where done_by = 'it'`.execute(server.app.db)).rows.length
  await expect.poll(done, { timeout: 20_000 }).toBe(19)
  slow.resolve(undefined)
  expect(await all).toBe(20)
  expect(tried).toHaveLength(20)
  const { rows } = await sql`select id, attempts, last_error, leased_by from work where done_by is null`.execute(
    server.app.db,
  )
  expect(rows).toEqual([{ id: 1, attempts: 1, last_error: 'Error', leased_by: null }])
})

test('one that kills its worker each time is given up after its last attempt, without another', async () => {
  await given(1)
  for (let death = 0; death < 5; death += 1) {
    await only(take(9))
    await server.advance({ seconds: 31 })
  }
  const givenUp: string[] = []
  const begun = await drainLeases(server.app, lease, {
    atOnce: 4,
    claim: (limit) => take(limit),
    handle: () => Promise.reject(new Error('it was tried once more')),
    onGivenUp: (_held, error) => givenUp.push(String(error)),
  })
  expect([begun, givenUp]).toEqual([1, ['Error: interrupted']])
  expect(await row()).toMatchObject({ by: 'none' })
})

test('a worker that stops begins no more', async () => {
  await given(20)
  const stopping = new AbortController()
  const begun = await drainLeases(server.app, lease, {
    atOnce: 4,
    stopping: stopping.signal,
    claim: (limit) => take(limit),
    handle(held) {
      stopping.abort()
      return end(held, 'it')
    },
  })
  expect(begun).toBe(4)
})
