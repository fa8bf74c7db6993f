/** Reads of what may be issued, and of tickets that were. */
import { sql } from 'kysely'
import type { IssuableType, IssueOptions, getIssueOptions as endpoint } from '#contract/sales/box-office.ts'
import { toPesos } from '#contract/values/money.ts'
import type { App, Core } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'
import type { Call } from '#server/http/bound.ts'
import { reachedContacts } from '#server/modules/accounts/contact/reached-contacts.ts'
import { flyerOf } from '#server/modules/events/queries.ts'
import { availabilityOf, isSoldInPerson, placesOf, type IssuanceFacts } from './decide-issuance.ts'

/** Facts of an event that decide what may be issued. Under the event's lock only the stock can still change; issuing checks it again. */
export function findIssuanceFacts(app: Core, eventId: string): Promise<IssuanceFacts> {
  return oneRow(
    app.db,
    sql<IssuanceFacts>`
    select case when e.state = 'pending' then 'draft'
                when e.state in ('success', 'cancelled') or e.expires_at < app_now() then 'over'
                when c.state <> 'approved' then 'company' end as closed,
           e.courtesy_limit as "courtesyLimit",
           (select coalesce(sum(s.courtesy), 0)::int from ticket_stock s where s.event_id = e.id) as "courtesiesGiven",
           (select greatest(0, stock_open_places_of_event(s)) from event_stock s
             where s.event_id = e.id and s.capacity is not null) as "openPlaces",
           coalesce((
             select json_agg(json_build_object(
                      'id', y.id, 'name', y.name, 'priceCents', y.price_cents, 'visibility', y.visibility,
                      'openPlaces', greatest(0, stock_open_places(s)), 'isPast', coalesce(y.valid_until <= app_now(), false))
                      order by y.place, y.position)
               from ticket_types y join ticket_stock s on s.type_id = y.id
              where y.event_id = e.id and y.removed_at is null), '[]') as types
      from events e join companies c on c.id = e.company_id
     where e.id = ${eventId}::uuid`,
  )
}

/** The cheapest type with a price that the public buys, of those given (null: of all); undefined where there is none. */
export function findCheapestPaid(app: Core, eventId: string, typeIds: readonly string[] | null) {
  return app.db
    .selectFrom('ticket_types')
    .select(['name', 'price_cents as priceCents'])
    .where('event_id', '=', eventId)
    .where('removed_at', 'is', null)
    .where('visibility', '<>', 'courtesy')
    .where('price_cents', '>', 0)
    .$if(typeIds !== null, (query) => query.where('id', '=', sql<string>`any (${typeIds}::uuid[])`))
    .orderBy('price_cents')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** What an organizer may issue of an event now; the dashboard of tickets shows the same. */
export async function getIssueOptions(
  app: App,
  { proof: eventId }: Pick<Call<typeof endpoint>, 'proof'>,
): Promise<IssueOptions> {
  const facts = await findIssuanceFacts(app, eventId)
  return {
    ticketTypes: facts.types.filter(({ isPast }) => !isPast).map((type) => shownType(facts, type)),
    courtesyAvailability: availabilityOf(facts, null),
    closed: facts.closed,
  }
}

export function shownType(facts: IssuanceFacts, type: IssuanceFacts['types'][number]): IssuableType {
  const { id, name, visibility, priceCents } = type
  const price = toPesos(priceCents)
  return { id, name, price, visibility, available: placesOf(facts, type), isSold: isSoldInPerson(type) }
}

/** Whether the ticket `t` was not handed on: who issued it may send it again (rule R11.6). */
export const isWithFirst = sql<boolean>`(t.holder_id = t.payer_id)`

/** The event of a ticket that this person made by hand, and whether its first holder has it still. */
export function findIssuedBy(app: Core, ticketId: string, userId: string) {
  return app.db
    .selectFrom('tickets as t')
    .innerJoin('issuances as i', 'i.id', 't.issuance_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .select(['e.id', 'e.company_id as companyId', 'i.promo_id as promoId', isWithFirst.as('isWithFirst')])
    .where('t.id', '=', ticketId)
    .where('i.made_by', '=', userId)
    .executeTakeFirst()
}

/** A ticket of the event, for its cancellation. */
export function findTicketToCancel(app: Core, eventId: string, ticketId: string) {
  return app.db
    .selectFrom('tickets as t')
    .leftJoin('issuances as i', 'i.id', 't.issuance_id')
    .leftJoin('promos as p', 'p.id', 'i.promo_id')
    .select(['t.id', 't.kind', 't.type_id as typeId', 't.price_cents as priceCents', 't.holder_id as holderId'])
    .select([
      't.issuance_id as issuanceId',
      't.state',
      't.transfers',
      'i.promo_id as promoId',
      'p.promoter_id as promoterId',
    ])
    .where('t.event_id', '=', eventId)
    .where('t.id', '=', ticketId)
    .executeTakeFirst()
}

export type CancelledTicket = NonNullable<Awaited<ReturnType<typeof findCancelled>>>

/**
 * What the notice of a cancellation says; undefined when its holder's account is closed, or the ticket is not cancelled, or no message
 * of the ticket ever left: how many of those a person gets is limited, and so is this one.
 */
export function findCancelled(app: App, ticketId: string) {
  return app.db
    .selectFrom('tickets as t')
    .innerJoin('ticket_types as y', 'y.id', 't.type_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .innerJoin('users as h', 'h.id', 't.holder_id')
    .select('h.name')
    .select(reachedContacts('h', false))
    .select([
      'e.id as eventId',
      'e.name as eventName',
      flyerOf.as('flyer'),
      'c.name as companyName',
      'y.name as typeName',
      't.number',
    ])
    .select(sql<boolean>`t.kind = 'in_person'`.as('wasSold'))
    .where('t.id', '=', ticketId)
    .where('t.state', '=', 'cancelled')
    .where('h.state', '<>', 'deleted')
    .where(
      sql<boolean>`exists (select from deliveries d where d.ticket_id = t.id and d.state in ('sent', 'delivered', 'read'))`,
    )
    .executeTakeFirst()
}
