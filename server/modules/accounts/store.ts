/** The SQL that forgets what ran out in any room; each room has a `store.ts` of its own for what it writes. */
import { sql } from 'kysely'
import type { App } from '#server/context.ts'

/** Drops sessions and links that ended over 30 days ago, and codes that no longer count. */
export async function deleteExpired(app: App): Promise<void> {
  await sql`delete from sessions where expires_at < app_now() - interval '30 days'`.execute(app.db)
  await sql`delete from account_links where expires_at < app_now() - interval '30 days'`.execute(app.db)
  await sql`delete from contact_codes where expires_at < app_now()`.execute(app.db)
  await sql`delete from registration_codes where expires_at < app_now()`.execute(app.db)
  await sql`delete from google_steps where expires_at < app_now()`.execute(app.db)
}
