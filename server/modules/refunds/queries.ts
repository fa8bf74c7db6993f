/** Reads of refunds, as those see them who look after an event. */
import { sql, type RawBuilder } from 'kysely'
import type { Answer, ParsedInput } from '#contract/endpoint.ts'
import { toPesos } from '#contract/money.ts'
import { paginate } from '#contract/pagination.ts'
import type {
  getRefundSummary,
  listRefundableTickets,
  listRefunds as listRefundsEndpoint,
  listRefundTickets,
  RefundableTicket,
  RefundDetail,
  RefundObstacle,
  RefundRow,
  RefundSource,
  RefundState,
} from '#contract/refunds.ts'
import type { Proof } from '#contract/roles.ts'
import type { TicketState } from '#contract/tickets.ts'
import type { App, Core } from '#server/context.ts'
import { wordPatterns } from '#server/db/search.ts'
import { maskContact, seesContacts } from '#server/modules/accounts/contact/mask-contact.ts'
import type { Actor } from '#server/shared/actor.ts'
import { toInstant } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { sharedTicketMoney, ticketMoney } from './ticket-money.ts'

/** A seller has so long to fund what is asked back, before his paid types stop being sold (rule R14.7). */
export const FUNDING_HOURS = 72

type Sql = RawBuilder<unknown>

/** A payer by name, mail and phone, as `actor` may see them. */
function payerFor(actor: Actor, row: { payerName: string; payerMail: string | null; payerPhone: string | null }) {
  return maskContact({ name: row.payerName, mail: row.payerMail, phone: row.payerPhone }, seesContacts(actor))
}

/** What every word of a search may be found in. */
function matches(search: string | undefined, texts: Sql): Sql {
  const words = wordPatterns(search ?? '').map((pattern) => sql`plain_text(${texts}) like plain_text(${pattern})`)
  return words.length === 0 ? sql`true` : sql.join(words, sql` and `)
}

interface RefundRecord {
  readonly id: string
  readonly state: RefundState
  readonly source: RefundSource
  readonly amountCents: number
  readonly reason: string | null
  readonly ticketId: string | null
  readonly number: string
  readonly type: string
  readonly ticketState: TicketState
  readonly holderName: string
  readonly endsTicket: boolean
  readonly orderId: string
  readonly payerName: string
  readonly payerMail: string | null
  readonly payerPhone: string | null
  readonly requestedBy: string | null
  readonly massRefundId: string | null
  readonly isUnfunded: boolean
  readonly lastError: string | null
  readonly createdAt: string
  readonly completedAt: string | null
}

const FROM = sql`
  from refunds r join orders o on o.id = r.order_id join users b on b.id = o.buyer_id
  left join tickets t on t.id = r.ticket_id left join ticket_types y on y.id = t.type_id
  left join users h on h.id = t.holder_id left join users q on q.id = r.requested_by`
const COLUMNS = sql`
  r.id, r.state, r.source, r.amount_cents as "amountCents", r.reason, r.ticket_id as "ticketId", t.number, y.name as type,
  t.state as "ticketState", h.name as "holderName", r.ends_ticket as "endsTicket", o.public_id as "orderId",
  b.name as "payerName", b.mail as "payerMail", b.phone as "payerPhone", q.name as "requestedBy",
  r.mass_refund_id as "massRefundId", r.unfunded_since is not null as "isUnfunded", r.last_error as "lastError",
  r.created_at as "createdAt", r.completed_at as "completedAt"`

function rowOf(actor: Actor, record: RefundRecord): RefundRow {
  const { id, state, source, reason, endsTicket, orderId, requestedBy, massRefundId, createdAt, completedAt } = record
  return {
    id,
    state,
    source,
    reason,
    endsTicket,
    orderId,
    requestedBy,
    massRefundId,
    waitsFor: waitOf(record),
    amount: toPesos(record.amountCents),
    ticket: record.ticketId === null ? null : ticketOf({ ...record, ticketId: record.ticketId }),
    payer: payerFor(actor, record),
    createdAt: toInstant(createdAt),
    completedAt: completedAt && toInstant(completedAt),
  }
}

function ticketOf({ ticketId, number, type, ticketState: state, holderName }: RefundRecord & { ticketId: string }) {
  return { ticketId, number, type, state, holderName }
}

/** What an open refund waits for: its turn among many, the provider, money in the seller's account, or the account itself. */
function waitOf({ state, isUnfunded, lastError }: RefundRecord): RefundRow['waitsFor'] {
  if (state === 'requested') return 'turn'
  if (state !== 'approved' && state !== 'processing') return null
  // Until it is made: an attempt that got no answer says nothing of the balance.
  if (isUnfunded) return 'balance'
  return lastError === 'account_revoked' || lastError === 'account_missing' ? 'account' : 'provider'
}

