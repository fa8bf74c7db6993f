/** How one event sold and who came. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type { CostsByType } from '#contract/events/commercials-costs.ts'
import type * as contract from '#contract/events/metrics.ts'
import type { EventFigures, PromoterFigures } from '#contract/events/metrics.ts'
import { toPesos } from '#contract/values/money.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App, Db } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'
import type { Call } from '#server/http/bound.ts'
import { isWithin, managedBy } from '#server/modules/events/reach.ts'
import { givenNameOf, staffNameFor, type StaffName } from '#server/modules/events/staff/staff-name.ts'
import { inSnapshot, sumFigures, sumFiguresBy } from './queries-sums.ts'

declare module '#server/module.ts' {
  interface Hooks {
    /** What an event costs, by type; the ledger has the sum. */
    sumCostsByType(db: Db, eventId: string): Promise<CostsByType>
  }
}

type ManagedEventId = Proof<'managedEvent'>

export const local = (format: 'YYYY-MM' | 'YYYY-MM-DD') =>
  sql<string>`to_char(local_time(f.period), ${sql.lit(format)})`

export function getEventMetrics(app: App, id: ManagedEventId): Promise<Answer<typeof contract.getEventMetrics>> {
  return inSnapshot(app, async (db, mark) => {
    const events = [id]
    const totals = await sumFigures(db, mark, { events, part: 'month' })
    const byPromoters = await sumFigures(db, mark, { events, part: 'promoter' })
    const { taken, sold, capacity, held, noShows, ...event } = await getEventFacts(db, id)
    return {
      event,
      totals,
      taken,
      sold,
      capacity,
      held,
      noShows,
      byPromoters,
      costsByType: await sumCosts(app, db, id),
    }
  })
}

async function sumCosts({ modules }: App, db: Db, id: ManagedEventId): Promise<CostsByType> {
  for (const { hooks } of modules) {
    const sums = await hooks?.sumCostsByType?.(db, id)
    if (sums) return sums
  }
  return []
}

type EventFacts = Answer<typeof contract.getEventMetrics>['event'] &
  Pick<Answer<typeof contract.getEventMetrics>, 'taken' | 'sold' | 'capacity' | 'held' | 'noShows'>

/** Unused tickets are counted when they expire, hours after the end: until then a holder may still come. */
function getEventFacts(db: Db, id: ManagedEventId): Promise<EventFacts> {
  return oneRow(
    db,
    sql<EventFacts>`
    select e.id, e.name, e.starts_at as "startDate", e.state, s.taken, s.sold, s.held,
           coalesce((select k.capacity from event_stock k where k.event_id = e.id), s.capacity) as capacity,
           (select x.tickets_count from expired_events x where x.event_id = e.id) as "noShows"
      from events e
     cross join lateral (select coalesce(sum(k.sold + k.courtesy), 0)::int as taken, coalesce(sum(k.sold), 0)::int as sold, coalesce(sum(k.held), 0)::int as held,
                                coalesce(sum(k.capacity), 0)::int as capacity
                           from ticket_stock k where k.event_id = e.id) s
     where e.id = ${id}`,
  )
}

export function getEventSales(app: App, id: ManagedEventId): Promise<Answer<typeof contract.getEventSales>> {
  return inSnapshot(app, async (db, mark) => {
    const events = [id]
    const days = await sumFiguresBy(db, mark, { events, part: 'hour' }, local('YYYY-MM-DD'))
    const months = await sumFiguresBy(db, mark, { events, part: 'month' }, local('YYYY-MM'))
    const { endsOn } = await db
      .selectFrom('events as e')
      .select(sql<string | null>`to_char(local_time(coalesce(e.ends_at, e.starts_at)), 'YYYY-MM-DD')`.as('endsOn'))
      .where('e.id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      endsOn,
      days: days.map(({ key: day, ...figures }) => ({ day, ...figures })),
      months: months.map(({ key: month, ...figures }) => ({ month, ...figures })),
    }
  })
}

