/** Reads of one event and of what every list of events shares. */
import { sql, type Expression, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import { NO_CATEGORY } from '#contract/events/event-fields.ts'
import type { EventCard, PublicImage, EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { toPesos } from '#contract/values/money.ts'
import { ticketFees, type FeeTerms } from '#contract/values/prices.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App, Core, Db } from '#server/context.ts'
import { paidSales } from '#server/modules/companies/payment-account/queries.ts'
import type { DB } from '#server/db/schema.ts'
import { Failure } from '#server/shared/failure.ts'
import type { Actor } from '#server/shared/actor.ts'
import { publicSlug } from './event-slug.ts'
import { typeAvailability } from './listing/availability.ts'
import { cardOf, eventStatus } from './listing/event-card.ts'
import { rowsWithin, seenBy } from './reach.ts'

export type VisibleEventId = Proof<'visibleEvent'>

const local = (column: 'e.starts_at' | 'e.ends_at', format: 'YYYY-MM-DD' | 'HH24:MI') =>
  sql<string | null>`to_char(local_time(${sql.ref(column)}), ${sql.lit(format)})`

/** The start's local date, as `YYYY-MM-DD`. */
export const startDate = local('e.starts_at', 'YYYY-MM-DD')
/** Asked once per query: the clock's function costs more than a row. */
export const isExpired = sql<boolean>`coalesce(e.expires_at < (select app_now()), false)`
/** Whether an event (alias `e`) is over or cancelled. */
export const hasEnded = sql<boolean>`(e.state in ('cancelled', 'success') or ${isExpired})`
/** Whether tickets may be bought now; the event's company has this alias. */
export const isOnSale = (company: 'c' | 'o') =>
  sql<boolean>`events_is_on_sale(e.state, e.sale_closed_at, e.expires_at, ${sql.ref(`${company}.state`)}, (select app_now()))`
/** Whether the company of an event (alias `e`) may sell paid types now. */
const sellsPaid = paidSales.canSellPaid(sql.ref('e.company_id'))
/** The flyer of an event (alias `e`), for what is written about it. */
export const flyerOf = sql<PublicImage | null>`(
  select json_build_object('id', i.id, 'width', i.width, 'height', i.height) from images i where i.id = e.flyer_id)`
/** Public events: upcoming ones, and listed ones, to which lists add their own expiry rule. */
export const isToCome = sql<boolean>`events_is_to_come(e.state, e.is_private, e.expires_at, (select app_now()))`
export const isListed = sql<boolean>`events_is_listed(e.state, e.is_private)`

/**
 * Cards of the events (alias `e`) that `chosen` selects, in its order; rows become cards by `cardOf`. Choosing comes first
 * and alone, so that what a card costs is paid for the page that is shown and not for everything that was considered.
 */
export function selectCards(db: Db, chosen: Expression<{ id: string }>) {
  return db
    .selectFrom(
      sql<{ id: string; place: number }>`unnest(array(${chosen})) with ordinality`.as<'chosen'>(sql`chosen(id, place)`),
    )
    .innerJoin('events as e', 'e.id', 'chosen.id')
    .innerJoin('categories as c', 'c.id', 'e.category_id')
    .innerJoin('companies as o', 'o.id', 'e.company_id')
    .leftJoin('images as i', 'i.id', 'e.flyer_id')
    .leftJoin('event_stock as s', 's.event_id', 'e.id')
    .leftJoin('pinned_events as p', 'p.event_id', 'e.id')
    .select(['e.id', 'e.number', publicSlug.as('slug'), 'e.name', 'e.state', 'e.address as adress'])
    .select('e.category_id as categoryId')
    .select([
      'e.starts_at as startDate',
      'e.ends_at as endDate',
      'e.minimum_age as minimumAge',
      'e.is_private as isPrivate',
    ])
    .select([
      startDate.as('dateEvent'),
      local('e.starts_at', 'HH24:MI').as('startTime'),
      local('e.ends_at', 'HH24:MI').as('endTime'),
      isExpired.as('isExpired'),
      isOnSale('o').as('isOnSale'),
      sellsPaid.as('sellsPaid'),
      sql<boolean>`p.position is not null`.as('isPinned'),
    ])
    .select(['i.id as flyerId', 'i.width as flyerWidth', 'i.height as flyerHeight'])
    .select(['s.capacity as eventCapacity', eventOpen.as('eventOpen')])
    .select([feeTerms.as('feeTerms'), 'e.absorbs_service_fee as isFeeAbsorbed'])
    .select((eb) => [
      jsonBuildObject({
        name: eb.ref('e.venue_name'),
        city: eb.ref('e.city'),
        province: eb.ref('e.province'),
        lat: eb.ref('e.lat'),
        lng: eb.ref('e.lng'),
      }).as('Location'),
      jsonBuildObject({ id: eb.ref('c.id'), name: eb.ref('c.name') }).as('Category'),
      jsonBuildObject({ id: eb.ref('o.id'), name: eb.ref('o.name'), slug: eb.ref('o.slug') }).as('company'),
      jsonArrayFrom(listedTypes(eb)).as('types'),
    ])
    .orderBy('chosen.place')
}

const justThis = (db: Db, id: string) => db.selectFrom('events as e').select('e.id').where('e.id', '=', id)

function listedTypes(eb: ExpressionBuilder<DB & { e: DB['events'] }, 'e'>) {
  return eb
    .selectFrom('ticket_types as t')
    .innerJoin('ticket_stock as ts', 'ts.type_id', 't.id')
    .whereRef('t.event_id', '=', 'e.id')
    .where('t.visibility', '=', 'visible')
    .where('t.removed_at', 'is', null)
    .select(['t.price_cents as priceCents', 'ts.capacity'])
    .select([openPlaces.as('open'), isSoon.as('isSoon'), isOver.as('isOver'), isPaid.as('isPaid')])
}

/** Of a type's stock (alias `ts`), and of an event's (alias `s`). */
const openPlaces = sql<number>`stock_open_places(ts)`
const eventOpen = sql<number | null>`stock_open_places_of_event(s)`
/** Of a type (alias `t`). */
export const isSoon = sql<boolean>`coalesce(t.sale_starts_at > (select app_now()), false)`
const isPaid = sql<boolean>`t.price_cents > 0`
export const isOver = sql<boolean>`coalesce(least(t.sale_ends_at, t.valid_until) <= (select app_now()), false)`

/** Throws `event_state` for an event that is over or cancelled. */
export async function requireOngoing(app: Core, id: string): Promise<void> {
  if (await isOne(app, id, hasEnded)) throw new Failure('event_state')
}

/** Throws `event_state` for a cancelled event. */
export async function requireUncancelled(app: Core, id: string): Promise<void> {
  if (await isOne(app, id, sql<boolean>`e.state = 'cancelled'`)) throw new Failure('event_state')
}

async function isOne({ db }: Core, id: string, condition: Expression<boolean>): Promise<boolean> {
  const found = await db
    .selectFrom('events as e')
    .select('e.id')
    .where('e.id', '=', id)
    .where(condition)
    .executeTakeFirst()
  return found !== undefined
}

/** The card of an event that may be seen. */
export async function getEventCard(app: App, id: VisibleEventId): Promise<EventCard> {
  return cardOf(await selectCards(app.db, justThis(app.db, id)).executeTakeFirstOrThrow())
}

/** Of an event (alias `e`): until when its holders' days last since it moved; null where it did not, or they are over. */
export const movedUntil = sql<string | null>`(
  select max(c.refundable_until) from event_changes c
   where c.event_id = e.id and c.noticed_at is not null and c.refundable_until > (select app_now()))`

/** Everything that one event's public page says, its card included. */
export function selectPage(db: Db, id: string) {
  return selectCards(db, justThis(db, id))
    .select(['e.description', 'e.admission_conditions as admissionConditions', 'e.forbids_minors as forbidsMinors'])
    .select(['e.order_limit as orderLimit', 'e.person_limit as personLimit', 'e.hold_minutes as holdMinutes'])
    .select(['e.absorbs_service_fee as absorbsServiceFee', 'e.accepts_cash as acceptsCash'])
    .select(['e.allows_transfers as allowsTransfers', movedUntil.as('movedUntil')])
}

/** The public page of an event that may be seen. */
export async function getPage(app: App, id: VisibleEventId): Promise<EventPage> {
  return cardOf(await selectPage(app.db, id).executeTakeFirstOrThrow())
}

/** The platform's terms of an event (alias `e`). */
export const feeTerms = sql<FeeTerms>`json_build_object(
  'percentBps', e.service_fee_bps, 'fixedCents', e.service_fee_fixed_cents,
  'leastCents', e.service_fee_least_cents, 'mostCents', e.service_fee_most_cents)`

/** Events with what lists sort them by and what that is made of (`priceFromOf`). */
export function selectPriced(db: Db) {
  return db
    .selectFrom('events as e')
    .select([
      'e.id',
      'e.price_from_cents as priceFromCents',
      'e.absorbs_service_fee as isAbsorbed',
      feeTerms.as('terms'),
    ])
    .select(
      sql<number[]>`(select coalesce(json_agg(t.price_cents), '[]') from ticket_types t
        where t.event_id = e.id and t.visibility = 'visible' and t.removed_at is null)`.as('prices'),
    )
}

/** An event's types in the organizer's order, with what becomes a wire type by `typeOf`. */
export function selectTypes(db: Db, eventId: string) {
  return selectAllTypes(db).where('t.event_id', '=', eventId).orderBy('t.place').orderBy('t.position')
}

function selectAllTypes(db: Db) {
  return db
    .selectFrom('ticket_types as t')
    .innerJoin('ticket_stock as ts', 'ts.type_id', 't.id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('companies as o', 'o.id', 'e.company_id')
    .leftJoin('event_stock as s', 's.event_id', 'e.id')
    .select(['t.id', 't.name', 't.description', 't.price_cents', 't.valid_until', 't.sale_starts_at', 't.sale_ends_at'])
    .select(['t.per_person_limit', 'ts.capacity', openPlaces.as('open'), isSoon.as('isSoon'), isOver.as('isOver')])
    .select([
      isOnSale('o').as('isOnSale'),
      sellsPaid.as('sellsPaid'),
      isPaid.as('isPaid'),
      'e.absorbs_service_fee',
      feeTerms.as('feeTerms'),
    ])
    .select(['s.capacity as eventCapacity', eventOpen.as('eventOpen')])
    .where('t.removed_at', 'is', null)
}
type TypeRow = Awaited<ReturnType<ReturnType<typeof selectTypes>['executeTakeFirstOrThrow']>>

/** With the service fee that a buyer of one ticket pays over its price. */
export function typeOf(row: TypeRow): TicketType {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    price: toPesos(row.price_cents),
    fee: toPesos(ticketFees(row.price_cents, row.feeTerms, { isAbsorbed: row.absorbs_service_fee }).feeCents),
    validUntil: row.valid_until,
    saleStartsAt: row.sale_starts_at,
    saleEndsAt: row.sale_ends_at,
    perPersonLimit: row.per_person_limit,
    availability: typeAvailability(row, eventStatus(row)),
  }
}

/** The types that can be bought. */
export async function listTicketTypes(app: App, eventId: VisibleEventId): Promise<TicketType[]> {
  const rows = await selectTypes(app.db, eventId).where('t.visibility', '=', 'visible').execute()
  return rows.map(typeOf)
}

/** Types of one answer. */
const MOST_OWN_TYPES = 1000

/** The same of every event that the caller's company has or that they work at, the next ones first; administrators have none of their own. */
export async function listOwnTicketTypes(app: App, actor: Actor | null): Promise<(TicketType & { eventId: string })[]> {
  if (!actor) return []
  const rows = await selectAllTypes(app.db)
    .select('t.event_id as eventId')
    .where('t.visibility', '=', 'visible')
    .where(rowsWithin({ ...seenBy(actor), isAll: false }))
    .orderBy('e.starts_at', (order) => order.desc().nullsLast())
    .orderBy('e.id')
    .orderBy('t.place')
    .orderBy('t.position')
    .limit(MOST_OWN_TYPES)
    .execute()
  return rows.map((row) => ({ ...typeOf(row), eventId: row.eventId }))
}

/** Every category that an event may be published with, in its order. */
export async function listCategories(app: App): Promise<EventCard['Category'][]> {
  return app.db
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('id', '<>', NO_CATEGORY)
    .orderBy('position')
    .execute()
}

/** Throws `invalid_input` for a category that does not exist: that is a problem of its field, not a broken reference. */
export async function checkCategory(app: App, id: number): Promise<void> {
  const row = await app.db.selectFrom('categories').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('invalid_input', [{ path: ['categoryId'], message: 'Elegí una categoría' }])
}

/** What anybody may open and search engines may know, newest start first. */
export async function listPublicEvents(app: App): Promise<{ id: string; slug: string | null }[]> {
  return app.db
    .selectFrom('events as e')
    .select(['e.id', publicSlug.as('slug')])
    .where(isListed)
    .orderBy('e.starts_at', (order) => order.desc().nullsFirst())
    .limit(40_000)
    .execute()
}
