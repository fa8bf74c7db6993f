/** How many rows of each table a piece of work visits, by an index or without: what a plan costs that was kept too long. */
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { planAnew } from './prepared-statements.ts'

/** Vacuums and analyses while nothing is in them, so that every way of reading looks alike to plans made now. */
export async function analyseEmpty(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** Runs `work` in a transaction of `connection`, which must be one connection, and counts. */
export async function rowsRead(
  connection: Db,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<Map<string, number>> {
  const readSoFar = async () => {
    const { rows } = await sql<{ relname: string; read: number }>`
      select relname::text, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
        from pg_stat_xact_user_tables where relname = any (${tables})`.execute(connection)
    return new Map(rows.map(({ relname, read }) => [relname, read]))
  }
  await sql`begin`.execute(connection)
  const before = await readSoFar()
  await planAnew(work)
  const after = await readSoFar()
  await sql`commit`.execute(connection)
  return new Map([...after].map(([table, read]) => [table, read - (before.get(table) ?? 0)]))
}
