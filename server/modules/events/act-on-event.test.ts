import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/context.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { lockEvent } from './store.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

/** A foreign key that refers to the event takes `for key share`: an order waits for stock and codes, never for this lock. */
test('orders do not wait for a change of their event; other changes of it do', async () => {
  const { id } = await server.given.event({ company: await server.given.company() })
  const lockAnew = (strength: 'key share' | 'no key update') =>
    server.app.db.transaction().execute(async (db) => {
      await sql`set local lock_timeout = '300ms'`.execute(db)
      return sql`select from events where id = ${id} for ${sql.raw(strength)}`.execute(db)
    })
  await inTransaction(server.app, async (app) => {
    await lockEvent(app, id)
    await expect(lockAnew('key share')).resolves.toBeTruthy()
    await expect(lockAnew('no key update')).rejects.toThrow(/lock timeout/)
  })
})
