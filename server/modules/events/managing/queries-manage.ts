/** Reads of events for organizers, commercials and administrators who manage them. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type {
  getEventsDashboard,
  getEventsDashboardPreview,
  ManagedEvent,
  ManagedTicketType,
  SaleStop,
} from '#contract/events/events-managed.ts'
import { toPesos } from '#contract/values/money.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { findPaidSales, paidSales } from '#server/modules/companies/payment-account/queries.ts'
import type { Actor } from '#server/shared/actor.ts'
import { cardOf } from '../listing/event-card.ts'
import { feeTerms, hasEnded, selectCards, selectPage, selectTypes, startDate, typeOf } from '../queries.ts'
import { managedBy, rowsWithin } from '../reach.ts'
import { nameContains } from '../listing/search.ts'
import type { WhenAndWhere } from './event-changes.ts'
import type { StoredType } from './ticket-type-list.ts'

export type ManagedEventId = Proof<'managedEvent'>

const sold = sql<number>`(select coalesce(sum(k.sold), 0)::int from ticket_stock k where k.event_id = e.id)`
const capacity = sql<number>`coalesce(
  (select k.capacity from event_stock k where k.event_id = e.id),
  (select coalesce(sum(k.capacity), 0)::int from ticket_stock k where k.event_id = e.id))`
const held = sql<number>`(select coalesce(sum(k.held), 0)::int from ticket_stock k where k.event_id = e.id)`
const isSaleClosed = sql<boolean>`e.sale_closed_at is not null`
/** Free types sell without an account. */
const saleStop = sql<SaleStop | null>`case
  when e.state <> 'active' or ${hasEnded} then null
  when e.sale_closed_at is not null then 'closed'
  when not exists (select from ticket_types y
                    where y.event_id = e.id and y.removed_at is null and y.price_cents > 0 and y.visibility <> 'courtesy')
    or ${paidSales.canSellPaid(sql.ref('e.company_id'))} then null
  when ${paidSales.areSalesStopped(sql.ref('e.company_id'))} then 'unfunded'
  else 'account' end`
/** By the index of unpaid orders by device: they are few at any moment, whatever an event has sold. */
const heldDevices = sql<number>`(
  select count(distinct k.device)::int from orders k
   where k.event_id is not distinct from e.id and checkout_is_unpaid(k.state) and k.device is not null)`
/** Counted up to a mark, and since then by the index of the event: what was sold in years is not read again. */
const scanned = sql<number>`(
  coalesce((select k.scanned from event_totals k where k.event_id = e.id), 0)
  + (select count(*)::int from scans k
      where k.event_id = e.id and k.at > (select m.scanned_until from totals_mark m) and k.result = 'admitted'))`
/** What buyers paid, as the settlement counts it. */
const paidCents = sql<number>`(
  coalesce((select k.paid_cents from event_totals k where k.event_id = e.id), 0)
  + (select coalesce(sum(ledger_paid_cents(l.kind, l.debit, l.credit, l.amount_cents)), 0)::bigint
       from ledger_entries l
      where l.event_id = e.id and l.id > (select m.ledger_id from totals_mark m)))`

/** When an event starts that is not over and not cancelled; null of every other. */
export const startToCome = sql`case when not ${hasEnded} then e.starts_at end`

/** A page of the events that a person manages, with how they sell; by date undated drafts count as the furthest ahead. */
export function listDashboard(
  app: App,
  { actor, query }: Call<typeof getEventsDashboard>,
): Promise<Answer<typeof getEventsDashboard>> {
  return pageOf(selectManaged(app, actor, query), query, {
    rows: 'events',
    id: 'e.id',
    sort: dashboardOrders,
    read: (page) => selectSelling(app, page).execute(),
    map: cardOf,
  })
}

/** Descending: what is to come from the soonest on, drafts without a date, the rest from the latest back; seconds of year 5138 and 3554. */
const nextFirst = sql<number>`case
  when ${startToCome} is not null then 100000000000 - extract(epoch from e.starts_at)
  when e.starts_at is null then 50000000000
  else extract(epoch from e.starts_at) end`

export const dashboardOrders = { next: nextFirst, date: 'e.starts_at', name: 'e.plain_name', sold } as const

/** The ids of the events that a person manages, as a list filters them. */
export function selectManaged(
  app: App,
  actor: Actor,
  { eventName, state, date }: Pick<Call<typeof getEventsDashboard>['query'], 'eventName' | 'state' | 'date'>,
) {
  return selectOwn(app, actor, eventName)
    .select('e.id')
    .$if(state !== undefined, (own) => own.where('e.state', '=', state ?? ''))
    .$if(date !== undefined, (own) => own.where(startDate, '=', date ?? ''))
}

/** Cards with how their events sell, to be mapped by `cardOf`. */
export function selectSelling(app: App, chosen: Parameters<typeof selectCards>[1]) {
  return selectCards(app.db, chosen)
    .select([sold.as('sold'), capacity.as('capacity'), scanned.as('scanned'), paidCents.as('paidCents')])
    .select([held.as('held'), heldDevices.as('heldDevices'), isSaleClosed.as('isSaleClosed'), saleStop.as('saleStop')])
}

