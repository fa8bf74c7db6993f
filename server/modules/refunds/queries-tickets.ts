/** Reads of an event's tickets with their money, for those who refund them. */
import { sql, type RawBuilder } from 'kysely'
import type { Answer, ParsedInput } from '#contract/endpoint.ts'
import { toPesos } from '#contract/money.ts'
import { paginate } from '#contract/pagination.ts'
import type { listRefundableTickets, listRefundTickets, RefundableTicket, RefundObstacle } from '#contract/refunds.ts'
import type { Proof } from '#contract/roles.ts'
import type { TicketState } from '#contract/tickets.ts'
import type { App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { toInstant } from '#server/shared/clock.ts'
import { matches, payerFor } from './queries.ts'
import { ticketMoney } from './ticket-money.ts'

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
  condition: RawBuilder<unknown>,
): Promise<Answer<typeof listRefundTickets>> {
  const from = sql`
    from (${ticketMoney({ eventId })}) m join ticket_types y on y.id = m.type_id join users h on h.id = m.holder_id
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
