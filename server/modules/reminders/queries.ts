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
import { reachedContacts } from '#server/modules/accounts/contact/reached-contacts.ts'
import { publicSlug } from '#server/modules/events/event-slug.ts'
import { flyerOf, isOnSale } from '#server/modules/events/queries.ts'

/** The local day: a person gets one reminder a day from all organizers together. */
export const today = sql`(app_now() at time zone 'America/Argentina/Buenos_Aires')::date`

/**
 * A row for each person whom a reminder of the event would reach today: `user_id`, `kind`, `order_id`, `name`. An expired hold counts
 * for two days, while its type has places, for people who take advertising and have nothing else of the event.
 */
export function audienceOf(eventId: string): RawBuilder<unknown> {
  return sql`
    select distinct on (a.user_id) a.user_id, a.kind, a.order_id, u.name
      from (
        select o.buyer_id as user_id, 'cash' as kind, o.id as order_id, 1 as place
          from orders o
         where o.event_id = ${eventId}::uuid and o.state = 'pending_payment'
           and exists (select from payments p where p.order_id = o.id and p.status = 'pending')
        union all
        select o.buyer_id, 'expired', o.id, 2
          from orders o join users b on b.id = o.buyer_id
          join events e on e.id = o.event_id join companies c on c.id = e.company_id
         where o.event_id = ${eventId}::uuid and o.state = 'expired' and o.ended_at > app_now() - interval '48 hours'
           and b.accepts_advertising and ${isOnSale('c')}
           and exists (select from order_lines l join ticket_stock s on s.type_id = l.type_id
                         join ticket_types y on y.id = l.type_id and y.removed_at is null and coalesce(y.sale_ends_at > app_now(), true)
                        where l.order_id = o.id and stock_free_places(s) - s.wanted > 0)
           and not exists (select from orders n where n.event_id = o.event_id and n.buyer_id = o.buyer_id
                              and (checkout_is_unpaid(n.state) or checkout_has_paid(n.state)))
           and not exists (select from tickets t where t.holder_id = o.buyer_id and t.event_id = o.event_id and tickets_has_place(t.state))
        union all
        select t.holder_id, 'activation', null, 3
          from tickets t join users h on h.id = t.holder_id
         where t.event_id = ${eventId}::uuid and t.state = 'valid' and h.state = 'pending') a
      join users u on u.id = a.user_id and u.state in ('active', 'pending')
     where coalesce(accounts_reach_mail(u, a.kind <> 'activation'), accounts_reach_phone(u, a.kind <> 'activation')) is not null
       and not exists (select from reminders r where r.user_id = a.user_id and r.day = ${today})
     order by a.user_id, a.place, a.order_id desc`
}

interface Grouped {
  readonly kind: ReminderKind
  readonly people: number
  readonly names: readonly string[]
}

/** Rows of people by what they are reminded of, in the order of the kinds. */
export function groupsOf(rows: readonly { readonly kind: ReminderKind; readonly name: string }[]) {
  const groups = REMINDER_KINDS.map((kind) => {
    const names = rows.filter((row) => row.kind === kind).map(({ name }) => name)
    return {
      kind,
      people: names.length,
      names: names.toSorted((a, b) => a.localeCompare(b, 'es')).slice(0, PREVIEW_NAMES),
    }
  })
  return { groups: groups.filter(({ people }) => people > 0) satisfies Grouped[], people: rows.length }
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
  const { rows } = await sql<{ kind: ReminderKind; name: string }>`${audienceOf(eventId)}`.execute(app.db)
  return { ...groupsOf(rows), ...(await findLastSend(app, eventId)) }
}

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
    .where(sql<boolean>`case r.kind
      when 'cash' then o.state = 'pending_payment'
      when 'expired' then o.state = 'expired' and ${isOnSale('c')}
        and not exists (select from tickets t where t.holder_id = u.id and t.event_id = e.id and tickets_has_place(t.state))
      else u.state = 'pending'
        and exists (select from tickets t where t.holder_id = u.id and t.event_id = e.id and t.state = 'valid') end`)
    .executeTakeFirst()
}
