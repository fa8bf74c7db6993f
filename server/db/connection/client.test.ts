import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createPool } from './client.ts'
import { PIPELINE_SETTINGS } from './pipeline.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each([
  ['any pool', {}, '10s'],
  ['a pipeline’s', PIPELINE_SETTINGS, '5s'],
])('%s gives back the locks of a transaction that went silent', async (_, connection, expected) => {
  const pool = createPool({ connectionString: database.connectionString, name: 'idle', max: 1, connection })
  try {
    const { rows } = await pool.query<object>('show idle_in_transaction_session_timeout')
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: expected }])
  } finally {
    await pool.end()
  }
})