export function getEventTickets(app: App, id: ManagedEventId): Promise<Answer<typeof contract.getEventTickets>> {
  return inSnapshot(app, async (db, mark) => {
    const events = [id]
    const ofTypes = bySubject(await sumFiguresBy(db, mark, { events, part: 'type' }, sql`f.subject_id`))
    const arrivals = await sumFiguresBy(db, mark, { events, part: 'quarter' }, sql`f.period`)
    const { noShows } = await getEventFacts(db, id)
    const types = await db
      .selectFrom('ticket_types as t')
      .innerJoin('ticket_stock as k', 'k.type_id', 't.id')
      .select(['t.id', 't.name', 't.price_cents as priceCents', 'k.capacity', 'k.sold', 'k.courtesy', 'k.held'])
      .select(sql<boolean>`t.removed_at is not null`.as('isRemoved'))
      .where('t.event_id', '=', id)
      .orderBy('t.place')
      .orderBy('t.position')
      .execute()
    return {
      types: types
        .filter((type) => !type.isRemoved || ofTypes.has(type.id))
        .map(({ isRemoved: _, priceCents, courtesy: courtesies, ...type }) => ({
          ...type,
          price: toPesos(priceCents),
          courtesies,
          issued: ofTypes.get(type.id)?.issued ?? 0,
          arrived: ofTypes.get(type.id)?.arrived ?? 0,
        })),
      drinks: await listSoldDrinks(db, id),
      arrivals: arrivals.map(({ key: at, arrived }) => ({ at, arrived })),
      noShows,
    }
  })
}

type SoldDrink = Answer<typeof contract.getEventTickets>['drinks'][number]

/** Counts vouchers: each is a drink that was paid. */
async function listSoldDrinks(db: Db, id: ManagedEventId): Promise<SoldDrink[]> {
  const { rows } = await sql<SoldDrink>`
    select d.id, d.name, s.sold, s.redeemed, s."paidCents"
      from (select v.drink_id, count(*)::int as sold, count(v.redeemed_at)::int as redeemed,
                   sum(v.price_cents + v.fee_cents)::bigint as "paidCents"
              from drink_vouchers v where v.event_id = ${id} group by v.drink_id) s
      join drinks d on d.id = s.drink_id order by d.position, d.id`.execute(db)
  return rows
}

function bySubject(rows: readonly (EventFigures & { key: string })[]): ReadonlyMap<string, EventFigures> {
  return new Map(rows.map(({ key, ...figures }) => [key, figures]))
}

/** The people who sold or may sell with a code; a promoter of the event sees only their own line. */
export function getEventPromoters(
  app: App,
  { actor, proof: id }: Call<typeof contract.getEventPromoters>,
): Promise<Answer<typeof contract.getEventPromoters>> {
  return inSnapshot(app, async (db, mark) => {
    const { companyId } = await db
      .selectFrom('events')
      .select('company_id as companyId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const only = isWithin({ id, companyId }, managedBy(actor)) ? null : actor.userId
    const figures = bySubject(await sumFiguresBy(db, mark, { events: [id], part: 'promoter' }, sql`f.subject_id`))
    const { rows } = await sql<Pick<PromoterFigures, 'userId' | 'referralCode'> & StaffName>`
      select u.id as "userId", u.name, ${givenNameOf(sql`u.id`, sql`${id}::uuid`)} as "givenName", (select r.code from promos r where r.event_id = ${id} and r.promoter_id = u.id and not r.is_merged) as "referralCode"
        from users u
       where (u.id = any (${[...figures.keys()]}::uuid[])
              or u.id in (select s.user_id from event_staff s where s.event_id = ${id} and s.kind = 'RRPP'))
         and (${only}::uuid is null or u.id = ${only}::uuid)
       order by u.id`.execute(db)
    const promoters = rows.map(({ givenName, ...row }) => ({
      ...row,
      name: (row.userId === actor.userId ? row.name : staffNameFor(actor, { name: row.name, givenName })) ?? '',
      ...lineOf(figures.get(row.userId)),
    }))
    return { promoters: promoters.toSorted((a, b) => b.paidCents - a.paidCents || a.name.localeCompare(b.name, 'es')) }
  })
}

function lineOf(figures: EventFigures | undefined): Omit<PromoterFigures, 'userId' | 'name' | 'referralCode'> {
  return {
    sales: figures?.sales ?? 0,
    tickets: figures?.tickets ?? 0,
    courtesies: figures?.courtesies ?? 0,
    arrived: figures?.arrived ?? 0,
    paidCents: figures?.paidCents ?? 0,
    refundedCents: figures?.refundedCents ?? 0,
    commissionCents: figures?.commissionCents ?? 0,
  }
}
