/** Reads of an event's refunds, for those who manage it, and of who is notified of one. */
import { sql, type RawBuilder } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type { PublicImage } from '#contract/events/event-schemas.ts'
import { toPesos } from '#contract/values/money.ts'
import type {
  listRefunds as endpoint,
  RefundDetail,
  RefundRow,
  RefundSource,
  RefundState,
} from '#contract/sales/refunds.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { maskPayer } from '#server/modules/accounts/contact/mask-contact.ts'
import { buyerNameOf, typedContactsOf } from '#server/modules/checkout/queries-buyer.ts'
import { flyerOf } from '#server/modules/events/queries.ts'
import { held } from '#server/modules/ledger/queries.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { searchedNumber } from './searched-number.ts'

/** Of a payer, who paid the company `companyId`; the name is as it is shown. */
interface PayerRow {
  readonly payerName: string
  readonly payerMail: string | null
  readonly payerPhone: string | null
  readonly companyId: string
  readonly typedContacts: string[] | null
}

/** A payer by name, mail and phone, as `actor` may see them. */
export function payerFor(app: Pick<Core, 'vault'>, actor: Actor, row: PayerRow & { readonly hasPaid: boolean }) {
  const payer = { name: row.payerName, mail: row.payerMail, phone: row.payerPhone }
  const hasPaid = row.hasPaid && row.companyId === actor.companyId
  return maskPayer(app, actor, payer, { hasPaid, typedContacts: row.typedContacts })
}

/** The name of a ticket's holder: the payer's while they have it. */
function holderNameOf(actor: Actor): RawBuilder<string> {
  if (isAdministrator(actor)) return sql<string>`h.name`
  return sql<string>`case when t.holder_id = t.payer_id then ${buyerNameOf(actor, 'o', 'b')} else accounts_half_name(h.name) end`
}

function selectRefunds(app: Core, actor: Actor, eventId: string) {
  const holderName = holderNameOf(actor)
  return app.db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('users as b', 'b.id', 'o.buyer_id')
    .leftJoin('tickets as t', 't.id', 'r.ticket_id')
    .leftJoin('ticket_types as y', 'y.id', 't.type_id')
    .leftJoin('users as h', 'h.id', 't.holder_id')
    .leftJoin('users as q', 'q.id', 'r.requested_by')
    .where('r.event_id', '=', eventId)
    .select(['r.id', sql<RefundState>`r.state`.as('state'), sql<RefundSource>`r.source`.as('source'), 'r.reason'])
    .select([
      'r.amount_cents as amountCents',
      'r.ends_ticket as endsTicket',
      'o.public_id as orderId',
      'o.number as orderNumber',
    ])
    .select([buyerNameOf(actor, 'o', 'b').as('payerName'), typedContactsOf('o', 'b').as('typedContacts')])
    .select(['b.mail as payerMail', 'b.phone as payerPhone', 'q.name as requestedBy'])
    .select('o.company_id as companyId')
    .select(['r.mass_refund_id as massRefundId', 'r.last_error as lastError'])
    .select(sql<boolean>`r.unfunded_since is not null`.as('isUnfunded'))
    .select(['r.created_at as createdAt', 'r.completed_at as completedAt'])
    .select(
      sql<RefundRow['ticket']>`
        case when t.id is not null then json_build_object(
          'ticketId', t.id, 'number', t.number, 'type', y.name, 'state', t.state, 'holderName', ${holderName}) end`.as(
        'ticket',
      ),
    )
}
type RefundRecord = Awaited<ReturnType<ReturnType<typeof selectRefunds>['executeTakeFirstOrThrow']>>

function rowOf(app: App, actor: Actor, record: RefundRecord): RefundRow {
  const { amountCents, payerName, payerMail, payerPhone, companyId, typedContacts, isUnfunded, lastError, ...row } =
    record
  // What goes back was paid through the provider.
  const payer = payerFor(app, actor, { payerName, payerMail, payerPhone, companyId, typedContacts, hasPaid: true })
  return { ...row, waitsFor: waitOf({ state: row.state, isUnfunded, lastError }), amount: toPesos(amountCents), payer }
}

/** Reason why an open refund waits: its turn, the provider, the seller's balance, or the account itself. */
function waitOf({
  state,
  isUnfunded,
  lastError,
}: Pick<RefundRecord, 'state' | 'isUnfunded' | 'lastError'>): RefundRow['waitsFor'] {
  if (state === 'requested') return 'turn'
  if (state !== 'approved' && state !== 'processing') return null
  // Until it is made: an attempt that got no answer says nothing of the balance.
  if (isUnfunded) return 'balance'
  return lastError === 'account_revoked' || lastError === 'account_missing' ? 'account' : 'provider'
}

