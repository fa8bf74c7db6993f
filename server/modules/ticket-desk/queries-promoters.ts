/** The tickets that came through a promoter: given and sold by hand, and bought by their link. */
import { sql, type RawBuilder } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type {
  getPromoterTickets as endpoint,
  PromoterSummary,
  PromoterTicket,
} from '#contract/sales/ticket-desk-promoters.ts'
import type { TicketKind } from '#contract/sales/ticket-desk.ts'
import type { TicketState } from '#contract/sales/tickets.ts'
import { toPesos } from '#contract/values/money.ts'
import { maskName } from '#contract/values/phone.ts'
import type { App } from '#server/context.ts'
import { isOnLocalDay } from '#server/db/local-day.ts'
import { oneRow } from '#server/db/one-row.ts'
import { pageOf } from '#server/db/page.ts'
import { wordPatterns } from '#server/db/search.ts'
import type { Call } from '#server/http/bound.ts'
import { halfName, maskContact } from '#server/modules/accounts/contact/mask-contact.ts'
import { isWithFirst } from '#server/modules/box-office/queries.ts'
import { getPromoterOptions } from '#server/modules/box-office/get-promoter-options.ts'
import { seenPromos } from '#server/modules/box-office/seen-promos.ts'
import { isPromoterOf } from '#server/modules/events/staff/is-promoter-of.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'

interface WorkRow {
  readonly ticket_id: string
  readonly promoter_id: string
  readonly how: PromoterTicket['how']
}

interface TicketRecord {
  readonly id: string
  readonly state: TicketState
  readonly kind: TicketKind
  readonly how: PromoterTicket['how']
  readonly typeId: string
  readonly typeName: string
  readonly eventId: string
  readonly eventName: string
  readonly priceCents: number
  readonly name: string
  readonly mail: string | null
  readonly phone: string | null
  readonly promoterId: string
  readonly isWithFirst: boolean
  readonly delivery: PromoterTicket['delivery']
  readonly createdAt: string
  readonly usedAt: string | null
}

/** How far the ticket `t` got of those that were issued by hand and their first holder has: the furthest of its channels. */
const deliveryOf = sql<PromoterTicket['delivery']>`case when w.how = 'issued' and ${isWithFirst} then (
  select d.state from deliveries d where d.ticket_id = t.id and d.epoch = t.epoch
   order by array_position(array['failed', 'queued', 'sent', 'delivered', 'read'], d.state) desc limit 1) end`

/** Tickets and how they came, of the promoters whose work is seen. */
function workOf(seen: RawBuilder<boolean>): RawBuilder<WorkRow> {
  return sql<WorkRow>`
    select t.id as ticket_id, p.promoter_id, 'issued' as how
      from promos p join events e on e.id = p.event_id
      join issuances i on i.promo_id = p.id join tickets t on t.issuance_id = i.id
     where ${seen}
     union all
    select t.id, k.promoter_id, 'referred'
      from (select distinct p.promoter_id, p.event_id from promos p join events e on e.id = p.event_id where ${seen}) k
      join orders o on o.event_id = k.event_id and o.promoter_id = k.promoter_id
      join tickets t on t.order_id = o.id`
}

