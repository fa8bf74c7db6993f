/** Reads about devices, whoever signed in on them. */
import type { Db } from '#server/context.ts'

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
