/** The only SQL that writes totals. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'

/** The first run has everything to count. */
const LONGEST_MS = 600_000

/** Adds to the totals of events what came since the mark. */
export async function foldTotals(app: Core): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(LONGEST_MS)}`.execute(app.db)
  await sql`select metrics_fold_totals()`.execute(app.db)
}
