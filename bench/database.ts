/** One embedded PostgreSQL as the product ships it, fsync on; every row of the table gets its own copy of the seeded database. */
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/embedded-postgres/start.ts'
import { prepareDatabase } from '#server/processes/prepare-database.ts'

const SEED = 'bench_seed'

export interface Databases {
  /** The server's process, with its children the whole of PostgreSQL. */
  pid(): number
  /** The database to be seeded, already migrated. */
  readonly seedUrl: string
  /** A fresh copy of the seeded one. */
  copy(): Promise<Copy>
  stop(): Promise<void>
}

export interface Copy {
  readonly url: string
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  drop(): Promise<void>
}

/** Starts PostgreSQL under `home` and migrates the database to be seeded. */
export async function startDatabases(home: string): Promise<Databases> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(home, 'postgres'), durable: true })
  const urlOf = (name: string) => {
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    return url.toString()
  }
  await run(postgres.url, `create database ${SEED}`)
  await prepareDatabase(urlOf(SEED))
  let copies = 0
  return {
    pid: () => postgres.pid() ?? 0,
    seedUrl: urlOf(SEED),
    async copy() {
      const name = `bench_${(copies += 1)}`
      // By file: what the copy writes is on disk before the row begins.
      await run(postgres.url, `create database ${name} template ${SEED} strategy file_copy`)
      const url = urlOf(name)
      return {
        url,
        query: (text, values) => run(url, text, values),
        drop: async () => void (await run(postgres.url, `drop database ${name} with (force)`)),
      }
    },
    stop: () => postgres.stop(),
  }
}

/** One statement on a connection of its own. */
export async function run<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end()
  }
}
