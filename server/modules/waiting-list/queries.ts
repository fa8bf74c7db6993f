/** Reads of the waiting list. */
import { sql } from 'kysely'
import { reachedContacts } from '#server/modules/accounts/contact/reached-contacts.ts'
import { publicSlug } from '#server/modules/events/event-slug.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { OwnWaiting, WaitingState } from '#contract/events/waiting-list.ts'
import type { listWaiting, WaitingRow } from '#contract/companies/waiting-list-desk.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { maskContact } from '#server/modules/accounts/contact/mask-contact.ts'
import { flyerOf } from '#server/modules/events/queries.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { isAdministrator } from '#server/shared/actor.ts'

/** The event of a type; undefined when there is no such type, or no more. */
export async function findTypeEvent(app: Core, typeId: string): Promise<string | undefined> {
  const row = await app.db
    .selectFrom('ticket_types')
    .select('event_id as eventId')
    .where('id', '=', typeId)
    .executeTakeFirst()
  return row?.eventId
}

/** The place of a waiting entry (alias `w`) in the waitlist of its type, from 1. */
const position = sql<number | null>`case when w.state = 'waiting' then 1 + (
  select count(*)::int from waiting_list_entries b
   where b.type_id = w.type_id and b.state = 'waiting' and b.place < w.place) end`

/** The person's entry in each waitlist of an event, and the last lapsed offer where they did not join again. */
export async function listOwn(app: Core, eventId: string, personId: string): Promise<OwnWaiting[]> {
  const { rows } = await sql<OwnWaiting>`
    select w.type_id as "ticketTypeId",
           case when w.state = 'offered' and w.offer_until <= app_now() then 'lapsed' else w.state end as state, w.quantity,
           ${position} as position, w.offered as "offeredPlaces", w.offer_until as "offerUntil"
      from (select distinct on (o.type_id) o.* from waiting_list_entries o
             where o.person_id = ${personId}::uuid and o.event_id = ${eventId}::uuid order by o.type_id, o.place desc) w
     where w.state in ('waiting', 'offered', 'lapsed') order by w.place`.execute(app.db)
  return rows
}

interface OpenEntry {
  readonly id: string
  readonly eventId: string
  readonly quantity: number
  readonly state: WaitingState
}

/** The person's open entry (waiting or offered) in the waitlist of a type. */
export async function findOpenEntry(app: Core, typeId: string, personId: string): Promise<OpenEntry | undefined> {
  return app.db
    .selectFrom('waiting_list_entries')
    .select(['id', 'event_id as eventId', 'quantity', sql<WaitingState>`state`.as('state')])
    .where('type_id', '=', typeId)
    .where('person_id', '=', personId)
    .where(sql<boolean>`state in ('waiting', 'offered')`)
    .executeTakeFirst()
}

/** Every open entry of a person. */
export async function listOpenEntries(app: Core, personId: string): Promise<OpenEntry[]> {
  return app.db
    .selectFrom('waiting_list_entries')
    .select(['id', 'event_id as eventId', 'quantity', sql<WaitingState>`state`.as('state')])
    .where('person_id', '=', personId)
    .where(sql<boolean>`state in ('waiting', 'offered')`)
    .execute()
}

/** What a person who would join is judged by; the counters are read under the lock of the event's stock. */
export async function findJoining(app: Core, personId: string, of: { eventId: string; typeId: string }) {
  const taken = (counted: string) => sql<number>`coalesce((select b.taken from buyer_counters b
    where b.event_id = ${of.eventId}::uuid and b.buyer_id = u.id and b.type_id = ${counted}::uuid), 0)`
  return app.db
    .selectFrom('users as u')
    .select([sql<boolean>`accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at)`.as('isProved')])
    .select([sql<boolean>`u.phone is not null`.as('hasPhone')])
    .select(reachedContacts('u', true))
    .select([taken(of.eventId).as('takenOfEvent'), taken(of.typeId).as('takenOfType')])
    .where('u.id', '=', personId)
    .executeTakeFirstOrThrow()
}

export interface EventToServe {
  readonly eventId: string
  readonly companyId: string
  readonly closesAtMs: number | null
  /** An offer lapsed, or a waitlist closes. */
  readonly isEnding: boolean
  readonly atMs: number
}

/** Events for `offerPlaces`: an offer has lapsed, people wait for free places, or a closed waitlist has people to notify. */
export async function listEventsToServe(app: Core): Promise<EventToServe[]> {
  const { rows } = await sql<EventToServe>`
    select e.id as "eventId", e.company_id as "companyId",
           epoch_ms(waiting_list_closes_at(e.starts_at, null, null)) as "closesAtMs",
           bool_or(d.is_ending) as "isEnding", epoch_ms(app_now()) as "atMs"
      from (select w.event_id, true as is_ending from waiting_list_entries w
             where w.state = 'offered' and w.offer_until <= app_now()
             union all
            select w.event_id, true from waiting_list_entries w where w.is_notice_pending
             union all
            select s.event_id, l.is_closed
              from ticket_stock s
              join events e on e.id = s.event_id
              join ticket_types t on t.id = s.type_id
              left join event_stock k on k.event_id = s.event_id
             cross join lateral (select waiting_list_is_closed(
                 e.state, t.removed_at, waiting_list_closes_at(e.starts_at, t.sale_ends_at, t.valid_until), app_now()) as is_closed) l
             where (s.wanted > 0 or s.offered > 0)
               and (l.is_closed or s.wanted > 0 and e.state = 'active' and stock_free_places(s) > 0
                                   and coalesce(k.capacity > k.taken, true))) d
      join events e on e.id = d.event_id
     group by e.id`.execute(app.db)
  return rows
}

