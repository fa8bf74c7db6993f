/** Reads of reminders: the recipients of an event's, and what each message says. */
import { sql, type RawBuilder } from 'kysely'
import {
  PREVIEW_NAMES,
  REMINDER_KINDS,
  type getPendingReminders,
  type ReminderKind,
} from '#contract/events/reminders.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { App, Core } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { localToday } from '#server/db/local-day.ts'
import { reachedContacts } from '#server/modules/accounts/contact/reached-contacts.ts'
import { onePerPerson } from '#server/modules/accounts/contact/same-person.ts'
import { publicSlug } from '#server/modules/events/event-slug.ts'
import { flyerOf, hasEnded, isOnSale } from '#server/modules/events/queries.ts'

/**
 * A row for each person whom a reminder of the event would reach today: `user_id`, `kind`, `order_id`, `name`. A payment in cash waits
 * for its payer; one by card that the provider reviews does not. An expired hold counts for two days, while its type has places, for people who take advertising and have nothing else of the event.
 */
export function audienceOf(eventId: string): RawBuilder<unknown> {
  const found = sql`
    select distinct on (a.user_id) a.user_id, a.kind, a.order_id, a.place, box_office_known_name(u, ${eventId}::uuid) as name
      from (
        select o.buyer_id as user_id, 'cash' as kind, o.id as order_id, 1 as place
          from orders o
         where o.event_id = ${eventId}::uuid and o.state = 'pending_payment' and o.held_until > app_now()
           and exists (select from payments p
                        where p.order_id = o.id and p.status = 'pending' and p.status_detail = 'pending_waiting_payment')
        union all
        select o.buyer_id, 'expired', o.id, 2
          from orders o join users b on b.id = o.buyer_id
          join events e on e.id = o.event_id join companies c on c.id = e.company_id
         where o.event_id = ${eventId}::uuid and o.state = 'expired' and o.ended_at > app_now() - interval '48 hours'
           and b.accepts_advertising and ${isOnSale('c')}
           and exists (select from order_lines l join ticket_stock s on s.type_id = l.type_id
                         join ticket_types y on y.id = l.type_id and y.removed_at is null and coalesce(y.sale_ends_at > app_now(), true)
                        where l.order_id = o.id and stock_free_places(s) - s.wanted > 0)
           and not ${isAmong('b', sql`present`)}
        union all
        select t.holder_id, 'activation', null, 3
          from tickets t join users h on h.id = t.holder_id
         where t.event_id = ${eventId}::uuid and t.state = 'valid' and h.state = 'pending') a
      join users u on u.id = a.user_id and u.state in ('active', 'pending')
     where coalesce(accounts_reach_mail(u, a.kind <> 'activation'), accounts_reach_phone(u, a.kind <> 'activation')) is not null
       and not ${isAmong('u', sql`reminded`)}
     order by a.user_id, a.place, a.order_id desc`
  const kept = onePerPerson(sql`select user_id, place as rank from found`)
  return sql`
    with present as materialized (${accountsOf(sql`
      select n.buyer_id from orders n
       where n.event_id = ${eventId}::uuid and (checkout_is_unpaid(n.state) or checkout_has_paid(n.state))
       union select t.holder_id from tickets t where t.event_id = ${eventId}::uuid and tickets_has_place(t.state)`)}),
    reminded as materialized (${accountsOf(sql`select r.user_id from reminders r where r.day = ${localToday}`)}),
    found as materialized (${found})
    select user_id, kind, order_id, name from found where user_id in (${kept})`
}

