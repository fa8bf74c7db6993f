/** Reads about devices, whoever signed in on them. */
import { sql } from 'kysely'
import type { App, Db } from '#server/context.ts'

/** Those of `devices` on which somebody signed in, in so far as sessions are still kept. */
export async function findKnownDevices(db: Db, devices: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('device')
    .distinct()
    .where('device', 'in', [...devices])
    .execute()
  return new Set(rows.flatMap(({ device }) => device ?? []))
}

/**
 * Whether this is somebody we know: the account proved a contact, and somebody signed in to it on this device a day ago or
 * earlier. An account that was made to have messages sent is neither.
 */
export async function isEstablished(app: App, userId: string, device: string): Promise<boolean> {
  const { rows } = await sql<{ is_established: boolean }>`
    select exists (
      select from users u join sessions s on s.user_id = u.id
       where u.id = ${userId} and coalesce(u.mail_proved_at, u.phone_proved_at) is not null
         and s.device = ${device} and s.created_at < app_now() - interval '1 day') as is_established`.execute(app.db)
  return rows[0]?.is_established === true
}
