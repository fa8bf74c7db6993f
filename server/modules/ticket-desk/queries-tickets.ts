/** Reads of tickets for the people who manage their event. */
import { sql, type RawBuilder } from 'kysely'
import { toPesos } from '#contract/values/money.ts'
import { normaliseTicketNumber } from '#contract/values/ticket-number.ts'
import type { Answer, ParsedInput } from '#contract/api/endpoint.ts'
import type { DeskTicket, getTicketDashboard, listEventTickets, TicketKind } from '#contract/sales/ticket-desk.ts'
import type { TicketState } from '#contract/sales/tickets.ts'
import type { App, Core } from '#server/context.ts'
import { isOnLocalDay } from '#server/db/local-day.ts'
import { pageOf } from '#server/db/page.ts'
import { wordPatterns } from '#server/db/search.ts'
import type { Call } from '#server/http/bound.ts'
import { managedBy, rowsWithin } from '#server/modules/events/reach.ts'
import { maskPayer } from '#server/modules/accounts/contact/mask-contact.ts'
import { typedContactsOf } from '#server/modules/checkout/queries-buyer.ts'
import { givenNameOf, staffNameFor } from '#server/modules/events/staff/staff-name.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'
import { getAround } from './queries-around.ts'

type Filters = ParsedInput<typeof getTicketDashboard>['query']

interface TicketRecord {
  readonly id: string
  readonly number: string
  readonly state: TicketState
  readonly kind: TicketKind
  readonly typeId: string
  readonly typeName: string
  readonly eventId: string
  readonly eventName: string
  readonly companyId: string
  readonly priceCents: number
  readonly holderId: string
  readonly payerId: string
  readonly holderName: string
  readonly holderMail: string | null
  readonly holderPhone: string | null
  readonly payerName: string
  /** Of a ticket that was made by hand, as typed. */
  readonly typedMail: string | null
  readonly typedPhone: string | null
  readonly typedContacts: string[] | null
  readonly promoterName: string | null
  readonly promoterGivenName: string | null
  readonly orderNumber: string | null
  readonly createdAt: string
  readonly usedAt: string | null
}

/** Outer joins of rows that always exist: a count drops those that it does not need. */
export function selectTickets(app: Core, actor: Actor) {
  const { holder, payer } = namesFor(actor)
  return app.db
    .selectFrom('tickets as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .leftJoin('ticket_types as y', 'y.id', 't.type_id')
    .leftJoin('users as h', 'h.id', 't.holder_id')
    .leftJoin('users as b', 'b.id', 't.payer_id')
    .leftJoin('orders as o', 'o.id', 't.order_id')
    .leftJoin('issuances as i', 'i.id', 't.issuance_id')
    .leftJoin('users as p', 'p.id', 'o.promoter_id')
    .select(['t.id', 't.number', 't.state', 't.kind', 't.type_id as typeId', 'y.name as typeName'])
    .select(['e.id as eventId', 'e.name as eventName', 'e.company_id as companyId', 't.price_cents as priceCents'])
    .select(['t.holder_id as holderId', 't.payer_id as payerId', holder.as('holderName'), 'h.mail as holderMail'])
    .select(['i.recipient_mail as typedMail', 'i.recipient_phone as typedPhone'])
    .select(typedContactsOf('o', 'b').as('typedContacts'))
    .select(['h.phone as holderPhone', payer.as('payerName'), 'p.name as promoterName', 'o.number as orderNumber'])
    .select(givenNameOf(sql.ref('o.promoter_id'), sql.ref('t.event_id')).as('promoterGivenName'))
    .select(['t.created_at as createdAt', 't.used_at as usedAt'])
    .$castTo<TicketRecord>()
}

/** Names of holder and payer as the event's people know them (rule R6.15); aliases as above. */
function namesFor(actor: Actor): { holder: RawBuilder<string>; payer: RawBuilder<string> } {
  if (isAdministrator(actor)) return { holder: sql<string>`h.name`, payer: sql<string>`b.name` }
  const payer = sql<string>`coalesce(o.guest_name, i.recipient_name,
    case when t.issuance_id is null then b.name else accounts_half_name(b.name) end)`
  return {
    payer,
    holder: sql<string>`case when t.holder_id = t.payer_id then ${payer} else accounts_half_name(h.name) end`,
  }
}

/** The first person of a ticket that was made by hand has the contacts that were typed, never the account's. */
export function typedOr<Person extends { mail: string | null; phone: string | null }>(
  actor: Actor,
  person: Person,
  { typedMail, typedPhone }: Pick<TicketRecord, 'typedMail' | 'typedPhone'>,
): Person {
  const isTyped = !isAdministrator(actor) && (typedMail !== null || typedPhone !== null)
  return isTyped ? { ...person, mail: typedMail, phone: typedPhone } : person
}

/** The ticket of an answer, as `actor` may see it. */
export function ticketFor(app: Core, actor: Actor, row: TicketRecord): DeskTicket {
  const { holderId, payerId, kind, typedContacts } = row
  const isPayer = holderId === payerId
  const account = { name: row.holderName, mail: row.holderMail, phone: row.holderPhone }
  const holder = isPayer ? typedOr(actor, account, row) : account
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    kind,
    type: { id: row.typeId, name: row.typeName },
    event: { id: row.eventId, name: row.eventName },
    price: toPesos(row.priceCents),
    holder: maskPayer(app, actor, holder, { hasPaid: isPayer && hasPaid(actor, row), typedContacts }),
    payerName: isPayer ? null : row.payerName,
    promoterName: staffNameFor(actor, { name: row.promoterName, givenName: row.promoterGivenName }),
    orderNumber: row.orderNumber,
    createdAt: row.createdAt,
    usedAt: row.usedAt,
  }
}