/** A page of an event's refunds. */
export async function listRefunds(
  app: App,
  actor: Actor,
  eventId: Proof<'managedEvent'>,
  { page, limit, state, source, massRefundId, search, sort, order }: ParsedInput<typeof listRefundsEndpoint>['query'],
): Promise<Answer<typeof listRefundsEndpoint>> {
  const where = sql.join(
    [
      sql`r.event_id = ${eventId}::uuid`,
      state === 'open' ? sql`payments_refund_is_open(r.state)` : state ? sql`r.state = ${state}` : sql`true`,
      source ? sql`r.source = ${source}` : sql`true`,
      massRefundId ? sql`r.mass_refund_id = ${massRefundId}::uuid` : sql`true`,
      matches(search, sql`concat_ws(' ', t.number, o.public_id, b.name, h.name, y.name)`),
    ],
    sql` and `,
  )
  const by = { createdAt: sql`r.created_at`, amount: sql`r.amount_cents`, state: sql`r.state` }[sort]
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  const [{ rows }, counted] = await Promise.all([
    sql<RefundRecord>`select ${COLUMNS} ${FROM} where ${where}
      order by ${by} ${direction}, r.id ${direction} limit ${limit} offset ${(page - 1) * limit}`.execute(app.db),
    sql<{ total: number }>`select count(*)::int as total ${FROM} where ${where}`.execute(app.db),
  ])
  return {
    refunds: rows.map((row) => rowOf(actor, row)),
    pagination: paginate('totalRefunds', { page, limit, total: counted.rows[0]?.total ?? 0 }),
  }
}

/** One refund of the event, as a list shows it; throws `refund_not_found`. */
export async function getRefundRow(app: App, actor: Actor, eventId: string, id: string): Promise<RefundRow> {
  const { rows } = await sql<RefundRecord>`
    select ${COLUMNS} ${FROM} where r.event_id = ${eventId}::uuid and r.id = ${id}::uuid`.execute(app.db)
  if (!rows[0]) throw new Failure('refund_not_found')
  return rowOf(actor, rows[0])
}

interface RefundStory {
  readonly paymentNumber: string
  readonly providerRefund: string | null
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly unfundedSince: string | null
  readonly organizerCents: number | null
  readonly platformCents: number | null
  readonly endedAt: string | null
}

/** One refund of the event, step by step; throws `refund_not_found`. */
export async function getRefund(
  app: App,
  actor: Actor,
  eventId: Proof<'managedEvent'>,
  id: string,
): Promise<RefundDetail> {
  const row = await getRefundRow(app, actor, eventId, id)
  const { rows } = await sql<RefundStory>`
    select p.provider_payment_id as "paymentNumber", r.provider_refund_id as "providerRefund", r.attempts,
           case when r.state in ('approved', 'processing') then r.next_attempt_at end as "nextAttemptAt",
           r.unfunded_since as "unfundedSince", l.organizer as "organizerCents", l.platform as "platformCents",
           r.ended_at as "endedAt"
      from refunds r join payments p on p.id = r.payment_id
      left join lateral (
        select sum(case when e.credit = 'company' then e.amount_cents when e.debit = 'company' then -e.amount_cents end)::bigint as organizer,
               sum(case when e.credit = 'platform' then e.amount_cents when e.debit = 'platform' then -e.amount_cents end)::bigint as platform
          from ledger_entries e where e.refund_id = r.id) l on true
     where r.id = ${id}::uuid`.execute(app.db)
  const [story] = rows
  if (!story) throw new Failure('refund_not_found')
  const { organizerCents, platformCents, endedAt, ...told } = story
  const isMade = row.state === 'completed' || row.state === 'external'
  return {
    ...row,
    ...told,
    nextAttemptAt: told.nextAttemptAt && toInstant(told.nextAttemptAt),
    unfundedSince: told.unfundedSince && toInstant(told.unfundedSince),
    split: isMade ? { organizer: toPesos(organizerCents ?? 0), platform: toPesos(platformCents ?? 0) } : null,
    steps: stepsOf(row, endedAt && toInstant(endedAt)),
  }
}

function stepsOf({ state, createdAt, completedAt }: RefundRow, endedAt: string | null): RefundDetail['steps'] {
  if (state === 'external') return [{ at: completedAt ?? createdAt, what: 'external' }]
  const asked = { at: createdAt, what: 'requested' } as const
  if (state === 'completed' && completedAt) return [asked, { at: completedAt, what: 'completed' }]
  if ((state === 'failed' || state === 'rejected') && endedAt) return [asked, { at: endedAt, what: state }]
  return [asked]
}

