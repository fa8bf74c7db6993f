/** Who promotes an event now. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'

/** Those of the people who do. */
export async function promotersAmong(
  app: Pick<Core, 'db'>,
  eventId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await app.db
    .selectFrom('event_staff')
    .select('user_id as id')
    .where('event_id', '=', eventId)
    .where('kind', '=', 'RRPP')
    .where('user_id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function isPromoterOf(app: Pick<Core, 'db'>, eventId: string, userId: string): Promise<boolean> {
  return (await promotersAmong(app, eventId, [userId])).has(userId)
}