/** The same events in short, to choose one. */
export function listDashboardPreview(
  app: App,
  { actor, query }: Pick<Call<typeof getEventsDashboardPreview>, 'actor' | 'query'>,
): Promise<Answer<typeof getEventsDashboardPreview>> {
  const events = selectOwn(app, actor, query.eventName)
    .select(['e.id', 'e.name', 'e.starts_at as startDate'])
    .select(sql<ManagedEvent['state']>`e.state`.as('state'))
    .$if(query.sort === 'next', (own) => own.orderBy(startToCome, (start) => start.asc().nullsLast()))
  const latestFirst = { ...query, sort: 'start', order: 'desc' } as const
  return pageOf(events, latestFirst, { rows: 'events', id: 'e.id', sort: { start: 'e.starts_at' } })
}

function selectOwn(app: App, actor: Actor, name: string | undefined) {
  return app.db
    .selectFrom('events as e')
    .where(rowsWithin(managedBy(actor)))
    .$if(Boolean(name), (own) => own.where(nameContains(name ?? '')))
}

/** An event with everything that its organizer may edit. */
export async function getManaged(app: Core, id: ManagedEventId): Promise<ManagedEvent> {
  const row = await selectPage(app.db, id)
    .select(['e.courtesy_limit as courtesyLimit', 'e.version', 'o.id as companyId', feeTerms.as('serviceFee')])
    .select([isSaleClosed.as('isSaleClosed'), saleStop.as('saleStop')])
    .executeTakeFirstOrThrow()
  const { companyId, ...page } = row
  const [ticketTypes, canSell] = await Promise.all([listManagedTypes(app, id), findPaidSales(app, companyId)])
  return {
    ...cardOf(page),
    capacity: row.eventCapacity,
    hasSales: ticketTypes.some((type) => type.sold > 0 || type.courtesies > 0),
    ...canSell,
    ticketTypes,
  }
}

async function listManagedTypes(app: Core, eventId: string): Promise<ManagedTicketType[]> {
  const rows = await selectTypes(app.db, eventId)
    .select(['t.visibility', 't.place', 'ts.sold', 'ts.held', 'ts.courtesy'])
    .execute()
  return rows.map((row) => ({
    ...typeOf(row),
    visibility: row.visibility as ManagedTicketType['visibility'], // CHECK on the column
    position: row.place,
    capacity: row.capacity,
    sold: row.sold,
    held: row.held,
    courtesies: row.courtesy,
  }))
}

/** Every type that the event ever had, for use cases that compare or judge them. */
export async function listStoredTypes(app: Core, eventId: ManagedEventId): Promise<StoredType[]> {
  const rows = await app.db
    .selectFrom('ticket_types as t')
    .innerJoin('ticket_stock as ts', 'ts.type_id', 't.id')
    .select(['t.id', 't.name', 't.position', 't.place', 't.price_cents as priceCents', 't.visibility', 'ts.capacity'])
    .select(['t.sale_starts_at as saleStartsAt', 't.sale_ends_at as saleEndsAt'])
    .select(sql<boolean>`t.removed_at is not null`.as('isRemoved'))
    .where('t.event_id', '=', eventId)
    .orderBy('t.place')
    .orderBy('t.position')
    .execute()
  return rows.map(({ priceCents, visibility, ...row }) => ({
    ...row,
    price: toPesos(priceCents),
    visibility: visibility as StoredType['visibility'], // CHECK on the column
  }))
}

/** Whether anybody holds a ticket of the event, bought or given. */
export async function hasSalesOrHolds(app: Core, eventId: ManagedEventId): Promise<boolean> {
  const row = await app.db
    .selectFrom('ticket_stock')
    .select('type_id')
    .where('event_id', '=', eventId)
    .where((eb) => eb.or([eb('sold', '>', 0), eb('courtesy', '>', 0), eb('held', '>', 0)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Events with changes of date or place not yet notified, the last of them so many minutes ago, or that start as soon. */
export async function listEventsToNotify(app: App, minutes: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ eventId: string }>`
    select event_id as "eventId" from event_changes where noticed_at is null
     group by event_id having max(changed_at) <= app_now() - make_interval(mins => ${minutes})
         or (select e.starts_at from events e where e.id = event_id) <= app_now() + make_interval(mins => ${minutes})
     order by min(changed_at) limit ${limit}`.execute(app.db)
  return rows.map(({ eventId }) => eventId)
}

/** Those of one event, the oldest first; none while the last is younger than so many minutes. */
export async function listChangesToNotify(
  app: Core,
  eventId: string,
  minutes: number,
): Promise<{ before: WhenAndWhere; after: WhenAndWhere; changedAt: string }[]> {
  const { rows } = await sql<{ before: WhenAndWhere; after: WhenAndWhere; changedAt: string }>`
    select before, after, changed_at as "changedAt" from event_changes c
     where c.event_id = ${eventId}::uuid and c.noticed_at is null
       and not exists (select from event_changes y where y.event_id = c.event_id and y.noticed_at is null
                          and y.changed_at > app_now() - make_interval(mins => ${minutes}))
     order by c.changed_at, c.id`.execute(app.db)
  return rows
}
