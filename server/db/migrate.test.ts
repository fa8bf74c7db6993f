/** Migrations while people sign in and buy: what fails half-way is mended by the next try, and no big table is locked for long. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import pg from 'pg'
import { createTestDatabase } from '#server/testing/database.ts'
import { migrate } from './migrate.ts'

const folder = new URL('migrations/', import.meta.url)
const BASELINE = '0001_baseline.sql'
const INDEX = `create index concurrently if not exists users_by_city
  on users (name)`
const LATER = {
  '0002_indexes.sql': `-- no-transaction: people sign in meanwhile.
${INDEX};
create index concurrently if not exists users_by_country on users (name);
`,
  '0003_column.sql': 'alter table users add column city text;\n',
}

test('an index that a failed try left invalid is built again, and two processes at once apply each file once', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.connectionString })
  const root = await mkdtemp(join(tmpdir(), 'previa-migrations-'))
  await client.connect()
  try {
    for (const part of ['migrations', 'functions'])
      await cp(new URL(part, import.meta.url), join(root, part), { recursive: true })
    for (const [name, text] of Object.entries(LATER)) await writeFile(join(root, 'migrations', name), text)
    const isValid = async () =>
      (await client.query(`select indisvalid from pg_index where indexrelid = 'users_by_city'::regclass`)).rows[0]
        .indisvalid
    // Two equal rows: the server gives up and leaves the index behind.
    await client.query('create table twice as select 1 as one from generate_series(1, 2)')
    const failing = 'create unique index concurrently users_by_city on twice (one)'
    await expect(client.query(failing)).rejects.toThrow('could not create unique index')
    expect(await isValid()).toBe(false)
    // The control: the statement alone takes the invalid index for the real one.
    await client.query(INDEX)
    expect(await isValid()).toBe(false)

    const run = () => migrate(database.connectionString, pathToFileURL(`${root}/`))
    const both = await Promise.all([run(), run()])
    expect(both.flatMap(({ applied }) => applied)).toEqual(Object.keys(LATER).map((name) => `migrations/${name}`))
    expect(await isValid()).toBe(true)
    const { rows } = await client.query(
      `select tablename from pg_indexes where indexname in ('users_by_city', 'users_by_country')`,
    )
    expect(rows).toEqual([{ tablename: 'users' }, { tablename: 'users' }])
    expect((await client.query('select from pg_constraint where not convalidated')).rowCount).toBe(0)

    await writeFile(join(root, 'migrations', '0003_column.sql'), 'select 1;\n')
    await expect(run()).rejects.toThrow('0003_column.sql was changed after it was applied')
    await rm(join(root, 'migrations', '0003_column.sql'))
    await expect(run()).rejects.toThrow('0003_column.sql was applied to this database but its file is missing')
  } finally {
    await client.end()
    await database.drop()
    await rm(root, { recursive: true, force: true })
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
  const names = (await readdir(folder)).filter((name) => name !== BASELINE).sort()
  for (const name of names) expect([name, slowLocks(await readFile(new URL(name, folder), 'utf8'))]).toEqual([name, []])
})
