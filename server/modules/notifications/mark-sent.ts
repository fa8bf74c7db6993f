import { sql } from 'kysely'
import type { Core } from '#server/context.ts'

/** Counts queued deliveries of tickets as sent when they were made, but for the newest: a demo's past needs no messages. */
export async function markSentButNewest(app: Core, newest: number): Promise<void> {
  await sql`
    update deliveries set state = 'sent', sent_at = created_at
     where state = 'queued' and group_id not in (select group_id from deliveries order by id desc limit ${newest})`.execute(
    app.db,
  )
}
