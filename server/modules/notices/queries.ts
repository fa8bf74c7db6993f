/** Reads of notices: their recipients, their facts for each person, and their delivery. */
import { sql, type RawBuilder } from 'kysely'
import { publicSlug } from '#server/modules/events/event-slug.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { PublicImage } from '#contract/events/event-schemas.ts'
import type { EventNotices, listNoticePeople as endpoint, Notice, NoticePerson } from '#contract/events/notices.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { maskPayer } from '#server/modules/accounts/contact/mask-contact.ts'
import { paidOf } from '#server/modules/checkout/queries-buyer.ts'
import { isAdministrator } from '#server/shared/actor.ts'
import type { WhenAndWhere } from '#server/modules/events/managing/event-changes.ts'
import { Failure } from '#server/shared/failure.ts'
import { flyerOf } from '#server/modules/events/queries.ts'
import { hasMoveRight, soldAs } from './sold-terms.ts'

/** Tickets whose holders are notified: all that have not ended… */
const STILL_HELD = sql`t.state in ('valid', 'suspended', 'used')`
/** …and of a cancelled event those too whose money went back before the notice, because of it. */
const ENDED_BY_IT = sql`(t.state = 'refunded' and exists (
  select from refunds r where r.ticket_id = t.id and r.source = 'event_cancelled'))`

/**
 * Everybody who has a ticket of the event, and who paid one and handed it on; for a move those alone whose order has a right by it,
 * or who had their ticket before it, if it came to anything. A row each, `user_id`.
 */
export function audienceOf(eventId: string, moveId?: string): RawBuilder<unknown> {
  const isConcerned =
    moveId === undefined
      ? sql`(${STILL_HELD} or ${ENDED_BY_IT})`
      : sql`${STILL_HELD} and exists (
          select from event_notices n join events e on e.id = n.event_id left join orders o on o.id = t.order_id
           where n.id = ${moveId}::uuid
             and (n.before <> n.after and coalesce(o.created_at, t.created_at) <= n.changed_at
                  or o.id is not null and ${hasMoveRight}))`
  return sql`
    select p.user_id
      from (select t.holder_id as user_id from tickets t where t.event_id = ${eventId}::uuid and ${isConcerned}
             union
            select t.payer_id from tickets t
             where t.event_id = ${eventId}::uuid and ${isConcerned} and t.payer_id <> t.holder_id) p
      join users u on u.id = p.user_id and u.state <> 'deleted'`
}

/** Of one notice (alias `n`): its people, each counted once, by what became of the best of their messages. */
const progress = sql`
  left join lateral (
    select count(*)::int as people, count(*) filter (where p.sent)::int as sent,
           count(*) filter (where p.queued and not p.sent)::int as queued,
           count(*) filter (where not p.queued and not p.sent)::int as failed
      from (select bool_or(d.state in ('sent', 'delivered', 'read')) as sent, bool_or(d.state = 'queued') as queued
              from notice_deliveries d where d.notice_id = n.id group by d.user_id) p) s on true`

/** The cancellation of an event, if it is, and its notices. */
export async function getNotices(app: App, eventId: Proof<'managedEvent'>): Promise<EventNotices> {
  const [event, { rows }] = await Promise.all([
    app.db
      .selectFrom('events')
      .select(['state', 'cancelled_at as at', 'cancel_reason as reason'])
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow(),
    sql<Notice>`
      select n.id, n.kind, n.created_at as "createdAt", n.refundable_until as "refundableUntil", u.name as "startedBy",
             s.people, s.queued, s.sent, s.failed
        from event_notices n left join users u on u.id = n.started_by ${progress}
       where n.event_id = ${eventId}::uuid and n.kind <> 'reminder' order by n.created_at desc, n.id desc limit 50`.execute(
      app.db,
    ),
  ])
  const { at, reason } = event
  // Once it was begun, those whom it is for.
  const people = rows.find(({ kind }) => kind === 'cancelled')?.people
  return {
    cancellation:
      event.state === 'cancelled' && at !== null
        ? { at, reason: reason ?? '', people: people ?? (await countAudience(app, eventId)) }
        : null,
    notices: rows,
  }
}

