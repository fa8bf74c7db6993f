/** The only SQL that writes how often people look for phones. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'

/** Counts a search; gives the searches in the window, the misses before, and the seconds until it ends. */
export async function recordSearch(app: Core, userId: string, windowSeconds: number) {
  const isOver = sql`s.since < app_now() - make_interval(secs => ${windowSeconds})`
  const { rows } = await sql<{ searches: number; misses: number; waitSeconds: number }>`
    insert into phone_searches as s (user_id) values (${userId})
    on conflict (user_id) do update set
      searches = case when ${isOver} then 1 else s.searches + 1 end,
      misses = case when ${isOver} then 0 else s.misses end,
      since = case when ${isOver} then app_now() else s.since end
    returning searches, misses,
      greatest(1, ceil(extract(epoch from since + make_interval(secs => ${windowSeconds}) - app_now())))::int as "waitSeconds"
    `.execute(app.db)
  const [recorded] = rows
  if (!recorded) throw new Error('An upsert with returning gave no row')
  return recorded
}

/** Adds to the misses; gives how many there were. Also runs with 0, so that both answers cost the same. */
export async function recordMiss(app: Core, userId: string, misses: 0 | 1): Promise<number> {
  const row = await app.db
    .updateTable('phone_searches')
    .set((eb) => ({ misses: eb('misses', '+', misses) }))
    .where('user_id', '=', userId)
    .returning('misses')
    .executeTakeFirstOrThrow()
  return row.misses
}

export async function deleteSearches(app: App, userId: string): Promise<void> {
  await app.db.deleteFrom('phone_searches').where('user_id', '=', userId).execute()
}