/** Whether the ticket was paid to the caller's company through the provider. */
export function hasPaid({ companyId }: Actor, row: Pick<TicketRecord, 'kind' | 'companyId'>): boolean {
  return row.kind === 'paid' && row.companyId === companyId
}

/** A page of the tickets of every event that a person manages, or of one of them. */
export function listDashboard(
  app: App,
  { actor, query }: Call<typeof getTicketDashboard>,
): Promise<Answer<typeof getTicketDashboard>> {
  const own = rowsWithin(managedBy(actor))
  const { event } = query
  return listTickets(app, actor, query, event === undefined ? own : sql`${own} and e.id = ${event}::uuid`)
}

/** A page of an event's tickets. */
export function listOfEvent(
  app: App,
  { actor, proof: eventId, query }: Call<typeof listEventTickets>,
): Promise<Answer<typeof listEventTickets>> {
  return listTickets(app, actor, { ...query, event: eventId }, sql`e.id = ${eventId}::uuid`)
}

function listTickets(app: App, actor: Actor, query: Filters, events: RawBuilder<unknown>) {
  const { status, date, type, promoter, username = '' } = query
  const tickets = selectTickets(app, actor)
    .where(sql<boolean>`${events}`)
    .$if(status === 'Active', (found) => found.where(sql<boolean>`tickets_has_place(t.state)`))
    .$if(status !== 'Active' && status !== 'all', (found) => found.where('t.state', '=', status))
    .$if(type !== undefined, (found) => found.where('t.type_id', '=', type ?? ''))
    .$if(promoter !== undefined, (found) => found.where('o.promoter_id', '=', promoter ?? ''))
    .$if(date !== undefined, (found) => found.where(isOnLocalDay(sql`t.created_at`, date)))
    .where(matches(actor, username))
  return pageOf(tickets, query, {
    rows: 'tickets',
    id: 't.id',
    sort: { createdAt: 't.created_at', number: 't.number', name: sql`plain_text(${namesFor(actor).holder})` },
    more: () => getAround(app, actor, events, query.event),
    map: (row) => ticketFor(app, actor, row),
  })
}

const PART_OF_NUMBER = /^[0-9A-HJKMNP-TV-Z]{4,8}$/

/**
 * Each word in the holder's or the payer's name as it is shown, or all of it a ticket's number or how one begins: in the whole names, the
 * hidden letters would be guessed one by one (threat 4).
 */
function matches(actor: Actor, text: string): RawBuilder<boolean> {
  const words = wordPatterns(text)
  if (words.length === 0) return sql<boolean>`true`
  const { holder, payer } = namesFor(actor)
  const inNames = words.map((word) => sql`(plain_text(${holder}) like ${word} or plain_text(${payer}) like ${word})`)
  const squeezed = normaliseTicketNumber(text) ?? text.toUpperCase().replaceAll(/[\s-]/g, '')
  const isNumber = PART_OF_NUMBER.test(squeezed) ? sql`t.number like ${`${squeezed}%`}` : sql`false`
  return sql<boolean>`((${sql.join(inNames, sql` and `)}) or ${isNumber})`
}