interface TicketRecord {
  readonly ticketId: string
  readonly number: string
  readonly type: string
  readonly state: TicketState
  readonly holderName: string
  readonly orderId: string | null
  readonly payerName: string
  readonly payerMail: string | null
  readonly payerPhone: string | null
  readonly paidAt: string | null
  readonly amountCents: number
  readonly refundedCents: number
  readonly leftCents: number
  readonly obstacle: RefundObstacle | null
}

type TicketsQuery = Omit<ParsedInput<typeof listRefundTickets>['query'], 'state'>

/** Every ticket that was paid for, with what of it went back. */
export async function listTicketsWithRefunds(
  app: App,
  actor: Actor,
  eventId: Proof<'managedEvent'>,
  { state, ...query }: ParsedInput<typeof listRefundTickets>['query'],
): Promise<Answer<typeof listRefundTickets>> {
  return listTickets(
    app,
    actor,
    eventId,
    query,
    sql`m.amount_cents > 0 and ${state ? sql`m.state = ${state}` : sql`true`}`,
  )
}

/** Tickets whose money can be asked back; used ones too, for those who may. */
export async function listRefundable(
  app: App,
  actor: Actor,
  eventId: Proof<'managedEvent'>,
  { used, ...query }: ParsedInput<typeof listRefundableTickets>['query'],
): Promise<Answer<typeof listRefundableTickets>> {
  const isOpen = used === 'with' ? sql`coalesce(m.obstacle = 'used', true)` : sql`m.obstacle is null`
  return listTickets(app, actor, eventId, query, isOpen)
}

async function listTickets(
  app: App,
  actor: Actor,
  eventId: string,
  { page, limit, search, sort, order }: TicketsQuery,
  condition: Sql,
): Promise<Answer<typeof listRefundTickets>> {
  const from = sql`
    from (${ticketMoney(eventId)}) m join ticket_types y on y.id = m.type_id join users h on h.id = m.holder_id
    join users b on b.id = m.payer_id
    where ${condition} and ${matches(search, sql`concat_ws(' ', m.number, m.public_id, b.name, h.name, y.name)`)}`
  const by = { number: sql`m.number`, paidAt: sql`m.paid_at`, amount: sql`m.amount_cents` }[sort]
  const direction = order === 'desc' ? sql`desc nulls last` : sql`asc nulls last`
  const [{ rows }, counted] = await Promise.all([
    sql<TicketRecord>`
      select m.ticket_id as "ticketId", m.number, y.name as type, m.state, h.name as "holderName", m.public_id as "orderId",
             b.name as "payerName", b.mail as "payerMail", b.phone as "payerPhone", m.paid_at as "paidAt",
             m.amount_cents as "amountCents", m.refunded_cents as "refundedCents", m.left_cents as "leftCents", m.obstacle
      ${from} order by ${by} ${direction}, m.ticket_id limit ${limit} offset ${(page - 1) * limit}`.execute(app.db),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(app.db),
  ])
  return {
    tickets: rows.map((row) => refundableTicketOf(actor, row)),
    pagination: paginate('totalTickets', { page, limit, total: counted.rows[0]?.total ?? 0 }),
  }
}

function refundableTicketOf(actor: Actor, row: TicketRecord): RefundableTicket {
  const { ticketId, number, type, state, holderName, orderId, obstacle } = row
  const mayUsed = obstacle === 'used' && actor.roles.includes('godAdmin')
  return {
    ticketId,
    number,
    type,
    state,
    holderName,
    orderId,
    obstacle,
    payer: payerFor(actor, row),
    paidAt: row.paidAt && toInstant(row.paidAt),
    amount: toPesos(row.amountCents),
    refunded: toPesos(row.refundedCents),
    refundable: obstacle === null || mayUsed ? toPesos(row.leftCents) : 0,
  }
}

interface SummaryRecord {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly isOnSale: boolean
  readonly sums: Record<string, { count: number; cents: number }>
  readonly salesStopAt: string | null
  readonly areSalesStopped: boolean
  readonly massRefundId: string | null
}

const sumOf = (condition: Sql, cents: Sql) =>
  sql`json_build_object('count', count(*) filter (where ${condition}), 'cents', coalesce(sum(${cents}) filter (where ${condition}), 0))`

/** A refund of the same ticket came after it, and stands. */
const isAskedAgain = sql`exists (
  select from refunds a where a.ticket_id = r.ticket_id and a.id > r.id and a.state not in ('failed', 'rejected'))`

