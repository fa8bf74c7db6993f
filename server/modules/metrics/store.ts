/** The only SQL that writes totals. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { notificationsWait } from '#server/modules/payments/queries.ts'

/** The first run has everything to count. */
const LONGEST_MS = 600_000
/** Readers add what came since the mark themselves: what a rush leaves to them stays small. */
const PUT_OFF_SECONDS = 90

/** Adds to the totals of events what came since the mark; while paid orders wait to become tickets, later. */
export async function foldTotals(app: Core): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(LONGEST_MS)}`.execute(app.db)
  await sql`
    select metrics_fold_totals() from totals_mark
     where next_at is null or next_at < clock_timestamp() - make_interval(secs => ${PUT_OFF_SECONDS})
        or not ${notificationsWait}`.execute(app.db)
}