/** Accounts with what they count by (rule R6.14); `contact` is null for the account itself. */
function accountsOf(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select k.id as user_id, c.contact from users k
     cross join lateral unnest(array_append(accounts_person_contacts(k), null)) c (contact) where k.id in (${ids})`
}

/** Whether the person of a user (alias) is among those of `accountsOf`. */
function isAmong(user: string, accounts: RawBuilder<unknown>): RawBuilder<boolean> {
  const alias = sql.ref(user)
  return sql<boolean>`(${alias}.id in (select user_id from ${accounts})
    or exists (select from unnest(accounts_person_contacts(${alias})) c (contact)
                where c.contact in (select contact from ${accounts} where contact is not null)))`
}

/** The reminders of a send, as `audienceOf` gives its people. */
export const remindersOf = (sendId: string): RawBuilder<unknown> => sql`
  select r.kind, box_office_known_name(u, s.event_id) as name
    from reminders r join reminder_sends s on s.id = r.send_id join users u on u.id = r.user_id where r.send_id = ${sendId}::uuid`

interface Group {
  readonly kind: ReminderKind
  readonly people: number
  readonly names: string[]
}

/** The people of `rows` by what they are reminded of, in the order of the kinds. */
export async function groupsOf(app: Core, rows: RawBuilder<unknown>) {
  const { rows: found } = await sql<Group>`
    select kind, count(*)::int as people, (array_agg(name order by name))[1:${sql.lit(PREVIEW_NAMES)}] as names
      from (${rows}) r group by kind`.execute(app.db)
  const groups = REMINDER_KINDS.flatMap((kind) => found.find((group) => group.kind === kind) ?? [])
  return { groups, people: groups.reduce((sum, { people }) => sum + people, 0) }
}

/** When reminders of the event were last sent, and when they may be sent again: null where they may be now. */
export async function findLastSend(app: Core, eventId: string) {
  const row = await app.db
    .selectFrom('reminder_sends')
    .select('created_at as lastSentAt')
    .select(
      sql<
        string | null
      >`case when created_at > app_now() - interval '24 hours' then created_at + interval '24 hours' end`.as('nextAt'),
    )
    .where('event_id', '=', eventId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { lastSentAt: null, nextAt: null }
}

/** The people whom reminders would reach now, by what they are reminded of. */
export async function previewReminders(
  app: App,
  { proof: eventId }: Pick<Call<typeof getPendingReminders>, 'proof'>,
): Promise<Answer<typeof getPendingReminders>> {
  return { ...(await groupsOf(app, audienceOf(eventId))), ...(await findLastSend(app, eventId)) }
}

/** Whether `k` is another account of the person of `u`, by an index: a mail counts as it is written. */
const sharesContact = sql<boolean>`(
  (k.state in ('active', 'blocked') and k.phone = u.phone or k.state = 'pending' and k.phone = u.phone
   or k.state <> 'deleted' and k.mail = u.mail)
  and accounts_same_person(k, u))`

export type FoundReminder = NonNullable<Awaited<ReturnType<typeof findReminder>>>

/** Facts and contacts for a reminder; undefined when nothing is left to do. */
export function findReminder(app: App, reminderId: string) {
  return app.db
    .selectFrom('reminders as r')
    .innerJoin('reminder_sends as s', 's.id', 'r.send_id')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('orders as o', 'o.id', 'r.order_id')
    .select(['u.id as userId', 'u.name', 'e.id as eventId', 'e.name as eventName', publicSlug.as('eventSlug')])
    .select([flyerOf.as('flyer'), 'e.starts_at as startsAt', 'o.public_id as orderPublicId', 'o.platform'])
    .select(sql<ReminderKind>`r.kind`.as('kind'))
    .select(reachedContacts('u', sql<boolean>`r.kind <> 'activation'`))
    .where('r.id', '=', reminderId)
    .where('u.state', '<>', 'deleted')
    .where(sql<boolean>`not ${hasEnded}`)
    .where(sql<boolean>`case r.kind
      when 'cash' then o.state = 'pending_payment' and o.held_until > app_now()
      when 'expired' then o.state = 'expired' and ${isOnSale('c')}
        and not exists (select from users k join tickets t on t.holder_id = k.id and t.event_id = e.id and tickets_has_place(t.state)
                         where k.id = u.id or ${sharesContact})
      else u.state = 'pending'
        and exists (select from tickets t where t.holder_id = u.id and t.event_id = e.id and t.state = 'valid') end`)
    .executeTakeFirst()
}
