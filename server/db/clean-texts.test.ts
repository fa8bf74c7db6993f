/** The migration that brings what was typed before to the rule of contract/text.ts (threat 36). */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asLine, asParagraph } from '#contract/text.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { NASTY_TEXTS } from '#server/testing/nasty-texts.ts'

let server: TestApp
let migration: string
beforeAll(async () => {
  server = await createTestApp()
  migration = await readFile(new URL('migrations/0025_clean_texts.sql', import.meta.url), 'utf8')
})
afterAll(() => server.close())

async function migrateAgain(): Promise<void> {
  const client = new pg.Client({ connectionString: server.database.connectionString })
  await client.connect()
  try {
    await client.query(`begin; ${migration}; commit`)
  } finally {
    await client.end()
  }
}

test('every stored text becomes what would be kept of it today, and audit rows stay', async () => {
  const { db } = server.app
  const company = await server.given.company()
  const typed = new Map<string, string>()
  for (const text of NASTY_TEXTS) {
    const { id } = await server.given.event({ company })
    await db
      .updateTable('events')
      .set({ name: text, description: ` ${text}\n\n${text} ` })
      .where('id', '=', id)
      .execute()
    typed.set(id, text)
  }
  const person = await server.given.user()
  await db.updateTable('users').set({ name: '\u202e\u0007Ana\u0301' }).where('id', '=', person.id).execute()
  const nobody = await server.given.user()
  await db.updateTable('users').set({ name: '\u200b\u200b\u200b' }).where('id', '=', nobody.id).execute()
  await db
    .insertInto('audit_rows')
    .values({
      action: 'event.create',
      object_type: 'event',
      object_id: 'x',
      after: JSON.stringify({ name: 'a\u0007b' }),
    })
    .execute()
  // Composed, each of these letters is two: a hundred of them are what the name's CHECK allows.
  const long = await server.given.user()
  await db
    .updateTable('users')
    .set({ name: '\u0958'.repeat(100) })
    .where('id', '=', long.id)
    .execute()

  await migrateAgain()

  const events = await db.selectFrom('events').select(['id', 'name', 'description', 'plain_name']).execute()
  for (const { id, name, description } of events) {
    const text = typed.get(id) ?? ''
    expect([text, name, description]).toEqual([text, asLine(text), asParagraph(` ${text}\n\n${text} `)])
  }
  const people = await db.selectFrom('users').select(['id', 'name']).execute()
  const nameOf = (id: string) => people.find((each) => each.id === id)?.name
  expect([nameOf(person.id), nameOf(nobody.id)]).toEqual(['Aná', 'Sin nombre'])
  expect(nameOf(long.id)).toBe('\u0915\u093c'.repeat(50))
  expect(await db.selectFrom('audit_rows').select('after').where('object_id', '=', 'x').execute()).toEqual([
    { after: { name: 'a\u0007b' } },
  ])
})

test('what is right already is not written again', async () => {
  const { id } = await server.given.event({ name: 'Peña «La Ñata» 👩‍👩‍👧 — nº 1' })
  const version = async () =>
    (await sql<{ xmin: string }>`select xmin::text from events where id = ${id}`.execute(server.app.db)).rows
  const before = await version()
  await migrateAgain()
  expect(await version()).toEqual(before)
})
