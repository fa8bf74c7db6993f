import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '#server/shared/crypto.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { analyseEmpty, rowsRead } from '#server/testing/rows-read.ts'
import { findSessions } from './queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const TABLES = ['sessions', 'users', 'user_roles', 'company_members', 'companies', 'event_staff']
const hashOf = (n: number) => hashToken(`token-${n}`)

test('a plan made on empty tables reads no more than the sessions that are asked for', async () => {
  const { db } = server.app
  await analyseEmpty(db, TABLES)
  await db.connection().execute(async (connection) => {
    await findSessions(connection, [hashOf(0)])
    await sql`
      insert into users (id, name, mail, phone)
      select uuidv7(), 'Persona ' || n, 'persona' || n || '@previa.example', '+549' || (1150000000 + n)
        from generate_series(1, 2000) n`.execute(connection)
    await sql`
      insert into companies (id, name, slug, state)
      select u.id, 'Productora ' || u.name, 'productora-' || substr(u.phone, 5), 'approved' from users u`.execute(
      connection,
    )
    await sql`
      insert into company_members (company_id, user_id, role) select u.id, u.id, 'owner' from users u`.execute(
      connection,
    )
    await sql`
      insert into sessions (id, token_hash, user_id, expires_at, device)
      select uuidv7(), sha256(convert_to('token-' || (substr(u.phone, 5)::bigint - 1150000000), 'UTF8')), u.id, app_now() + interval '1 hour', 'test'
        from users u`.execute(connection)
    const asked = Array.from({ length: 10 }, (_, n) => hashOf(n + 1))
    let found: Awaited<ReturnType<typeof findSessions>> = []
    const read = await rowsRead(connection, TABLES, async () => {
      found = await findSessions(connection, asked)
    })
    expect(found.map((actor) => actor?.companyRole)).toEqual(asked.map(() => 'owner'))
    for (const [table, rows] of read) expect(rows, `rows of ${table} read for ten sessions`).toBeLessThanOrEqual(10)
  })
})
