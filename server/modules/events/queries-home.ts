/** The landing: a month of public events and its calendar. */
import { sql, type RawBuilder } from 'kysely'
import type { Answer } from '#contract/endpoint.ts'
import type { getEventsHome } from '#contract/events.ts'
import { paginate } from '#contract/pagination.ts'
import type { App } from '#server/context.ts'
import { cardOf } from './event-card.ts'
import { boundsOf, compareMonths, monthOf, type Month } from './month.ts'
import { isExpired, isListed, selectCards, startDate } from './queries.ts'

/** A month may hold hundreds: the landing shows the first, its calendar counts all, `/eventos` has the rest. */
const SHOWN = 48

/**
 * The public events of a local month, today's when none is named. Order (product.md §9): pinned ones in their order, then
 * those to come by start, then those that ended, latest first, and undated ones last. Undated events stand in this month
 * and the ones to come; a pinned event stands in this month whatever its date.
 */
export async function getHome(
  app: App,
  asked: { readonly year?: number | undefined; readonly month?: number | undefined },
): Promise<Answer<typeof getEventsHome>> {
  const present = monthOf(app.clock.now())
  const month = { year: asked.year ?? present.year, month: asked.month ?? present.month }
  const inMonth = isOfMonth(month, compareMonths(month, present))
  const [rows, total, calendar] = await Promise.all([
    selectCards(
      app.db,
      app.db
        .selectFrom('events as e')
        .leftJoin('pinned_events as p', 'p.event_id', 'e.id')
        .select('e.id')
        .where(inMonth)
        .orderBy(sql`case when not ${isExpired} then p.position end`, (order) => order.asc().nullsLast())
        .orderBy(sql`case when e.starts_at is null then 2 when ${isExpired} then 1 else 0 end`)
        .orderBy(
          sql`case when ${isExpired} then -extract(epoch from e.starts_at) else extract(epoch from e.starts_at) end`,
        )
        .orderBy('e.id')
        .limit(SHOWN),
    ).execute(),
    countEvents(app, inMonth),
    countByDay(app, month),
  ])
  const events = rows.map(cardOf)
  return {
    ...month,
    eventsCloseToDate: { events, pagination: paginate('totalEvents', { page: 1, limit: SHOWN, total }) },
    calendar,
  }
}

function isOfMonth(month: Month, whenComparedToPresent: number): RawBuilder<boolean> {
  const { from, to } = boundsOf(month)
  const isDated = sql`e.starts_at >= ${from} and e.starts_at < ${to}`
  const isUndated = sql`e.starts_at is null and e.state = 'active'`
  const isPinned = sql`p.position is not null and e.state = 'active' and not ${isExpired}`
  const wanted = [
    isDated,
    ...(whenComparedToPresent >= 0 ? [isUndated] : []),
    ...(whenComparedToPresent === 0 ? [isPinned] : []),
  ]
  return sql<boolean>`${isListed} and (${sql.join(
    wanted.map((each) => sql`(${each})`),
    sql` or `,
  )})`
}

async function countEvents(app: App, condition: RawBuilder<boolean>): Promise<number> {
  const { total } = await app.db
    .selectFrom('events as e')
    .leftJoin('pinned_events as p', 'p.event_id', 'e.id')
    .where(condition)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function countByDay(app: App, month: Month): Promise<{ date: string; events: number }[]> {
  const { from, to } = boundsOf(month)
  const rows = await app.db
    .selectFrom('events as e')
    .where(isListed)
    .where('e.starts_at', '>=', from)
    .where('e.starts_at', '<', to)
    .select([startDate.as('date'), sql<number>`count(*)::int`.as('events')])
    .groupBy('date')
    .orderBy('date')
    .execute()
  return rows.map(({ date, events }) => ({ date: date ?? '', events })) // dated by the condition above
}
