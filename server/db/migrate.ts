/**
 * Forward-only migrations and SQL functions as files. Each file of `migrations/` runs once, in its own transaction, and
 * never changes afterwards (checksum); a first line `-- no-transaction` opts out, for concurrent indexes: each of its
 * statements, which a `;` at the end of a line closes, then runs by itself and must bear to come again. Files of `functions/`
 * are applied again whenever their text changed. Two processes at once: one works, the other waits.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/context.ts'

const here = new URL('./', import.meta.url)
const LOCK = 7_220_461 // any constant: the advisory lock of migrations

interface SqlFile {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

async function sqlFiles(folder: 'migrations' | 'functions', root = here): Promise<SqlFile[]> {
  const names = (await readdir(new URL(`${folder}/`, root))).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(`${folder}/${name}`, root), 'utf8')
      return { name: `${folder}/${name}`, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Hash of everything that makes the schema: names the template database of the tests. */
export async function schemaHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of [...(await sqlFiles('migrations')), ...(await sqlFiles('functions'))]) {
    hash.update(file.name).update(file.checksum)
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Brings a database to the schema of this code. Throws when an applied migration's file has changed or is missing, and
 * when the server is older than PostgreSQL 18. `root` holds the two folders; tests name another.
 */
export async function migrate(connectionString: string, root = here): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString, application_name: 'previa-migrate' })
  await client.connect()
  try {
    const version = Number((await client.query('show server_version_num')).rows[0].server_version_num)
    if (version < 180_000) throw new Error(`Previa needs PostgreSQL 18 or newer; this server is ${version / 10_000}`)
    await takeLock(client)
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const done = new Map<string, string>(
      (await client.query('select name, checksum from schema_migrations')).rows.map((row) => [row.name, row.checksum]),
    )
    const migrations = await sqlFiles('migrations', root)
    refuseChanged(done, migrations)
    const applied: string[] = []
    for (const file of migrations.filter(({ name }) => !done.has(name))) {
      await apply(client, file)
      applied.push(file.name)
    }
    for (const file of (await sqlFiles('functions', root)).filter(
      ({ name, checksum }) => done.get(name) !== checksum,
    )) {
      await apply(client, file)
      applied.push(file.name)
    }
    return { applied }
  } finally {
    await client.end() // also frees the advisory lock
  }
}

/** Asked for again and again: a process that waited inside one statement would keep a concurrent index from ever being finished. */
async function takeLock(client: pg.Client): Promise<void> {
  while (!(await client.query('select pg_try_advisory_lock($1) as taken', [LOCK])).rows[0].taken) await setTimeout(200)
}

/** Whether a database has everything that this code's files bring; it may be ahead, while a newer version is rolled out. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  const files = [...(await sqlFiles('migrations')), ...(await sqlFiles('functions'))]
  return files.every(({ name }) => done.has(name))
}

function refuseChanged(done: Map<string, string>, migrations: SqlFile[]): void {
  const files = new Map(migrations.map((file) => [file.name, file.checksum]))
  for (const [name, checksum] of done) {
    if (!name.startsWith('migrations/')) continue
    if (!files.has(name)) throw new Error(`${name} was applied to this database but its file is missing`)
    if (files.get(name) !== checksum) throw new Error(`${name} was changed after it was applied; write a new migration`)
  }
}

async function apply(client: pg.Client, file: SqlFile): Promise<void> {
  const inOneTransaction = !file.text.startsWith('-- no-transaction')
  const record = `insert into schema_migrations (name, checksum) values ($1, $2)
    on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`
  try {
    if (inOneTransaction) await client.query("begin; set local lock_timeout = '5s'")
    if (inOneTransaction) await client.query(file.text)
    else for (const statement of statementsOf(file.text)) await runAlone(client, statement)
    await client.query(record, [file.name, file.checksum])
    if (inOneTransaction) await client.query('commit')
  } catch (error) {
    if (inOneTransaction) await client.query('rollback')
    throw new Error(`${file.name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** Those that end with a `;` at the end of a line: a concurrent index must come to the server alone. */
function statementsOf(text: string): string[] {
  return text.split(/;[ \t]*$/m).filter((statement) => statement.replaceAll(/^\s*--.*$/gm, '').trim() !== '')
}

/** A concurrent index whose first try failed is left behind invalid, and `if not exists` would take it for the real one. */
async function runAlone(client: pg.Client, statement: string): Promise<void> {
  const name = /^\s*create (?:unique )?index concurrently if not exists (\w+)/im.exec(statement)?.[1]
  if (name) {
    const { rowCount } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [name],
    )
    if (rowCount) await client.query(`drop index concurrently ${name}`)
  }
  await client.query(statement)
}
