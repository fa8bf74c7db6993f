/** The landing: a month of public events and its calendar. */
import { sql, type RawBuilder } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type { getEventsHome } from '#contract/events/events.ts'
import type { App } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import { cardOf } from './event-card.ts'
import { boundsOf, boundsOfPresent, compareMonths, monthOf } from './month.ts'
import { nightOf } from '../night.ts'
import { isExpired, isListed, isToCome, selectCards } from '../queries.ts'

/** A month may hold hundreds: the landing shows the first, its calendar counts all, `/eventos` has the rest. */
const FIRST_PAGE = { page: 1, limit: 48 } as const

/**
 * The public events of a local month, today's when none is named. Order (rule R8.5): pinned ones in their order, then
 * those to come by start, then those that ended, latest first, and undated ones last. Undated events are in this month
 * and the ones to come; a pinned event is listed in this month whatever its date, and in its last week the next month's are too.
 */
export async function getHome(
  app: App,
  asked: { readonly year?: number | undefined; readonly month?: number | undefined },
): Promise<Answer<typeof getEventsHome>> {
  const present = monthOf(app.clock.now())
  const month = { year: asked.year ?? present.year, month: asked.month ?? present.month }
  const whenCompared = compareMonths(month, present)
  const bounds: Bounds & { readonly countedTo?: string } =
    whenCompared === 0 ? boundsOfPresent(app.clock.now()) : boundsOf(month)
  const candidates = candidatesOf(bounds, whenCompared)
  const found = app.db
    .selectFrom(candidates.as('found'))
    .select('found.id')
    .orderBy(sql`case when not found.is_expired then found.position end`, (place) => place.asc().nullsLast())
    .orderBy(sql`case when found.starts_at is null then 2 when found.is_expired then 1 else 0 end`)
    .orderBy(sql`extract(epoch from found.starts_at) * case when found.is_expired then -1 else 1 end`)
  const [eventsCloseToDate, calendar] = await Promise.all([
    pageOf(found, FIRST_PAGE, {
      rows: 'events',
      id: 'found.id',
      read: (page) => selectCards(app.db, page).execute(),
      map: (row) => cardOf(row),
    }),
    countByDay(app, { from: bounds.from, to: bounds.countedTo ?? bounds.to }),
  ])
  return { ...month, eventsCloseToDate, calendar }
}

/** The first instant, and the first one after. */
interface Bounds {
  readonly from: string
  readonly to: string
}

/** Each part finds its few rows by an index; an event is in one of them only. */
function candidatesOf({ from, to }: Bounds, whenComparedToPresent: number): RawBuilder<{ id: string }> {
  const events = sql`select e.id, e.starts_at, ${isExpired} as is_expired, p.position from events e`
  const parts = [
    sql`${events} left join pinned_events p on p.event_id = e.id
         where ${isListed} and e.starts_at >= ${from} and e.starts_at < ${to}`,
  ]
  if (whenComparedToPresent >= 0) {
    parts.push(sql`${events} left join pinned_events p on p.event_id = e.id
         where ${isListed} and e.starts_at is null and e.state = 'active'`)
  }
  if (whenComparedToPresent === 0) {
    parts.push(sql`${events} join pinned_events p on p.event_id = e.id
         where ${isToCome} and (e.starts_at < ${from} or e.starts_at >= ${to})`)
  }
  return sql`(${sql.join(parts, sql` union all `)})`
}

function countByDay(app: App, { from, to }: Bounds): Promise<{ date: string; events: number }[]> {
  return app.db
    .selectFrom('events as e')
    .where(isListed)
    .where('e.starts_at', '>=', from)
    .where('e.starts_at', '<', to)
    .select([sql<string>`${nightOf(sql`e.starts_at`)}::text`.as('date'), sql<number>`count(*)::int`.as('events')])
    .groupBy('date')
    .orderBy('date')
    .execute()
}
