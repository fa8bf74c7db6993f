/** Figures of a company by month and by event, and what needs attention; of all companies for administrators. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type { getBusinessDashboard as endpoint } from '#contract/events/metrics.ts'
import type { App, Db } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'
import type { Call } from '#server/http/bound.ts'
import { reachOf } from '#server/modules/events/reach.ts'
import { isFailedStill } from '#server/modules/refunds/lists/queries-failed.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { local } from './queries-event.ts'
import { inSnapshot, sumFigures, sumFiguresBy } from './queries-sums.ts'

const MAX_MONTHS = 12
const MAX_EVENTS = 20
const MAX_ATTENTION = 10
/** An event that starts within these days should be public, and have sold `LEAST_PERCENT_SOLD` of its places. */
const DAYS_TO_PUBLISH = 14
const DAYS_TO_SELL = 7
const LEAST_PERCENT_SOLD = 30

type Dashboard = Answer<typeof endpoint>

export function getBusinessDashboard(app: App, { actor, query }: Call<typeof endpoint>): Promise<Dashboard> {
  return inSnapshot(app, async (db, mark) => {
    const companyId = await companyOf(db, actor, query.companyId)
    const events = companyId === null ? null : await listEventIds(db, companyId)
    const totals = await sumFigures(db, mark, { events, part: 'month' })
    const months = await sumFiguresBy(db, mark, { events, part: 'month' }, local('YYYY-MM'))
    const byEvent = await sumFiguresBy(db, mark, { events, part: 'month' }, sql`f.event_id`)
    const best = byEvent.toSorted((a, b) => b.keptCents - a.keptCents).slice(0, MAX_EVENTS)
    const named = await nameEvents(
      db,
      best.map(({ key }) => key),
    )
    return {
      totals,
      sold: await sumSold(db, companyId),
      months: months.slice(-MAX_MONTHS).map(({ key: month, ...figures }) => ({ month, ...figures })),
      events: best.flatMap(({ key, ...figures }) => {
        const event = named.get(key)
        return event ? [{ ...event, ...figures }] : []
      }),
      totalEvents: byEvent.length,
      attention: await findAttention(db, companyId),
    }
  })
}

/** An organizer's own company; for an administrator the company they chose, or null for all. */
async function companyOf(db: Db, actor: Actor, chosen: string | undefined): Promise<string | null> {
  const { isAll, companyId } = reachOf(actor, [])
  if (!isAll) {
    if (companyId === null || (chosen !== undefined && chosen !== companyId)) throw new Failure('company_not_found')
    return companyId
  }
  if (chosen === undefined) return null
  const company = await db.selectFrom('companies').select('id').where('id', '=', chosen).executeTakeFirst()
  if (!company) throw new Failure('company_not_found')
  return company.id
}

async function listEventIds(db: Db, companyId: string): Promise<string[]> {
  const rows = await db.selectFrom('events').select('id').where('company_id', '=', companyId).execute()
  return rows.map(({ id }) => id)
}

type NamedEvent = Pick<Dashboard['events'][number], 'id' | 'name' | 'startDate' | 'state' | 'sold'>

async function nameEvents(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, NamedEvent>> {
  const { rows } = await sql<NamedEvent>`
    select e.id, e.name, e.starts_at as "startDate", e.state,
           (select coalesce(sum(k.sold), 0)::int from ticket_stock k where k.event_id = e.id) as sold
      from events e where e.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function sumSold(db: Db, companyId: string | null): Promise<number> {
  const { sold } = await oneRow(
    db,
    sql<{ sold: number }>`
    select coalesce(sum(k.sold), 0)::int as sold from ticket_stock k join events e on e.id = k.event_id
     where ${companyId}::uuid is null or e.company_id = ${companyId}`,
  )
  return sold
}

/** The nearest events first, then refunds that failed, those without funds, and payments that differ. */
async function findAttention(db: Db, companyId: string | null): Promise<Dashboard['attention']> {
  const { rows } = await sql<{ what: Dashboard['attention'][number]['what']; id: string; name: string; count: number }>`
    with near as (
      select e.id, e.name, e.state, e.starts_at,
             (select coalesce(100 * sum(k.sold + k.courtesy) / nullif(sum(k.capacity), 0), 0)::int
                from ticket_stock k where k.event_id = e.id) as percent
        from events e
       where (${companyId}::uuid is null or e.company_id = ${companyId}) and e.state in ('pending', 'active')
         and e.starts_at > app_now() and e.starts_at < app_now() + make_interval(days => ${DAYS_TO_PUBLISH}))
    select * from (
      select 'unpublished' as what, id, name, 0 as count, 1 as place, starts_at from near where state = 'pending'
      union all
      select 'slow', id, name, percent, 2, starts_at from near
       where state = 'active' and percent < ${LEAST_PERCENT_SOLD} and starts_at < app_now() + make_interval(days => ${DAYS_TO_SELL})
      union all
      select 'failed', e.id, e.name, count(*)::int, 3, null
        from refunds r join events e on e.id = r.event_id
       where ${isFailedStill} and (${companyId}::uuid is null or e.company_id = ${companyId}) group by e.id
      union all
      select 'unfunded', e.id, e.name, count(*)::int, 4, null
        from refunds r join events e on e.id = r.event_id
       where r.unfunded_since is not null and (${companyId}::uuid is null or e.company_id = ${companyId}) group by e.id
      union all
      select 'differences', null, null, count(distinct d.provider_payment_id)::int, 5, null
        from settlement_differences d
       where d.closed_at is null and (${companyId}::uuid is null or d.company_id = ${companyId}) having count(*) > 0) a
     order by place, starts_at, id limit ${MAX_ATTENTION}`.execute(db)
  return rows.map(({ what, id, name, count }) => ({ what, event: id === null ? null : { id, name }, count }))
}
