/** The only SQL that writes events, their ticket types, their staff and the pinned list. */
import { sql } from 'kysely'
import type { EventState } from '#contract/events/event-card.ts'
import type { EventChange, EventFields, TicketTypeChange, TicketTypeFields } from '#contract/events/event-fields.ts'
import { toCents } from '#contract/values/money.ts'
import type { FeeTerms } from '#contract/values/prices.ts'
import type { StaffKind } from '#contract/api/roles.ts'
import type { Core, Tx } from '#server/context.ts'
import { insertRow, updateRows } from '#server/db/rows.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { REFUND_DAYS, type WhenAndWhere } from './managing/event-changes.ts'
import type { Schedule } from './managing/event-schedule.ts'
import { priceFromOf } from './managing/price-from.ts'
import { selectPriced } from './queries.ts'

/** The columns of what is said: what is left out is undefined, and stays. */
function columnsOf(fields: EventChange) {
  return {
    name: fields.name,
    description: fields.description,
    category_id: fields.categoryId,
    venue_name: fields.venueName,
    address: fields.adress,
    city: fields.city,
    province: fields.province,
    lat: fields.lat,
    lng: fields.lng,
    is_private: fields.isPrivate,
    minimum_age: fields.minimumAge,
    forbids_minors: fields.forbidsMinors,
    admission_conditions: emptyIsNull(fields.admissionConditions),
    order_limit: fields.orderLimit,
    person_limit: fields.personLimit,
    hold_minutes: fields.holdMinutes,
    absorbs_service_fee: fields.absorbsServiceFee,
    accepts_cash: fields.acceptsCash,
    allows_transfers: fields.allowsTransfers,
    courtesy_limit: fields.courtesyLimit,
  }
}

function feeColumns(terms: FeeTerms) {
  return {
    service_fee_bps: terms.percentBps,
    service_fee_fixed_cents: terms.fixedCents,
    service_fee_least_cents: terms.leastCents,
    service_fee_most_cents: terms.mostCents,
  }
}

function emptyIsNull(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text
}

export interface NewEvent {
  readonly id: string
  readonly companyId: string
  readonly fields: EventFields
  readonly schedule: Schedule
  readonly flyerId: string | null
  /** The company's fee terms of today, which the event keeps (rule R7.6). */
  readonly feeTerms: FeeTerms
}

/** Adds a draft. */
export async function insertEvent(
  app: Core,
  { id, companyId, fields, schedule, flyerId, feeTerms }: NewEvent,
): Promise<void> {
  await app.db
    .insertInto('events')
    .values({
      ...columnsOf(fields),
      ...feeColumns(feeTerms),
      id,
      company_id: companyId,
      flyer_id: flyerId,
      state: 'pending',
      name: fields.name,
      category_id: fields.categoryId,
      venue_name: fields.venueName,
      address: fields.adress,
      city: fields.city,
      province: fields.province,
      starts_at: schedule.startsAt,
      ends_at: schedule.endsAt,
    })
    .execute()
}

/**
 * An event's own row, locked until the transaction ends: changes of one event run one after another. Viewers are notified
 * after the commit.
 */
export async function lockEvent(app: Tx, id: string) {
  const event = await readLocked(app, id)
  app.afterCommit(({ bus }) => publishChange(bus, eventTopics({ eventId: id, companyId: event.company_id })))
  return event
}

function readLocked(app: Tx, id: string) {
  return (
    app.db
      .selectFrom('events')
      .selectAll()
      .select(sql<boolean>`coalesce(expires_at < app_now(), false)`.as('is_expired'))
      .select(sql<boolean>`coalesce(starts_at > app_now(), false)`.as('is_ahead'))
      // From then on what follows from its end, such as a commission, has followed (R8.1, R12.7).
      .select(sql<boolean>`coalesce(expires_at < app_now() - interval '2 days', false)`.as('is_long_over'))
      .where('id', '=', id)
      .forNoKeyUpdate() // orders and tickets that refer to the event do not wait for it
      .executeTakeFirstOrThrow()
  )
}
export type EventRow = Awaited<ReturnType<typeof lockEvent>>

/** Moves until when an event's types are sold and let in along with its day, at their own hour: else they would end before it begins (R8.13). */
export async function moveTypeEnds(app: Core, id: string, days: number): Promise<void> {
  await app.db
    .updateTable('ticket_types')
    .set({
      valid_until: sql`valid_until + make_interval(days => ${days}::int)`,
      sale_ends_at: sql`sale_ends_at + make_interval(days => ${days}::int)`,
    })
    .where('event_id', '=', id)
    .where((eb) => eb.or([eb('valid_until', 'is not', null), eb('sale_ends_at', 'is not', null)]))
    .execute()
}

