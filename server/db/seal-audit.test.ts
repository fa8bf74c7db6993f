import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App, Db } from '#server/context.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { auditRows, SYSTEM, type AuditEntry } from './audit.ts'
import { createDb } from './connection/client.ts'
import { sealAudit, verifyAudit } from './seal-audit.ts'

let database: TestDatabase
let app: App

beforeAll(async () => {
  database = await createTestDatabase()
  const db = createDb({ connectionString: database.connectionString, max: 3, name: 'seal-test' })
  const log = createLogger({ level: 'silent', pretty: false })
  app = { db, log, vendors: { email: { isOn: false }, whatsapp: { isOn: false } } } as App // all that sealing uses
})
afterAll(async () => {
  await app.db.destroy()
  await database.drop()
})

async function act(action: string, db: Db = app.db): Promise<void> {
  const entry: AuditEntry = { action, object: ['event', 'e1'], before: { price: 1 }, after: { price: 2 } }
  await auditRows(SYSTEM, [entry]).execute(db)
}

/** Changes sealed rows as only a holder of the database's own rights can. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx) // triggers do not fire
    await statement.execute(trx)
  })
}

test('rows are sealed once, in batches, and the chain holds across sessions of any time zone', async () => {
  await act('event.create')
  await act('event.publish')
  expect(await sealAudit(app)).toBe(2)
  expect(await sealAudit(app)).toBe(0)
  await sql`insert into audit_rows (action, object_type, object_id)
    select 'order.place', 'order', n::text from generate_series(1, 5500) n`.execute(app.db)
  expect(await sealAudit(app)).toBe(5500)
  const verdict = await verifyAudit(app.db)
  expect(verdict).toMatchObject({ sealed: 5502, last: { number: 5502 }, broken: null })
  const elsewhere = createDb({ connectionString: database.connectionString, max: 1, name: 'seal-test-zone' })
  await sql`set timezone = 'America/Argentina/Buenos_Aires'`.execute(elsewhere)
  // Ids, hashes and content only: no instant is parsed.
  expect(await verifyAudit(elsewhere)).toEqual(verdict)
  await elsewhere.destroy()
})

test('a row that commits after later ones were sealed joins the chain', async () => {
  const committed = Promise.withResolvers<void>()
  const inserted = Promise.withResolvers<void>()
  const slow = app.db.transaction().execute(async (trx) => {
    await act('slow', trx)
    inserted.resolve()
    await committed.promise
  })
  await inserted.promise
  await act('fast')
  expect(await sealAudit(app)).toBe(1)
  committed.resolve()
  await slow
  expect(await sealAudit(app)).toBe(1)
  const rows = await app.db.selectFrom('audit_rows').select('action').orderBy('seal_number', 'desc').limit(2).execute()
  expect(rows.map(({ action }) => action)).toEqual(['slow', 'fast'])
  expect((await verifyAudit(app.db)).broken).toBeNull()
})

test('the table itself refuses changes', async () => {
  const change = sql`update audit_rows set action = 'other' where seal_number = 1`
  await expect(change.execute(app.db)).rejects.toThrow('append-only')
  await expect(sql`delete from audit_rows where seal_number = 1`.execute(app.db)).rejects.toThrow('append-only')
  const reseal = sql`update audit_rows set hash = '\\x00' where seal_number = 1`
  await expect(reseal.execute(app.db)).rejects.toThrow('append-only')
})

test('a changed row, a removed one and a cut end show', async () => {
  const before = await verifyAudit(app.db)
  await tamper(sql`update audit_rows set after = '{"price": 0}' where seal_number = 2`)
  expect((await verifyAudit(app.db)).broken).toMatchObject({ number: 2, why: 'its content was changed' })
  await tamper(sql`update audit_rows set after = '{"price": 2}' where seal_number = 2`)
  expect(await verifyAudit(app.db)).toEqual(before)

  const anchor = before.last
  if (!anchor) throw new Error('Nothing was sealed')
  await tamper(sql`delete from audit_rows where seal_number = ${anchor.number}`)
  expect((await verifyAudit(app.db)).broken).toBeNull()
  expect((await verifyAudit(app.db, [anchor])).broken).toMatchObject({
    number: anchor.number,
    why: 'an anchored row is missing',
  })
  await act('after the cut')
  await sealAudit(app)
  expect((await verifyAudit(app.db, [anchor])).broken).toMatchObject({ why: 'it differs from its anchor' })

  await tamper(sql`delete from audit_rows where seal_number = 5000`)
  expect((await verifyAudit(app.db)).broken).toMatchObject({ number: 5000, why: 'a sealed row is missing before it' })
})
