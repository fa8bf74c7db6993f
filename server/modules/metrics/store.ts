/** The only SQL that writes totals. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { notificationsWait } from '#server/modules/payments/queries.ts'

/** The first run counts everything. */
const STATEMENT_TIMEOUT_MS = 600_000
/** Readers add what came since the mark themselves: a limit keeps that small during a rush. */
const MAX_DELAY_SECONDS = 90

/** Adds to the totals of events what came since the mark; waits up to `MAX_DELAY_SECONDS` while paid orders become tickets. */
export async function foldTotals(app: Core): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(STATEMENT_TIMEOUT_MS)}`.execute(app.db)
  await sql`
    select metrics_fold_totals() from totals_mark
     where next_at is null or next_at < clock_timestamp() - make_interval(secs => ${MAX_DELAY_SECONDS})
        or not ${notificationsWait}`.execute(app.db)
}