/** An event's money in and back, all of it from the ledger's facts: payments, tickets and refunds. */
export async function getSummary(app: App, eventId: Proof<'managedEvent'>): Promise<Answer<typeof getRefundSummary>> {
  const amount = sql`r.amount_cents`
  const { rows } = await sql<SummaryRecord>`
    select e.id, e.name, e.state, ${isOnSale} as "isOnSale",
           c.paid_sales_stopped_at is not null as "areSalesStopped",
           (select m.id from mass_refunds m where m.event_id = e.id order by m.finished_at is null desc, m.id desc limit 1) as "massRefundId",
           (select min(r.unfunded_since) + make_interval(hours => ${FUNDING_HOURS}) from refunds r
             where r.event_id = e.id and payments_refund_is_open(r.state)) as "salesStopAt",
           (select json_build_object('sold', ${sumOf(sql`m.amount_cents > 0 and m.payment_id is not null`, sql`m.amount_cents`)},
                                     'refundable', ${sumOf(sql`m.obstacle is null and m.shared_cents > 0`, sql`m.shared_cents`)})
              from (${sharedTicketMoney(eventId)}) m)::jsonb
           || (select json_build_object(
                 'completed', ${sumOf(sql`(r.state = 'completed' or (r.state = 'external' and r.source <> 'chargeback')) and not payments_bought_nothing(r.source)`, amount)},
                 'open', ${sumOf(sql`payments_refund_is_open(r.state) and not payments_bought_nothing(r.source)`, amount)},
                 'failed', ${sumOf(sql`r.state = 'failed' and not ${isAskedAgain}`, amount)},
                 'disputed', ${sumOf(sql`r.state = 'external' and r.source = 'chargeback'`, amount)},
                 'unfunded', ${sumOf(sql`r.unfunded_since is not null and payments_refund_is_open(r.state)`, amount)})
                from refunds r where r.event_id = e.id)::jsonb as sums
      from events e join companies c on c.id = e.company_id where e.id = ${eventId}::uuid`.execute(app.db)
  const [row] = rows
  if (!row) throw new Failure('event_not_found')
  const total = (name: string) => ({ count: row.sums[name]?.count ?? 0, amount: toPesos(row.sums[name]?.cents ?? 0) })
  return {
    event: { id: row.id, name: row.name, state: row.state, isOnSale: row.isOnSale },
    sold: total('sold'),
    completed: total('completed'),
    open: total('open'),
    failed: total('failed'),
    disputed: total('disputed'),
    refundable: total('refundable'),
    unfunded: total('unfunded'),
    salesStopAt: row.salesStopAt && toInstant(row.salesStopAt),
    areSalesStopped: row.areSalesStopped,
    massRefundId: row.massRefundId,
  }
}

/** Whether people can still buy for the event `e`. */
export const isOnSale = sql<boolean>`(e.state = 'active' and not is_event_expired(e.starts_at, e.ends_at))`

export interface RefundReader {
  readonly isPayer: boolean
  readonly name: string
  readonly mail: string | null
  readonly source: RefundSource
  readonly amountCents: number
  readonly eventName: string
  readonly endsTicket: boolean
  readonly ticket: { readonly number: string; readonly type: string } | null
}

/** Who is told that a refund was made: its payer, and whoever else has the ticket that ends with it. */
export async function findRefundReaders(app: Core, refundId: string): Promise<RefundReader[]> {
  const { rows } = await sql<RefundReader>`
    select u.id = o.buyer_id as "isPayer", u.name, u.mail, r.source, r.amount_cents as "amountCents", e.name as "eventName",
           r.ends_ticket as "endsTicket",
           case when t.id is not null then json_build_object('number', t.number, 'type', y.name) end as ticket
      from refunds r join orders o on o.id = r.order_id join events e on e.id = o.event_id
      left join tickets t on t.id = r.ticket_id left join ticket_types y on y.id = t.type_id
      join users u on u.id = o.buyer_id or (r.ends_ticket and u.id = t.holder_id)
     where r.id = ${refundId}::uuid order by 1 desc`.execute(app.db)
  return rows
}

/** What is told of a refund that failed; undefined when it is asked for again meanwhile. */
export async function findFailedRefund(app: Core, refundId: string) {
  return app.db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .select(['r.amount_cents as amountCents', 'r.mass_refund_id as massRefundId'])
    .select(sql<boolean>`coalesce(r.last_error = 'too_old', false)`.as('isTooOld'))
    .select(['o.public_id as publicId', 'o.company_id as companyId', 'e.id as eventId', 'e.name as eventName'])
    .where('r.id', '=', refundId)
    .where('r.state', '=', 'failed')
    .executeTakeFirst()
}
