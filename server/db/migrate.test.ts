/** Migrations while people sign in and buy: what fails half-way is mended by the next try, and no big table is locked for long. */
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import pg from 'pg'
import { createTestDatabase } from '#server/testing/database.ts'
import { migrate } from './migrate.ts'

const folder = new URL('migrations/', import.meta.url)
const BESIDE = '0024_indexes_beside.sql'

test('an index that a failed try left invalid is built anew, and each file runs again from where it stopped', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  try {
    const isValid = async () =>
      (await client.query(`select indisvalid from pg_index where indexrelid = 'orders_device_unpaid'::regclass`))
        .rows[0].indisvalid
    const text = await readFile(new URL(BESIDE, folder), 'utf8')
    await client.query('drop index orders_device_unpaid')
    // Two rows that are the same: the server gives up and leaves the index behind.
    await client.query('create table twice as select 1 as one from generate_series(1, 2)')
    const failing = 'create unique index concurrently orders_device_unpaid on twice (one)'
    await expect(client.query(failing)).rejects.toThrow('could not create unique index')
    expect(await isValid()).toBe(false)
    // The control: by itself the statement takes what is there for done.
    const statement = text.slice(text.lastIndexOf('create index concurrently')).replace(';', '')
    expect(statement).toContain('if not exists orders_device_unpaid')
    await client.query(statement)
    expect(await isValid()).toBe(false)

    await client.query('delete from schema_migrations where name = any($1)', [
      [`migrations/${BESIDE}`, 'migrations/0029_contact_indexes.sql'],
    ])
    // Two processes that start at once: one works, the other neither stops it nor does it again.
    const both = await Promise.all([migrate(database.connectionString), migrate(database.connectionString)])
    expect(both.flatMap(({ applied }) => applied)).toHaveLength(2)
    expect(await isValid()).toBe(true)
    const { rows } = await client.query(
      `select indexdef from pg_indexes where tablename = 'users' and indexname like 'users\\_%' order by indexname`,
    )
    const defined = rows.map(({ indexdef }) => String(indexdef)).join('\n')
    expect(defined).toContain('users_phone ON')
    expect(defined).toContain('mail_proved_at IS NOT NULL')
    expect(defined).not.toContain('_next')
    const unproved = `select from pg_constraint where not convalidated`
    expect((await client.query(unproved)).rowCount).toBe(0)
  } finally {
    await client.end()
    await database.drop()
  }
})

/** Taken or given something else by versions that may still run: what has their name now would answer them wrongly. */
const OF_VERSIONS_BEFORE = ['checkout_lock_orders', 'checkout_write_orders', 'tickets_issue_free']

test('a function whose shape changed left its name to the processes of the version before', async () => {
  const names = (await readdir(new URL('functions/', import.meta.url))).map((name) => name.replace('.sql', ''))
  expect(names.filter((name) => OF_VERSIONS_BEFORE.includes(name))).toEqual([])
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  try {
    // One of theirs, as they left it.
    await client.query(`create function tickets_issue_free() returns text language sql as $$ select 'theirs' $$`)
    const kept = `insert into schema_migrations (name, checksum) values ('functions/tickets_issue_free.sql', 'theirs')`
    await client.query(kept)
    await migrate(database.connectionString)
    expect((await client.query('select tickets_issue_free() as says')).rows).toEqual([{ says: 'theirs' }])
  } finally {
    await client.end()
    await database.drop()
  }
})

/** Rows of ten minutes: there are never many. */
const SHORT_LIVED = new Set(['contact_codes', 'registration_codes'])

/** What holds a table that is there already for as long as it takes to read it. */
function slowLocks(text: string): string[] {
  if (text.startsWith('-- no-transaction')) return []
  const sql = text.replaceAll(/--.*$/gm, '')
  const isNew = (table: string) =>
    SHORT_LIVED.has(table) || new RegExp(`create (unlogged )?table ${table}\\b`).test(sql)
  const indexes = [...sql.matchAll(/create (?:unique )?index \w+ on (\w+)[^;]*/g)]
  const checks = [...sql.matchAll(/alter table (\w+)[^;]*\badd (?:check|constraint \w+\s+check)\b[^;]*/g)]
  return [...indexes, ...checks.filter(([all]) => !all.includes('not valid'))]
    .filter(([, table]) => !isNew(table ?? ''))
    .map(([all]) => all)
}

test('no migration reads a whole table that it keeps everybody else from', async () => {
  expect(slowLocks('create index sessions_device on sessions (device);')).toHaveLength(1)
  expect(slowLocks('alter table users add check (name <> $$$$);')).toHaveLength(1)
  expect(slowLocks('create table a (b int); create index c on a (b);')).toEqual([])
  // Earlier ones are released as they are.
  const names = (await readdir(folder)).filter((name) => name > '0019').sort()
  for (const name of names) expect([name, slowLocks(await readFile(new URL(name, folder), 'utf8'))]).toEqual([name, []])
})
