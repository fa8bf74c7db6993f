/** Which tables a piece of work reads from end to end, although it may not: for tables that only ever grow. */
import { sql } from 'kysely'
import { inTransaction, type App } from '#server/context.ts'
import { planAnew } from './prepared-statements.ts'

/** Runs `work` in a transaction that avoids such reads where any index serves, and gives the tables that it still read so. */
export async function fullReads(outer: App, work: (app: App) => Promise<unknown>): Promise<string[]> {
  return inTransaction(outer, async ({ db, afterCommit }) => {
    // All that `work` does joins this transaction, whatever else it asks for.
    const app = { ...outer, db, afterCommit }
    await sql`set local enable_seqscan = off`.execute(app.db)
    const read = async () => {
      const { rows } = await sql<{ relname: string; scans: number }>`
        select relname::text, seq_scan::int as scans from pg_stat_xact_user_tables`.execute(app.db)
      return new Map(rows.map(({ relname, scans }) => [relname, scans]))
    }
    const before = await read()
    await planAnew(() => work(app))
    return [...(await read())].filter(([name, scans]) => scans > (before.get(name) ?? 0)).map(([name]) => name)
  })
}
