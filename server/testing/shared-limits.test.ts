/** Limits hold over all web processes, at most five seconds behind (rule R4.2). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { purgeRates, readRates } from '#server/db/rate-counts.ts'
import { createTestApp, type TestApp } from './app.ts'

let one: TestApp
let other: TestApp
beforeAll(async () => {
  one = await createTestApp()
  other = await createTestApp({ sharing: one })
})
afterAll(async () => {
  await other.close()
  await one.close()
})

let guesses = 0
const guess = (server: TestApp, device: string) => {
  guesses += 1
  const body = { phone: `+5493515${620_000 + guesses}`, password: 'una-clave-larga' }
  return server.refusal(server.call(login, { body }, { headers: { 'x-device-id': device } }))
}
const turn = async () => {
  for (const server of [one, other, one, other]) await server.shareLimits()
}

test('what a device may do it may do once, not once in each process', async () => {
  for (let n = 0; n < 30; n += 1) await guess(one, 'aparato-de-dos-procesos')
  for (let n = 0; n < 29; n += 1) await guess(other, 'aparato-de-dos-procesos')
  await turn()
  expect(await guess(one, 'aparato-de-dos-procesos')).toBe('wrong_credentials')
  expect(await guess(one, 'aparato-de-dos-procesos')).toBe('too_many_requests')
  await turn()
  expect(await guess(other, 'aparato-de-dos-procesos')).toBe('too_many_requests')
})

test('a process that never saw the device receives its count, and a window ends in both', async () => {
  for (let n = 0; n < 60; n += 1) await guess(one, 'aparato-de-uno')
  await turn()
  expect(await guess(other, 'aparato-de-uno')).toBe('too_many_requests')
  await one.advance({ minutes: 15, seconds: 1 })
  expect(await guess(other, 'aparato-de-uno')).toBe('wrong_credentials')
  expect(await guess(one, 'aparato-de-uno')).toBe('wrong_credentials')
})

test('negative control: processes that exchange nothing let everything pass twice', async () => {
  for (const server of [one, other]) {
    const codes = []
    for (let n = 0; n < 61; n += 1) codes.push(await guess(server, 'aparato-callado'))
    expect(codes.filter((code) => code === 'wrong_credentials')).toHaveLength(60)
  }
})

test('sharing again changes no sum; rows of windows that are over go', async () => {
  const sum = async () => {
    const { rows } = await sql<{ calls: number }>`select sum(calls)::int as calls from rate_counts`.execute(one.app.db)
    return rows[0]?.calls
  }
  await guess(one, 'aparato-de-la-suma')
  await guess(one, 'aparato-de-la-suma')
  await turn()
  const before = await sum()
  await turn()
  expect(await sum()).toBe(before)
  await one.advance({ hours: 2 })
  for (let n = 0; n < 16; n += 1) await one.shareLimits()
  expect(await sum()).toBeNull()
})

test('threat 32: of more rows than one reading has, addresses come first', async () => {
  const { db } = one.app
  await sql`
    insert into rate_counts (subject, calls, ends_at, changed_at)
    select convert_to('device x ' || n, 'UTF8'), 2, app_now() + interval '1 hour', app_now() + interval '1 second'
      from generate_series(1, 20) n
    union all select convert_to('address x 198.18.0.9', 'UTF8'), 2, app_now() + interval '1 hour', app_now()`.execute(
    db,
  )
  const { rows } = await readRates(db, null, 5)
  expect(rows).toHaveLength(5)
  expect(rows.map(({ key }) => key)).toContain('address x 198.18.0.9')
})

test('threat 32: of a flood of invented devices so many rows stay, the longest-lived, and every address', async () => {
  const { db } = one.app
  const add = (kind: string, count: number, ends: string) =>
    sql`insert into rate_counts (subject, calls, ends_at, changed_at)
        select convert_to(${kind} || ' purge ' || n, 'UTF8'), 2, app_now() + ${ends}::interval + n * interval '1 ms', app_now()
          from generate_series(1, ${count}::int) n`.execute(db)
  const of = async (kind: string) => {
    const { rows } = await sql<{ count: number; first: number }>`
      select count(*)::int as count, min(substring(convert_from(subject, 'UTF8') from '\\d+$')::int) as first
        from rate_counts where convert_from(subject, 'UTF8') like ${`${kind} purge %`}`.execute(db)
    return rows[0]
  }
  await sql`delete from rate_counts`.execute(db)
  await add('device', 65_000, '1 hour')
  await add('address', 100, '1 minute')
  await add('target', 12_000, '-1 hour')
  // What is over, and what is too much: ten thousand of each a call.
  await purgeRates(db)
  expect([await of('device'), await of('target')]).toMatchObject([{ count: 55_000 }, { count: 2000 }])
  await purgeRates(db)
  expect([await of('device'), await of('target'), await of('address')]).toMatchObject([
    { count: 50_000, first: 15_001 },
    { count: 0 },
    { count: 100 },
  ])
  await purgeRates(db)
  expect(await of('device')).toMatchObject({ count: 50_000 })
}, 20_000)
