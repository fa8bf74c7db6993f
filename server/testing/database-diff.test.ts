/** What the generated tests trust in: nothing that was committed between two looks is missed, and nothing is seen twice. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './app.ts'
import { differences, watchDatabase, type DatabaseWatch } from './database-diff.ts'

let server: TestApp
let watch: DatabaseWatch
beforeAll(async () => {
  server = await createTestApp()
  watch = await watchDatabase(server.database)
})
afterAll(async () => {
  await watch.close()
  await server.close()
})

const rename = (db: TestApp['app']['db'], id: string, name: string) =>
  db.updateTable('users').set({ name }).where('id', '=', id).execute()

test('a transaction that was under way at a look is seen by the next one, in part of it too', async () => {
  const [first, second, third] = [await server.given.user(), await server.given.user(), await server.given.user()]
  await watch.changes()
  await server.app.db.transaction().execute(async (trx) => {
    await rename(trx, first.id, 'Uno')
    await sql`savepoint part`.execute(trx)
    await rename(trx, second.id, 'Dos')
    await rename(server.app.db, third.id, 'Tres')
    const { written } = await watch.changes()
    expect(written.map(({ row }) => row['name'])).toEqual(['Tres'])
  })
  const { written } = await watch.changes()
  const names = new Map(written.map(({ before, row }) => [row['name'], before?.['name']]))
  expect([...names.keys()].toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(['Dos', 'Uno'])
  expect([...names.values()]).toEqual(['Camila Ferreyra', 'Camila Ferreyra'])
  expect((await watch.changes()).written).toEqual([])
})

test('a row written as it was, one replaced and one that is gone are seen', async () => {
  const person = await server.given.user()
  await watch.changes()
  await rename(server.app.db, person.id, person.name)
  const same = await watch.changes()
  expect([same.written.length, differences(same, [])]).toEqual([1, []])

  await sql`delete from sessions where user_id = ${person.id}`.execute(server.app.db)
  const { db } = server.app
  const session = { id: sql<string>`uuidv7()`, token_hash: Buffer.alloc(32, 7), user_id: person.id }
  await db
    .insertInto('sessions')
    .values({ ...session, expires_at: sql`app_now()` })
    .execute()
  expect(differences(await watch.changes(), [])).toEqual(['+sessions', '-sessions'])
  expect(differences(await watch.changes(), [])).toEqual([])
})
