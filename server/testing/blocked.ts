/** Waits until a statement is blocked by a lock, instead of guessing how long it takes to get there. */
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** Until `waiting` connections of this database wait for a lock, or sleep in `pg_sleep`. */
export async function untilBlocked(db: Db, waiting = 1): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
       where datname = current_database() and state = 'active'
         and (wait_event_type = 'Lock' or wait_event = 'PgSleep')`.execute(db)
    if ((rows[0]?.count ?? 0) >= waiting) return
  }
}