/** A page of a promoter's own tickets; those who run the events see all promoters', or one's by `rrppId`. */
export async function listPromoterTickets(
  app: App,
  { actor, query }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { pageSize, status, date, username = '', type, event: eventId, how, rrppId, ...paging } = query
  const work = workOf(seenPromos(actor, { eventId, rrppId }))
  const shownName = halfName(sql`coalesce(plain_text(i.recipient_name), b.plain_name)`)
  const tickets = app.db
    .selectFrom(sql<WorkRow>`(${work})`.as('w'))
    .innerJoin('tickets as t', 't.id', 'w.ticket_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('ticket_types as y', 'y.id', 't.type_id')
    .innerJoin('users as b', 'b.id', 't.payer_id')
    .leftJoin('issuances as i', 'i.id', 't.issuance_id')
    .select(['t.id', 't.state', 't.kind', 'w.how', 't.type_id as typeId', 'y.name as typeName', 'e.id as eventId'])
    .select(['e.name as eventName', 't.price_cents as priceCents'])
    // What the promoter knew of the person, never the account's.
    .select((eb) => [eb.fn.coalesce('i.recipient_name', 'b.name').as('name'), 'i.recipient_mail as mail'])
    .select('i.recipient_phone as phone')
    .select(['w.promoter_id as promoterId', 't.created_at as createdAt', 't.used_at as usedAt'])
    .select([isWithFirst.as('isWithFirst'), deliveryOf.as('delivery')])
    .$castTo<TicketRecord>()
    .$if(status === 'Active', (found) => found.where(sql<boolean>`tickets_has_place(t.state)`))
    .$if(status !== 'Active' && status !== 'all', (found) => found.where('t.state', '=', status))
    .$if(type !== undefined, (found) => found.where('t.type_id', '=', type ?? ''))
    .$if(how !== undefined, (found) => found.where('w.how', '=', how ?? 'issued'))
    .where(isOnLocalDay(sql`t.created_at`, date))
  const matching = wordPatterns(username).reduce(
    (found, pattern) => found.where(sql<boolean>`${shownName} like ${pattern}`),
    tickets,
  )
  return pageOf(
    matching,
    { ...paging, limit: pageSize ?? paging.limit },
    {
      rows: 'tickets',
      id: 't.id',
      sort: { createdAt: 't.created_at', name: shownName },
      more: () => getAround(app, actor, work, { eventId, rrppId }),
      map: (row) => promoterTicketFor(actor, row),
    },
  )
}

function promoterTicketFor(actor: Actor, row: TicketRecord): PromoterTicket {
  const { typeId, typeName, eventId, eventName, priceCents, name, mail, phone, ...ticket } = row
  const isOpen = isAdministrator(actor)
  const contacts = row.how === 'issued' || isOpen ? { mail, phone } : { mail: null, phone: null }
  return {
    ...ticket,
    type: { id: typeId, name: typeName },
    event: { id: eventId, name: eventName },
    price: toPesos(priceCents),
    person: maskContact({ name: isOpen ? name : maskName(name), ...contacts }, isOpen),
  }
}

/** What stands over the list: counters, and the part in the event in view. */
async function getAround(
  app: App,
  actor: Actor,
  work: RawBuilder<WorkRow>,
  { eventId, rrppId }: { readonly eventId: string | undefined; readonly rrppId: string | undefined },
) {
  const [summary, options] = await Promise.all([
    countWork(app, work),
    eventId === undefined ? undefined : findOptions(app, actor, { eventId, rrppId }),
  ])
  return {
    summary: [summary],
    promo: options?.promo ?? null,
    ticketTypes: options?.ticketTypes ?? [],
    courtesyAvailability: options?.courtesyAvailability ?? null,
  }
}

function countWork(app: App, work: RawBuilder<WorkRow>): Promise<PromoterSummary> {
  return oneRow(
    app.db,
    sql<PromoterSummary>`
    select count(*) filter (where w.how = 'issued' and t.kind = 'courtesy')::int as courtesies,
           count(*) filter (where w.how = 'issued' and t.kind = 'in_person')::int as sold,
           count(*) filter (where w.how = 'referred')::int as referred,
           count(*) filter (where t.state = 'used')::int as admitted
      from (${work}) w join tickets t on t.id = w.ticket_id where tickets_has_place(t.state)`,
  )
}

/** Of the promoter in view, who is one of the event's that the caller may see. */
async function findOptions(
  app: App,
  actor: Actor,
  { eventId, rrppId }: { readonly eventId: string; readonly rrppId: string | undefined },
) {
  const whose = rrppId ?? actor.userId
  const { rows } = await sql`
    select from events e cross join (select ${whose}::uuid as promoter_id) p where ${seenPromos(actor, { eventId })}`.execute(
    app.db,
  )
  const isSeen = rows.length > 0 && (await isPromoterOf(app, eventId, whose))
  return isSeen ? getPromoterOptions(app, eventId, whose) : undefined
}
