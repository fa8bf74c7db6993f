import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#server/testing/movable-clock.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createPool } from './client.ts'
import { logLosses } from './connection-loss.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('connections that break together are one line; a later loss is another', async () => {
  const lines: string[] = []
  const clock = movableClock('2026-11-28T23:30:00-03:00')
  const warn = (_: unknown, text: string) => void lines.push(text)
  const onError = logLosses({ warn }, clock)
  const { connectionString } = database
  const pools = ['uno', 'dos'].map((name) => createPool({ connectionString, name, max: 3, onError }))
  const killer = createPool({ connectionString, name: 'aparte', max: 1 })
  try {
    const breakAll = async () => {
      for (const pool of pools) await Promise.all(Array.from({ length: 3 }, () => pool.query('select pg_sleep(0.05)')))
      const { rows } = await killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name in ('previa-uno', 'previa-dos')`,
      )
      while (pools.some(({ totalCount }) => totalCount > 0)) await wait(5)
      return rows.length
    }
    expect(await breakAll()).toBe(6)
    expect(lines).toEqual(['database connection lost'])
    clock.advance(11_000)
    await breakAll()
    expect(lines).toHaveLength(2)
  } finally {
    await Promise.all([...pools, killer].map((pool) => pool.end()))
  }
})
