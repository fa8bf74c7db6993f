/** Reads of an event's refunds, for those who manage it, and of who is notified of one. */
import { sql, type RawBuilder } from 'kysely'
import type { Answer, ParsedInput } from '#contract/endpoint.ts'
import { toPesos } from '#contract/money.ts'
import type {
  listRefunds as listRefundsEndpoint,
  RefundDetail,
  RefundRow,
  RefundSource,
  RefundState,
} from '#contract/refunds.ts'
import type { Proof } from '#contract/roles.ts'
import type { TicketState } from '#contract/tickets.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import { wordPatterns } from '#server/db/search.ts'
import { maskContact, seesContacts } from '#server/modules/accounts/contact/mask-contact.ts'
import { held } from '#server/modules/ledger/queries.ts'
import type { Actor } from '#server/shared/actor.ts'
import { toInstant } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'

/** A payer by name, mail and phone, as `actor` may see them. */
export function payerFor(
  actor: Actor,
  row: { payerName: string; payerMail: string | null; payerPhone: string | null },
) {
  return maskContact({ name: row.payerName, mail: row.payerMail, phone: row.payerPhone }, seesContacts(actor))
}

/** What every word of a search may be found in. */
export function matches(search: string | undefined, texts: RawBuilder<unknown>): RawBuilder<unknown> {
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
  query: ParsedInput<typeof listRefundsEndpoint>['query'],
): Promise<Answer<typeof listRefundsEndpoint>> {
  const { state, source, massRefundId, search } = query
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
  const { refunds, pagination } = await pageOf(
    app.db.selectFrom(sql<RefundRecord>`(select ${COLUMNS} ${FROM} where ${where})`.as('r')).selectAll(),
    query,
    { rows: 'refunds', id: 'r.id', sort: { createdAt: 'r.createdAt', amount: 'r.amountCents', state: 'r.state' } },
  )
  return { refunds: refunds.map((row) => rowOf(actor, row)), pagination }
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
  readonly organizerCents: number
  readonly platformCents: number
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
     cross join lateral (
       select -${held('company')} as organizer, -${held('platform')} as platform
         from ledger_entries l where l.refund_id = r.id) l
     where r.id = ${id}::uuid`.execute(app.db)
  const [story] = rows
  if (!story) throw new Failure('refund_not_found')
  const { organizerCents, platformCents, endedAt, ...known } = story
  const isMade = row.state === 'completed' || row.state === 'external'
  return {
    ...row,
    ...known,
    nextAttemptAt: known.nextAttemptAt && toInstant(known.nextAttemptAt),
    unfundedSince: known.unfundedSince && toInstant(known.unfundedSince),
    split: isMade ? { organizer: toPesos(organizerCents), platform: toPesos(platformCents) } : null,
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

/** Returns the readers of a completed refund: its payer, and another holder of the ticket that ends with it. */
export async function listRefundReaders(app: Core, refundId: string): Promise<RefundReader[]> {
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

export type FailedRefund = NonNullable<Awaited<ReturnType<typeof findFailedRefund>>>

/** Finds what a failed refund's notice says; undefined when it was requested again meanwhile. */
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