async function countAudience(app: Core, eventId: string): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from (${audienceOf(eventId)}) a`.execute(app.db)
  return rows[0]?.people ?? 0
}

/** Throws `notice_not_found` when the event has none of this id. */
export async function checkNotice(app: Core, eventId: string, noticeId: string): Promise<void> {
  const found = await app.db
    .selectFrom('event_notices')
    .select('id')
    .where('id', '=', noticeId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  if (!found) throw new Failure('notice_not_found')
}

interface PersonRecord {
  readonly userId: string
  readonly state: NoticePerson['state']
  readonly sentAt: string | null
  readonly errors: readonly string[] | null
}

/** Lists the people of a notice with what became of it, those whom it did not reach first. Throws `notice_not_found`. */
export async function listNoticePeople(
  app: App,
  { actor, params: { id, noticeId }, query }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  await checkNotice(app, id, noticeId)
  const reached = sql<PersonRecord>`(
    select d.user_id as "userId", case when bool_or(d.state in ('sent', 'delivered', 'read')) then 'sent'
                                       when bool_or(d.state = 'queued') then 'queued' else 'failed' end as state,
           max(d.sent_at) as "sentAt", array_agg(d.last_error) filter (where d.state = 'failed') as errors
      from notice_deliveries d where d.notice_id = ${noticeId}::uuid group by d.user_id)`
  const byState = sql`array_position(array['failed', 'queued', 'sent'], p.state)`
  // Sorted and searched as it is shown (threat 4).
  const name = isAdministrator(actor) ? sql<string>`u.name` : sql<string>`box_office_known_name(u, ${id}::uuid)`
  const people = app.db
    .selectFrom(reached.as('p'))
    .innerJoin('users as u', 'u.id', 'p.userId')
    .select(['p.userId', name.as('name'), 'u.mail', 'u.phone', 'p.state', 'p.sentAt', 'p.errors'])
    .select(paidOf('u', sql`o.company_id = ${actor.companyId}::uuid`).as('paid'))
    .$if(query.state !== undefined, (all) => all.where('p.state', '=', query.state ?? 'failed'))
    .$if(query.sort === 'state', (all) => all.orderBy(byState, query.order))
    .orderBy(name, query.sort === 'name' ? query.order : 'asc')
  return pageOf(people, query, {
    rows: 'people',
    id: 'p.userId',
    search: [name],
    map: ({ errors, paid, ...person }) => ({
      ...maskPayer(app, actor, person, paid),
      why: person.state === 'failed' ? whyNot(errors ?? []) : null,
    }),
  })
}

const NO_CONTACT = 'no_contact'

/** The reason that can best be mended: a missing contact differs from a mail host that was away. */
function whyNot(errors: readonly string[]): NonNullable<NoticePerson['why']> {
  const real = errors.filter((error) => error !== NO_CONTACT)
  if (real.length === 0) return 'no_contact'
  // Refusals are codes of one word; what an attempt threw begins with the name of an error.
  return real.some((error) => /^[A-Z]/.test(error) || error === 'interrupted') ? 'given_up' : 'refused'
}

export interface NoticeFacts {
  readonly kind: Notice['kind'] | 'reminder'
  readonly eventId: string
  readonly eventSlug: string | null
  readonly companyId: string
  readonly eventName: string
  readonly flyer: PublicImage | null
  readonly eventState: string
  readonly startsAt: string | null
  readonly place: string
  readonly reason: string | null
  readonly name: string
  readonly mail: string | null
  readonly phone: string | null
  readonly isGone: boolean
  /** Of a reminder: the night that it is for. */
  readonly night: string | null
  /** Of a move. */
  readonly before: WhenAndWhere | null
  readonly after: WhenAndWhere | null
  readonly refundableUntil: string | null
  /** Tickets that they have. */
  readonly held: number
  /** Whether money of theirs could go back. */
  readonly hasPaid: boolean
  /** Whether they bought of it themselves, for money or not. */
  readonly hasBought: boolean
}

/** The facts of a notice for one person, as of now; undefined when there is no such notice. */
export async function findNoticeFacts(app: Core, noticeId: string, userId: string): Promise<NoticeFacts | undefined> {
  const { rows } = await sql<NoticeFacts>`
    select n.kind, e.id as "eventId", ${publicSlug} as "eventSlug", e.company_id as "companyId", e.name as "eventName", ${flyerOf} as flyer, e.state as "eventState",
           e.starts_at as "startsAt", concat_ws(', ', nullif(e.venue_name, ''), nullif(e.city, '')) as place,
           e.cancel_reason as reason, coalesce(s.before, n.before) as before, n.after, n.refundable_until as "refundableUntil",
           -- An unverified address gets at most the person's own purchases.
           u.name, accounts_reach_mail(u, b.has_bought) as mail, accounts_reach_phone(u, b.has_bought) as phone,
           n.night::text as night, u.state = 'deleted' as "isGone", b.has_paid as "hasPaid", b.has_bought as "hasBought",
           (select count(*)::int from tickets t where t.holder_id = u.id and t.event_id = e.id and ${STILL_HELD}) as held
      from event_notices n join events e on e.id = n.event_id join users u on u.id = ${userId}::uuid
     cross join lateral (
       select count(*) > 0 as has_bought,
              coalesce(bool_or(t.price_cents + t.fee_cents > 0
                and case n.kind when 'cancelled' then ${STILL_HELD} or ${ENDED_BY_IT}
                                else t.state = 'valid' and ${hasMoveRight} end), false) as has_paid
         from orders o join tickets t on t.order_id = o.id
        where o.buyer_id = u.id and o.event_id is not distinct from e.id and o.paid_at is not null) b
      left join lateral (
        -- Of a move: what this person, or the payer of their ticket, was sold.
        select ${soldAs} as before from tickets t join orders o on o.id = t.order_id
         where n.kind = 'moved' and t.event_id = e.id and (t.holder_id = u.id or t.payer_id = u.id) and ${hasMoveRight}
         order by o.created_at limit 1) s on true
     where n.id = ${noticeId}::uuid`.execute(app.db)
  return rows[0]
}
