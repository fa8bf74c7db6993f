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

/** Of each kind of key, which is the key's first word. */
const MOST_ROWS = 50_000
const ROUND = 10_000
/** Invented devices are the cheapest rows: whatever is too much, they are. */
const KIND = sql`substring(subject for position(' '::bytea in subject))`
const DEVICES_LAST = sql`(${KIND} = 'device '::bytea)`

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

/** Sums that changed since `since` (an instant that this function gave; null for all), at most `most` of them, devices last, newest first. */
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
         order by ${DEVICES_LAST}, changed_at desc limit ${most}) as changed), '[]') as rows`.execute(db)
  const [read] = rows
  if (!read) throw new Error('A select without from gave no row')
  return read
}

/** Removes windows that are over, and the ones that end first of too many of a kind, at most 10,000 of each a call. */
export async function purgeRates(db: Db): Promise<void> {
  await sql`
    delete from rate_counts where ctid in (
      select ctid from rate_counts where ends_at <= app_now() limit ${ROUND})`.execute(db)
  await sql`
    delete from rate_counts where ctid in (
      select ctid from (
        select ctid, row_number() over (partition by ${KIND} order by ends_at desc) as place from rate_counts) as r
       where place > ${MOST_ROWS} limit ${ROUND})`.execute(db)
}