/** A page of an event's refunds. */
export function listRefunds(
  app: App,
  { actor, proof: eventId, query }: Pick<Call<typeof endpoint>, 'actor' | 'proof' | 'query'>,
): Promise<Answer<typeof endpoint>> {
  const { state, source, massRefundId } = query
  const refunds = selectRefunds(app, actor, eventId)
    .$if(state === 'open', (found) => found.where(sql<boolean>`payments_refund_is_open(r.state)`))
    .$if(state !== undefined && state !== 'open', (found) => found.where('r.state', '=', state ?? ''))
    .$if(source !== undefined, (found) => found.where('r.source', '=', source ?? ''))
    .$if(massRefundId !== undefined, (found) => found.where('r.mass_refund_id', '=', massRefundId ?? null))
  return pageOf(refunds, query, {
    rows: 'refunds',
    id: 'r.id',
    sort: { createdAt: 'r.created_at', amount: 'r.amount_cents', state: 'r.state' },
    search: [
      sql`concat_ws(' ', t.number, ${searchedNumber(sql`o.number`)}, ${buyerNameOf(actor, 'o', 'b')}, ${holderNameOf(actor)}, y.name)`,
    ],
    map: (record) => rowOf(app, actor, record),
  })
}

/** One refund of the event, as a list shows it; throws `refund_not_found`. */
export async function getRefundRow(app: App, actor: Actor, eventId: string, id: string): Promise<RefundRow> {
  const record = await selectRefunds(app, actor, eventId).where('r.id', '=', id).executeTakeFirst()
  if (!record) throw new Failure('refund_not_found')
  return rowOf(app, actor, record)
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
    split: isMade ? { organizer: toPesos(organizerCents), platform: toPesos(platformCents) } : null,
    steps: stepsOf(row, endedAt),
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
  readonly userId: string
  readonly isPayer: boolean
  readonly name: string
  readonly mail: string | null
  /** Each once. */
  readonly sources: readonly RefundSource[]
  readonly amountCents: number
  readonly eventName: string
  readonly flyer: PublicImage | null
  /** That the refunds are of, each once; none for money of the whole order. */
  readonly tickets: readonly { readonly number: string; readonly type: string; readonly isEnded: boolean }[]
}

/** Returns the readers of made refunds of one order: its payer, and the other holders of tickets that end with them. */
export async function listRefundReaders(app: Core, refundIds: readonly string[]): Promise<RefundReader[]> {
  const { rows } = await sql<RefundReader>`
    select u.id as "userId", u.id = o.buyer_id as "isPayer", u.name, u.mail, e.name as "eventName", ${flyerOf} as flyer,
           sum(r.amount)::int8 as "amountCents", json_agg(distinct s.source) as sources,
           coalesce(json_agg(json_build_object('number', t.number, 'type', y.name, 'isEnded', r.is_ended) order by t.position)
                      filter (where t.id is not null), '[]') as tickets
      from (select order_id, ticket_id, sum(amount_cents) as amount, bool_or(ends_ticket) as is_ended, array_agg(source) as sources
              from refunds where id = any (${refundIds}::uuid[]) group by order_id, ticket_id) r
      join orders o on o.id = r.order_id join events e on e.id = o.event_id
      left join tickets t on t.id = r.ticket_id left join ticket_types y on y.id = t.type_id
      join users u on u.id = o.buyer_id or (r.is_ended and u.id = t.holder_id)
     cross join lateral (select r.sources[1] as source) s
     group by u.id, o.buyer_id, e.id order by 2 desc, 1`.execute(app.db)
  return rows
}

/** Orders with refunds that were made and not mailed: none of theirs is on its way any more, or the first waits ten minutes already. */
export async function listOrdersToMail(app: App, limit: number): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select r.order_id as "orderId" from refunds r
     where r.mail_due_since is not null
       and (r.mail_due_since < app_now() - interval '10 minutes'
            or not exists (select from refunds s where s.order_id = r.order_id and payments_refund_is_open(s.state)))
     group by 1 order by min(r.mail_due_since) limit ${limit}`.execute(app.db)
  return rows.map(({ orderId }) => orderId)
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
    .select(['o.number as orderNumber', 'o.company_id as companyId', 'e.id as eventId', 'e.name as eventName'])
    .where('r.id', '=', refundId)
    .where('r.state', '=', 'failed')
    .executeTakeFirst()
}

/** Finds an order of the event that adds drinks to a ticket, by its public id. */
export async function findDrinksOrder(app: Core, eventId: string, publicId: string): Promise<string | undefined> {
  const row = await app.db
    .selectFrom('orders')
    .select('id')
    .where('public_id', '=', publicId)
    .where('event_id', '=', eventId)
    .where('ticket_id', 'is not', null)
    .executeTakeFirst()
  return row?.id
}

/**
 * Lists paid orders that add drinks to those of these tickets that opened their last door: refunded or cancelled, or of an order all of
 * whose money went back. Waits first for payments that are adding drinks to them at this moment.
 */
export async function listDrinksOfEnded(app: App, ticketIds: readonly string[]): Promise<string[]> {
  await sql`select from tickets t where t.id = any (${ticketIds}::uuid[]) order by t.id for share`.execute(app.db)
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o join tickets t on t.id = o.ticket_id left join orders own on own.id = t.order_id
     where o.ticket_id = any (${ticketIds}::uuid[]) and o.state in ('paid', 'partially_refunded')
       and (t.state in ('refunded', 'cancelled') or own.state = 'refunded')
     order by o.id`.execute(app.db)
  return rows.map(({ id }) => id)
}