/** Writes what is said of fields and schedule; without `flyerId` the flyer stays. */
export async function updateEventFields(
  app: Core,
  id: string,
  { fields, schedule, flyerId }: { fields: EventChange; schedule: Partial<Schedule>; flyerId: string | null },
): Promise<void> {
  const columns = said({
    ...columnsOf(fields),
    starts_at: schedule.startsAt,
    ends_at: schedule.endsAt,
    ...(flyerId !== null && { flyer_id: flyerId }),
  })
  if (Object.keys(columns).length === 0) return
  await app.db.updateTable('events').set(columns).where('id', '=', id).execute()
}

/** Without what is undefined. */
function said<Columns extends object>(columns: Columns): Partial<Columns> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<Columns> // its own entries
}

/**
 * Counts a save of the fields or ticket types. False when another save came after `expected`, the version that the change was
 * made on; without one any is right.
 */
export async function takeVersion(app: Core, id: string, expected: number | undefined): Promise<boolean> {
  const taken = await app.db
    .updateTable('events')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .$if(expected !== undefined, (query) => query.where('version', '=', expected ?? 0))
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** Moves an event from one of `from` to `to`; false when it is in none of them. */
export async function changeState(
  app: Core,
  id: string,
  from: readonly EventState[],
  to: EventState,
): Promise<boolean> {
  const changed = await app.db
    .updateTable('events')
    .set({
      state: to,
      ...(to === 'active'
        ? { published_at: sql<string>`coalesce(published_at, app_now())`, sale_closed_at: null }
        : {}),
    })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Closes or opens the sale of an event that the caller has locked. */
export async function setSaleClosed(app: Core, id: string, isClosed: boolean): Promise<void> {
  await updateRows(app.db, 'events', { id }, { saleClosedAt: isClosed ? sql`app_now()` : null })
}

/** Cancels an event that the caller has locked. */
export async function setCancelled(app: Core, id: string, reason: string): Promise<void> {
  await updateRows(app.db, 'events', { id }, { state: 'cancelled', cancelledAt: sql`app_now()`, cancelReason: reason })
}

/** Ends the active events whose door has closed for good; gives their ids. */
export async function finishPast(app: Core): Promise<string[]> {
  const rows = await app.db
    .updateTable('events')
    .set({ state: 'success' })
    .where('state', '=', 'active')
    .where(sql<boolean>`door_closes_at(starts_at, ends_at) < app_now()`)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Copies an event as a draft without dates, at the terms that its company has today. */
export async function copyEvent(
  app: Core,
  id: string,
  copy: { id: string; name: string; feeTerms: FeeTerms },
): Promise<void> {
  await sql`
    insert into events (id, company_id, name, description, category_id, venue_name, address, city, province, lat, lng,
      is_private, minimum_age, forbids_minors, admission_conditions, order_limit, person_limit, hold_minutes,
      absorbs_service_fee, accepts_cash, allows_transfers, courtesy_limit, flyer_id, state,
      service_fee_bps, service_fee_fixed_cents, service_fee_least_cents, service_fee_most_cents)
    select ${copy.id}, company_id, ${copy.name}, description, category_id, venue_name, address, city, province, lat, lng,
      is_private, minimum_age, forbids_minors, admission_conditions, order_limit, person_limit, hold_minutes,
      absorbs_service_fee, accepts_cash, allows_transfers, courtesy_limit, flyer_id, 'pending',
      ${copy.feeTerms.percentBps}::int, ${copy.feeTerms.fixedCents}::bigint, ${copy.feeTerms.leastCents}::bigint, ${copy.feeTerms.mostCents}::bigint
      from events where id = ${id}`.execute(app.db)
}

/** Remembers that date or place changed, and where the event has buyers, until when they may take their money back. */
export async function insertChange(
  app: Core,
  {
    before,
    after,
    hasBuyers,
    ...change
  }: {
    id: string
    eventId: string
    before: WhenAndWhere
    after: WhenAndWhere
    changedBy: string
    hasBuyers: boolean
  },
): Promise<void> {
  await insertRow(app.db, 'event_changes', {
    ...change,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    ...(hasBuyers
      ? { refundableUntil: sql`app_now() + make_interval(days => ${REFUND_DAYS})` }
      : { noticedAt: sql`app_now()` }),
  })
}

/** Marks the changes of an event as handled: holders are notified or need not be. */
export async function markMoveNotified(app: Core, eventId: string): Promise<void> {
  await app.db
    .updateTable('event_changes')
    // The days are counted from the notice.
    .set({
      noticed_at: sql`app_now()`,
      refundable_until: sql<string>`app_now() + make_interval(days => ${REFUND_DAYS})`,
    })
    .where('event_id', '=', eventId)
    .where('noticed_at', 'is', null)
    .execute()
}

function typeColumns(fields: TicketTypeChange, place: number) {
  return {
    name: fields.name,
    description: emptyIsNull(fields.description),
    price_cents: fields.price === undefined ? undefined : toCents(fields.price),
    visibility: fields.visibility,
    sale_starts_at: fields.saleStartsAt,
    sale_ends_at: fields.saleEndsAt,
    valid_until: fields.validUntil,
    per_person_limit: fields.perPersonLimit,
    place,
  }
}

export interface NewType {
  readonly id: string
  readonly eventId: string
  readonly fields: TicketTypeFields
  readonly position: number
  readonly place: number
}

export async function insertType(app: Core, { id, eventId, fields, position, place }: NewType): Promise<void> {
  await app.db
    .insertInto('ticket_types')
    .values({
      ...typeColumns(fields, place),
      id,
      event_id: eventId,
      position,
      name: fields.name,
      price_cents: toCents(fields.price),
    })
    .execute()
}

/** Writes what is said of a type, and its place in the list. */
export async function updateType(app: Core, id: string, fields: TicketTypeChange, place: number): Promise<void> {
  await app.db
    .updateTable('ticket_types')
    .set(said(typeColumns(fields, place)))
    .where('id', '=', id)
    .execute()
}

/** Takes a type out of the list for good; its row stays for what was once ordered. */
export async function removeType(app: Core, id: string): Promise<void> {
  await updateRows(app.db, 'ticket_types', { id }, { removedAt: sql`app_now()` })
}

/** Brings what the event's lists sort by in line with its types. */
export async function refreshPriceFrom(app: Core, eventId: string): Promise<void> {
  const priced = await selectPriced(app.db).where('e.id', '=', eventId).executeTakeFirstOrThrow()
  await updateRows(app.db, 'events', { id: eventId }, { priceFromCents: priceFromOf(priced) })
}

export interface Assignment {
  readonly eventId: string
  readonly userId: string
  readonly kind: StaffKind
  /** Whether they may let people in. Undefined keeps the current value; a new person may. */
  readonly canScan: boolean | undefined
  /** The name that their inviter gave them with the phone and mail. */
  readonly givenName?: string | null
}

/** Adds an assignment, or changes whether they may scan when that is said; null when nothing changes. */
export async function upsertStaff(
  app: Core,
  { eventId, userId, kind, canScan, givenName = null }: Assignment,
  givenBy: string | null,
): Promise<{ isNew: boolean } | null> {
  const row = await app.db
    .insertInto('event_staff')
    .values({
      event_id: eventId,
      user_id: userId,
      kind,
      can_scan: canScan ?? true,
      ...(givenName !== null && { given_by: givenBy, given_to: userId, given_name: givenName }),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'user_id', 'kind'])
        .doUpdateSet({ can_scan: canScan ?? true })
        // Nothing equals null: what was not said changes no row.
        .where('event_staff.can_scan', '=', canScan === undefined ? null : !canScan),
    )
    // A row that this statement made has no deleter yet.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirst()
  return row ?? null
}

/** Takes a person off an event's team; gives the kinds that they had. Without an event, off every event. */
export async function deleteStaff(
  app: Core,
  { eventId, userId, kinds }: { eventId: string | null; userId: string; kinds: readonly StaffKind[] },
): Promise<{ eventId: string; kind: string }[]> {
  return app.db
    .deleteFrom('event_staff')
    .where('user_id', '=', userId)
    .where('kind', 'in', [...kinds])
    .$if(eventId !== null, (query) => query.where('event_id', '=', eventId ?? ''))
    .returning(['event_id as eventId', 'kind'])
    .execute()
}

/** Replaces the pinned list, in order. */
export async function replacePinned(app: Core, eventIds: readonly string[]): Promise<void> {
  await app.db.deleteFrom('pinned_events').execute()
  for (const [place, eventId] of eventIds.entries()) {
    await app.db
      .insertInto('pinned_events')
      .values({ position: place + 1, event_id: eventId })
      .execute()
  }
}
