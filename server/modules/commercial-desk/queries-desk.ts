/** The events that are assigned to a commercial, and which of them need a person. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import {
  NEEDS,
  type CommercialDeskEvent,
  type getCommercialDashboard,
  type getCommercialEvents,
} from '#contract/events/commercial-desk.ts'
import type { App } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { paidSales } from '#server/modules/companies/payment-account/queries.ts'
import { cardOf } from '#server/modules/events/listing/event-card.ts'
import {
  dashboardOrders,
  selectManaged,
  selectSelling,
  startToCome,
} from '#server/modules/events/managing/queries-manage.ts'
import { hasEnded } from '#server/modules/events/queries.ts'

type Needs = CommercialDeskEvent['needs']
type Pace = CommercialDeskEvent['pace']

/** A last event with less was no measure. */
const LEAST_TICKETS = 10

const isToCome = sql<boolean>`(not ${hasEnded})`

/** Tickets made until an instant, without courtesies; counted by the hour. */
const soldUntil = (event: string, until: ReturnType<typeof sql>) => sql<number>`(
  select coalesce(sum(f.issued - f.courtesies), 0)::int from event_figures f
   where f.event_id = ${sql.ref(event)} and f.part = 'hour' and f.period <= ${until})`

/**
 * How an event that is on sale sells compared with its company's last one: whole weeks before each one's date, so that both are compared on the
 * same weekday. Null without a last event, or where it had sold next to nothing by then.
 */
const pace = sql<Pace>`(
  select json_build_object('sold', s.sold, 'lastSold', s.last_sold)
    from (select p.id, make_interval(weeks => round((local_time(e.starts_at)::date
                                                     - local_time(p.starts_at)::date) / 7.0)::int) as weeks
            from events p
           where p.company_id = e.company_id and p.id <> e.id and p.published_at is not null and p.state <> 'cancelled'
             and p.starts_at < (select app_now()) and p.starts_at < e.starts_at
           order by p.starts_at desc limit 1) l
   cross join lateral (select ${soldUntil('e.id', sql`(select app_now())`)} as sold,
                              ${soldUntil('l.id', sql`(select app_now()) - l.weeks`)} as last_sold) s
   where e.state = 'active' and not e.is_private and s.last_sold >= ${sql.lit(LEAST_TICKETS)})`

const hasType = (condition: ReturnType<typeof sql>) => sql`exists (
  select from ticket_types t join ticket_stock k on k.type_id = t.id
   where t.event_id = e.id and t.removed_at is null and t.visibility = 'visible' and t.price_cents > 0 and ${condition})`

const reasons = {
  unpublished: sql`e.state in ('pending', 'inactive')`,
  account: sql`(${hasType(sql`true`)} and not ${paidSales.canSellPaid(sql.ref('e.company_id'))})`,
  stock: hasType(sql`k.capacity = 0`),
  pace: sql`exists (select from (select ${pace} as of) b where (b.of ->> 'sold')::int < (b.of ->> 'lastSold')::int)`,
} as const satisfies Record<(typeof NEEDS)[number], unknown>

const isNeeded = (need: (typeof NEEDS)[number]) => sql<boolean>`(${isToCome} and ${reasons[need]})`

/** Of an event that is over nothing. */
const needs = sql<Needs>`array_remove(array[${sql.join(
  NEEDS.map((need) => sql`case when ${isNeeded(need)} then ${sql.lit(need)} end`),
)}], null)`

/** A page of them. By `needs` those that need a person come first, then by their start; those that are over last. */
export function listDeskEvents(
  app: App,
  { actor, query }: Call<typeof getCommercialEvents>,
): Promise<Answer<typeof getCommercialEvents>> {
  const { need, sort, order } = query
  const events = selectManaged(app, actor, query)
    .$if(need !== undefined, (own) => own.where(need === undefined ? sql<boolean>`true` : isNeeded(need)))
    .$if(sort === 'needs', (own) =>
      own.orderBy(sql`cardinality(${needs}) > 0`, 'desc').orderBy(startToCome, (start) => start.asc().nullsLast()),
    )
  const by = sort === 'needs' ? ({ sort: 'date', order: 'desc' } as const) : { sort, order }
  return pageOf(
    events,
    { ...query, ...by },
    {
      rows: 'events',
      id: 'e.id',
      sort: dashboardOrders,
      read: (page) =>
        selectSelling(app, page)
          .select([needs.as('needs'), pace.as('pace')])
          .execute(),
      map: ({ needs, pace, ...row }) => ({ ...cardOf(row), needs, pace }),
    },
  )
}

/** Those that are to come, counted. */
export function getDashboard(
  app: App,
  { actor }: Call<typeof getCommercialDashboard>,
): Promise<Answer<typeof getCommercialDashboard>> {
  const own = selectManaged(app, actor, {}).where(isToCome)
  type Row = Answer<typeof getCommercialDashboard>
  return oneRow(
    app.db,
    sql<Row>`
    with own as materialized (select e.id, e.state, ${needs} as needs from events e where e.id in (${own}))
    select count(*)::int as events,
           (count(*) filter (where o.state = 'active'))::int as "onSale",
           (count(*) filter (where cardinality(o.needs) > 0))::int as needing,
           coalesce(sum(k.sold), 0)::int as sold,
           coalesce(sum(t.paid_cents), 0)::bigint as "paidCents",
           (select coalesce(json_agg(json_build_object('need', n.need, 'events', (
                     select count(*)::int from own x where n.need = any (x.needs))) order by n.place), '[]')
              from unnest(${[...NEEDS]}::text[]) with ordinality n (need, place)) as needs
      from own o
      left join lateral (select sum(s.sold) as sold from ticket_stock s where s.event_id = o.id) k on true
      left join event_totals t on t.event_id = o.id`,
  )
}
