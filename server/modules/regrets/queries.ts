/** Reads of regrets, their purchases and their status. */
import { sql } from 'kysely'
import { toPesos } from '#contract/values/money.ts'
import { type Regret, type RegretOrder } from '#contract/sales/regrets.ts'
import type { Core } from '#server/context.ts'
import { listTicketMoney } from '#server/modules/refunds/ticket-money.ts'
import { toInstant } from '#server/shared/clock.ts'
import { answerBy, decideRegret, type RegretDecision, type RegrettedOrder } from './decide-regret.ts'

export interface RegretRecord {
  readonly id: string
  readonly code: string
  readonly orderNumber: string | null
  readonly contact: string | null
  readonly state: Regret['state']
  readonly submittedAt: string
  readonly doneAt: string | null
  readonly answer: string | null
}

export const regretColumns = [
  'id',
  'code',
  'order_number as orderNumber',
  'contact',
  'state',
  'submitted_at as submittedAt',
  'done_at as doneAt',
  'answer',
] as const

export async function findRegret(app: Core, by: { code: string } | { id: string }): Promise<RegretRecord | undefined> {
  const row = await app.db
    .selectFrom('regrets')
    .select(regretColumns)
    .$if('code' in by, (query) => query.where('code', '=', 'code' in by ? by.code : ''))
    .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : ''))
    .executeTakeFirst()
  return row as RegretRecord | undefined // CHECK on the column
}

export interface RegretAnswer {
  readonly code: string
  readonly answer: string | null
  readonly doneAt: string | null
  /** Null for a regret without purchases. */
  readonly buyerId: string | null
}

/** Finds what was answered about one purchase of a regret, or about a regret without purchases. */
export async function findAnswer(app: Core, id: string, orderId: string | null): Promise<RegretAnswer | undefined> {
  if (orderId === null) {
    const regret = await findRegret(app, { id })
    return regret && { ...regret, buyerId: null }
  }
  return app.db
    .selectFrom('regret_orders as l')
    .innerJoin('regrets as r', 'r.id', 'l.regret_id')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(['r.code', 'l.answer', 'l.done_at as doneAt', 'o.buyer_id as buyerId'])
    .where('l.regret_id', '=', id)
    .where('l.order_id', '=', orderId)
    .executeTakeFirst()
}

/** A purchase that a regret may be about. */
export interface CandidateOrder extends RegrettedOrder {
  readonly id: string
  readonly regretId: string
  readonly publicId: string
  readonly orderNumber: string
  readonly buyerId: string
  readonly buyerName: string | null
  readonly buyerMail: string | null
  readonly buyerPhone: string | null
  readonly eventName: string
  readonly state: RegretOrder['state']
  readonly outcome: RegretOrder['outcome']
  readonly answer: string | null
  readonly provedAt: string | null
  readonly isNamed: boolean
  readonly failure: string | null
}

/** Lists the purchases that these regrets may be about, the newest first; of one buyer where one is given. */
export async function listCandidateOrders(
  app: Core,
  regretIds: readonly string[],
  buyerId?: string,
): Promise<CandidateOrder[]> {
  const rows = await app.db
    .selectFrom('regret_orders as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .innerJoin('users as u', 'u.id', 'o.buyer_id')
    .select([
      'u.name as buyerName',
      'u.mail as buyerMail',
      'u.phone as buyerPhone',
      'o.id',
      'r.regret_id as regretId',
      'o.public_id as publicId',
      'o.number as orderNumber',
      'o.buyer_id as buyerId',
    ])
    .select(['e.name as eventName', 'o.paid_at as paidAt', 'e.starts_at as currentStart', 'r.outcome'])
    .select(['r.is_named as isNamed', 'r.failure', 'r.state', 'r.answer', 'r.proved_at as provedAt'])
    .select(sql<string | null>`greatest(r.event_start, o.sold_starts_at)`.as('eventStart'))
    .where('r.regret_id', '=', sql<string>`any (${regretIds}::uuid[])`)
    .$if(buyerId !== undefined, (query) => query.where('o.buyer_id', '=', buyerId ?? ''))
    .orderBy('o.paid_at', 'desc')
    .execute()
  const orderIds = new Set(rows.map(({ id }) => id))
  const tickets = Map.groupBy(await listTicketMoney(app, [...orderIds]), ({ orderId }) => orderId)
  return rows.map(({ paidAt, outcome, state, ...row }) => ({
    ...row,
    state: state as RegretOrder['state'], // CHECK on the column
    paidAt: paidAt ?? '', // only paid ones are recorded
    outcome: outcome as RegretOrder['outcome'], // CHECK on the column
    tickets: tickets.get(row.id) ?? [],
  }))
}

export function shownOrder(order: CandidateOrder, decision: RegretDecision): RegretOrder {
  const { publicId: orderId, orderNumber, eventName, paidAt, tickets, state, outcome, answer } = order
  const cents = decision.refunds.reduce((total, { amountCents }) => total + amountCents, 0)
  return {
    orderId,
    orderNumber,
    eventName,
    paidAt: toInstant(paidAt),
    state,
    outcome,
    answer,
    tickets: tickets.length,
    amount: toPesos(cents),
    until: decision.until,
    isEligible: outcome === 'open' && decision.refunds.length > 0,
    obstacle: decision.obstacle,
  }
}

/**
 * Whether a purchase needs the team's word that it spoke with the buyer: its own buyer did not confirm it by the link, and it is
 * known only by a number that was given to the team, or the regret has purchases of other buyers, any of whom may have sent it.
 */
export function isUnproved(
  order: Pick<CandidateOrder, 'isNamed' | 'buyerId' | 'provedAt'>,
  orders: readonly Pick<CandidateOrder, 'buyerId'>[],
): boolean {
  return order.provedAt === null && (order.isNamed || orders.some(({ buyerId }) => buyerId !== order.buyerId))
}

/** The state of purchases together: that of a person's before that of an unopened link. */
function stateOf(orders: readonly Pick<CandidateOrder, 'state'>[]): Regret['state'] {
  const states = new Set(orders.map(({ state }) => state))
  return states.has('with_person') ? 'with_person' : states.has('received') ? 'received' : 'done'
}

/** Shows a regret by its code; its purchases only to the buyer who opened the link. */
export async function showRegret(
  app: Core,
  regret: RegretRecord,
  buyerId: string | null,
  now: string,
): Promise<Regret> {
  const { code, id } = regret
  const submittedAt = toInstant(regret.submittedAt)
  const answered = answerBy(regret)
  const shownAs = (state: Regret['state']) =>
    ({ code, submittedAt, answerBy: answered, state, isOverdue: state !== 'done' && now > answered }) as const
  if (buyerId !== null) {
    const orders = await listCandidateOrders(app, [id], buyerId)
    return {
      ...shownAs(stateOf(orders)),
      answer: orders.find(({ answer }) => answer !== null)?.answer ?? null,
      orders: orders.map((order) => shownOrder(order, decideRegret(order, submittedAt, now))),
    }
  }
  // The code alone says the same whether a purchase was found or not, before the deadline and after it: it shows no answer.
  const state = now <= answered ? 'received' : regret.state === 'done' ? 'done' : 'with_person'
  return { ...shownAs(state), answer: null, orders: null }
}