export type FoundOffer = NonNullable<Awaited<ReturnType<typeof findOffer>>>
export type FoundClosed = NonNullable<Awaited<ReturnType<typeof findClosed>>>

/** The facts of the notice of an offer and its address; undefined when the offer has ended, its event is not on or its person is gone. */
export async function findOffer(app: Core, entryId: string) {
  return app.db
    .selectFrom('waiting_list_entries as w')
    .innerJoin('users as u', 'u.id', 'w.person_id')
    .innerJoin('events as e', 'e.id', 'w.event_id')
    .innerJoin('ticket_types as t', 't.id', 'w.type_id')
    .select([
      'u.name',
      'e.id as eventId',
      'e.name as eventName',
      flyerOf.as('flyer'),
      'e.starts_at as startsAt',
      't.name as typeName',
    ])
    .select(['w.quantity', sql<number>`w.offered`.as('places'), sql<string>`w.offer_until`.as('until')])
    .select(reachedContacts('u', true))
    .where('w.id', '=', entryId)
    .where('w.state', '=', 'offered')
    .where(sql<boolean>`w.offer_until > app_now()`)
    .where('e.state', '=', 'active')
    .where('u.state', '=', 'active')
    .executeTakeFirst()
}

/** The facts of the notice of closed waitlists to the person of these entries, and its address; undefined when the person is gone. */
export async function findClosed(app: Core, entryIds: readonly string[]) {
  return app.db
    .selectFrom('waiting_list_entries as w')
    .innerJoin('users as u', 'u.id', 'w.person_id')
    .innerJoin('events as e', 'e.id', 'w.event_id')
    .innerJoin('ticket_types as t', 't.id', 'w.type_id')
    .select([
      'u.name',
      'e.id as eventId',
      publicSlug.as('eventSlug'),
      'e.name as eventName',
      flyerOf.as('flyer'),
      'e.starts_at as startsAt',
    ])
    .select(sql<boolean>`e.state = 'cancelled'`.as('isCancelled'))
    .select(sql<string>`string_agg(t.name, ', ' order by t.position)`.as('typeNames'))
    .select(reachedContacts('u', true))
    .where('w.id', 'in', entryIds)
    .where('u.state', '=', 'active')
    .groupBy(['u.id', 'e.id'])
    .executeTakeFirst()
}

/** Of an event: by type, how many wait and what became of its offers. */
async function listTotals(app: App, eventId: ManagedEventId): Promise<Answer<typeof listWaiting>['totals']> {
  const { rows } = await sql<Answer<typeof listWaiting>['totals'][number]>`
    select t.id as "ticketTypeId", t.name, count(*) filter (where w.state = 'waiting')::int as people,
           coalesce(sum(w.quantity) filter (where w.state = 'waiting'), 0)::int as wanted,
           coalesce(sum(w.offered) filter (where w.state = 'offered'), 0)::int as offered,
           coalesce(sum(w.offered) filter (where w.state = 'taken'), 0)::int as taken
      from waiting_list_entries w join ticket_types t on t.id = w.type_id
     where w.event_id = ${eventId}::uuid group by t.id order by t.place, t.position`.execute(app.db)
  return rows
}

/** A page of the people who wait or waited at an event. Contacts are masked but to administrators (rule R6.9). */
export function listWaitlist(
  app: App,
  { actor, proof: eventId, query }: Call<typeof listWaiting>,
): Promise<Answer<typeof listWaiting>> {
  const entries = app.db
    .selectFrom('waiting_list_entries as w')
    .innerJoin('users as u', 'u.id', 'w.person_id')
    .where('w.event_id', '=', eventId)
    .$if(query.state !== undefined, (all) => all.where('w.state', '=', query.state ?? ''))
    .$if(query.ticketTypeId !== undefined, (all) => all.where('w.type_id', '=', query.ticketTypeId ?? ''))
    .select(['w.id', 'u.name', 'u.phone', 'u.mail', 'w.quantity', 'w.offered as offeredPlaces'])
    .select(['w.joined_at as joinedAt', 'w.offered_at as offeredAt', 'w.offer_until as offerUntil'])
    .select(['w.ended_at as endedAt', position.as('position'), sql<WaitingRow['state']>`w.state`.as('state')])
    .select(
      sql<WaitingRow['ticketType']>`
        (select json_build_object('id', t.id, 'name', t.name) from ticket_types t where t.id = w.type_id)`.as(
        'ticketType',
      ),
    )
  const isOpen = isAdministrator(actor)
  return pageOf(entries, query, {
    rows: 'waiting',
    id: 'w.id',
    sort: { place: 'w.place', joinedAt: 'w.joined_at' },
    search: ['u.plain_name'],
    map: (row) => maskContact(row, isOpen),
    more: async () => ({ totals: await listTotals(app, eventId) }),
  })
}
