import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromLocal, toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('the database and Node show one local clock, whatever zone data they have', async () => {
  const instants = [
    '1999-12-31T12:00:00Z',
    '2008-12-15T02:30:00Z',
    '2026-11-29T02:59:59.999Z',
    '2026-11-29T03:00:00Z',
    '2035-01-01T02:00:00Z',
  ]
  const { rows } = await sql<{ at: string; date: string; time: string; month: string }>`
    select at::text, to_char(local_time(at::timestamptz), 'YYYY-MM-DD') as date, to_char(local_time(at::timestamptz), 'HH24:MI') as time,
           date_trunc('month', local_time(at::timestamptz)) at time zone interval '-03:00' as month
      from unnest(${instants}::text[]) at`.execute(server.app.db)
  expect(rows.map(({ at, date, time, month }) => [at, date, time, Date.parse(month)])).toEqual(
    instants.map((at) => [
      at,
      toLocalDate(at),
      toLocalTime(at),
      Date.parse(fromLocal(`${toLocalDate(at).slice(0, 7)}-01`, '00:00')),
    ]),
  )
})
