/**
 * What the web processes counted of endpoints' calls, summed (http/share-rates.ts). Rows live for their window; a flood of
 * invented devices or addresses ends at so many of them.
 */
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

export interface RateCount {
  readonly key: string
  /** In this window, of all processes together. */
  readonly calls: number
  /** Until the window ends. */
  readonly endsInMs: number
}

const MOST_ROWS = 200_000

/** Adds calls to their windows, which begin where there is none; gives the sums. */
export async function addRates(db: Db, counted: readonly RateCount[]): Promise<RateCount[]> {
  if (counted.length === 0) return []
  const { rows } = await sql<RateCount>`
    insert into rate_counts as r (subject, calls, ends_at, changed_at)
    select convert_to(key, 'UTF8'), calls, app_now() + make_interval(secs => ends_in_ms / 1000), app_now()
      from unnest(${counted.map(({ key }) => key)}::text[], ${counted.map(({ calls }) => calls)}::int[],
                  ${counted.map(({ endsInMs }) => endsInMs)}::float8[]) as counted (key, calls, ends_in_ms)
     order by key
    on conflict (subject) do update
       set calls = case when r.ends_at <= app_now() then excluded.calls else r.calls + excluded.calls end,
           ends_at = case when r.ends_at <= app_now() then excluded.ends_at else r.ends_at end,
           changed_at = app_now()
    returning convert_from(subject, 'UTF8') as key, calls,
              (extract(epoch from ends_at - app_now()) * 1000)::float8 as "endsInMs"`.execute(db)
  return rows
}

/** Sums that changed since `since` (an instant that this function gave; null for all), at most `most` of them, newest first. */
export async function readRates(
  db: Db,
  since: string | null,
  most: number,
): Promise<{ readonly rows: RateCount[]; readonly readAt: string }> {
  const { rows } = await sql<{ readAt: string; rows: RateCount[] }>`
    select app_now() as "readAt", coalesce((
      select json_agg(changed) from (
        select convert_from(subject, 'UTF8') as key, calls,
               (extract(epoch from ends_at - app_now()) * 1000)::float8 as "endsInMs"
          from rate_counts
         -- A row shows when its transaction ends, a moment after it says that it changed.
         where changed_at > coalesce(${since}::timestamptz - interval '3 seconds', '-infinity') and ends_at > app_now()
         order by changed_at desc limit ${most}) as changed), '[]') as rows`.execute(db)
  const [read] = rows
  if (!read) throw new Error('A select without from gave no row')
  return read
}

/** Removes windows that are over, and the ones that end first of too many. */
export async function purgeRates(db: Db): Promise<void> {
  await sql`delete from rate_counts where ends_at <= app_now()`.execute(db)
  await sql`
    delete from rate_counts where subject in (
      select subject from rate_counts order by ends_at desc offset ${MOST_ROWS})`.execute(db)
}
