/** Reads of regrets: the purchases that one may be about, and how it stands. */
import { sql } from 'kysely'
import { addHours } from '#contract/dates.ts'
import type { Answer, ParsedInput } from '#contract/endpoint.ts'
import { toPesos } from '#contract/money.ts'
import { endsOfOrderNumber } from '#contract/order-number.ts'
import { paginate } from '#contract/pagination.ts'
import {
  REGRET_HOURS,
  type listRegrets as listRegretsEndpoint,
  type ManagedRegret,
  type Regret,
  type RegretOrder,
} from '#contract/regrets.ts'
import type { App, Core } from '#server/context.ts'
import { containing } from '#server/db/search.ts'
import { listTicketMoney } from '#server/modules/refunds/ticket-money.ts'
import { toInstant } from '#server/shared/clock.ts'
import { normalisePhone } from '#server/shared/phone.ts'
import { decideRegret, type RegretDecision, type RegrettedOrder } from './decide-regret.ts'

/** Purchases of one contact that are looked at, the newest first. */
const MOST_ORDERS = 20
/** Beyond it no purchase may be regretted, whatever days do not count. */
const LOOKED_BACK_DAYS = 30

export interface RegretRecord {
  readonly id: string
  readonly code: string
  readonly orderNumber: string | null
  readonly contact: string | null
  readonly state: Regret['state']
  readonly submittedAt: string
  readonly provedAt: string | null
  readonly answer: string | null
}

const columns = [
  'id',
  'code',
  'order_number as orderNumber',
  'contact',
  'state',
  'submitted_at as submittedAt',
  'proved_at as provedAt',
  'answer',
] as const

export async function findRegret(app: Core, by: { code: string } | { id: string }): Promise<RegretRecord | undefined> {
  const row = await app.db
    .selectFrom('regrets')
    .select(columns)
    .$if('code' in by, (query) => query.where('code', '=', 'code' in by ? by.code : ''))
    .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : ''))
    .executeTakeFirst()
  return row as RegretRecord | undefined // CHECK on the column
}

/**
 * The paid purchases that somebody may mean who typed this, with their buyers: by their number, whole or as screens show it, and
 * those of late of whoever has this contact. Each is looked for by an index of its own.
 */
export async function findMeantOrders(
  app: Core,
  { orderNumber, contact }: Pick<RegretRecord, 'orderNumber' | 'contact'>,
): Promise<{ id: string; buyerId: string }[]> {
  const number = orderNumber?.trim() ?? ''
  const { begins, ends } = endsOfOrderNumber(number) ?? { begins: null, ends: null }
  const typed = contact?.trim() ?? ''
  const phone = normalisePhone(typed)
  const { rows } = await sql<{ id: string; buyerId: string }>`
    with named as (
      select o.id from orders o where o.public_id = ${number}
       union (select o.id from orders o
               where left(o.public_id, 5) = ${begins}::text and right(o.public_id, 4) = ${ends}::text and o.paid_at is not null
               limit ${MOST_ORDERS})
    ), buyers as (
      select id from users where mail = ${typed.toLowerCase()} and state <> 'deleted'
       union select id from users where phone = ${phone}::text and state in ('active', 'blocked')
       union select id from users where phone = ${phone}::text and state = 'pending'
    ), meant as (
      select id from named
       union select o.id from buyers b join orders o on o.buyer_id = b.id
              where o.paid_at > app_now() - make_interval(days => ${LOOKED_BACK_DAYS})
    )
    select o.id, o.buyer_id as "buyerId" from meant m join orders o on o.id = m.id join users u on u.id = o.buyer_id
     where o.paid_at is not null and o.total_cents > 0 and u.state <> 'deleted'
     order by o.paid_at desc limit ${MOST_ORDERS}`.execute(app.db)
  return rows
}

/** A purchase of the regret, and whatever decides about it. */
export interface MeantOrder extends RegrettedOrder {
  readonly id: string
  readonly publicId: string
  readonly buyerId: string
  readonly eventName: string
  readonly outcome: RegretOrder['outcome']
}

/** The purchases that it may be about; of one buyer, where one is named. */
export async function listMeantOrders(app: Core, regretId: string, buyerId?: string): Promise<MeantOrder[]> {
  const rows = await app.db
    .selectFrom('regret_orders as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .select([
      'o.id',
      'o.public_id as publicId',
      'o.buyer_id as buyerId',
      'o.event_id as eventId',
      'e.name as eventName',
    ])
    .select(['o.paid_at as paidAt', 'o.state', 'e.starts_at as eventStart', 'r.outcome'])
    .where('r.regret_id', '=', regretId)
    .$if(buyerId !== undefined, (query) => query.where('o.buyer_id', '=', buyerId ?? ''))
    .orderBy('o.paid_at', 'desc')
    .execute()
  return Promise.all(
    rows.map(async ({ eventId, state, paidAt, outcome, ...row }) => ({
      ...row,
      paidAt: paidAt ?? '', // only paid ones are noted
      isDisputed: state === 'in_dispute',
      outcome: outcome as RegretOrder['outcome'], // CHECK on the column
      tickets: await listTickets(app, eventId, row.id),
    })),
  )
}

async function listTickets(app: Core, eventId: string, orderId: string) {
  const handed = await app.db
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', orderId)
    .whereRef('holder_id', '<>', 'payer_id')
    .execute()
  const isTransferred = new Set(handed.map(({ id }) => id))
  const tickets = await listTicketMoney(app, eventId, { orderId })
  return tickets.map((ticket) => ({ ...ticket, isTransferred: isTransferred.has(ticket.ticketId) }))
}

export function shownOrder(order: MeantOrder, decision: RegretDecision): RegretOrder {
  const { publicId: orderId, eventName, paidAt, tickets, outcome } = order
  const cents = decision.refunds.reduce((total, { amountCents }) => total + amountCents, 0)
  return {
    orderId,
    eventName,
    paidAt: toInstant(paidAt),
    outcome,
    tickets: tickets.length,
    amount: toPesos(cents),
    until: decision.until,
    isEligible: outcome === 'open' && decision.refunds.length > 0,
    obstacle: decision.obstacle,
  }
}

/** Until when it has to be answered. */
export function answerBy({ submittedAt }: Pick<RegretRecord, 'submittedAt'>): string {
  return addHours(toInstant(submittedAt), REGRET_HOURS.answer)
}

/** How it stands, for whoever has its code; its purchases for who opened the link of their buyer's mail. */
export async function showRegret(
  app: Core,
  regret: RegretRecord,
  buyerId: string | null,
  now: string,
): Promise<Regret> {
  const { code, state, answer, id } = regret
  const submittedAt = toInstant(regret.submittedAt)
  const answered = answerBy(regret)
  const orders = buyerId === null ? null : await listMeantOrders(app, id, buyerId)
  // Without the link it says the same of a purchase that there is and of one that there is not.
  const isHidden = buyerId === null
  return {
    code,
    submittedAt,
    answerBy: answered,
    state: isHidden ? (now < answered ? 'received' : 'done') : state,
    orders: orders && orders.map((order) => shownOrder(order, decideRegret(order, submittedAt))),
    answer: isHidden ? null : answer,
  }
}

/** One as the team sees it. */
export async function manageRegret(app: Core, regret: RegretRecord, now: string): Promise<ManagedRegret> {
  const { id, code, orderNumber, contact, state, answer, provedAt } = regret
  const submittedAt = toInstant(regret.submittedAt)
  const answered = answerBy(regret)
  const orders = await listMeantOrders(app, id)
  return {
    id,
    code,
    orderNumber,
    contact,
    state,
    answer,
    submittedAt,
    answerBy: answered,
    isProved: provedAt !== null,
    isOverdue: state !== 'done' && now > answered,
    orders: orders.map((order) => shownOrder(order, decideRegret(order, submittedAt))),
  }
}

/** Those that wait for a person first, then by the time that is left. */
export async function listRegrets(
  app: App,
  { page, limit, state, search, order }: ParsedInput<typeof listRegretsEndpoint>['query'],
): Promise<Answer<typeof listRegretsEndpoint>> {
  const pattern = containing(search ?? '')
  const found = app.db
    .selectFrom('regrets')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'done'))
    .$if(Boolean(search), (query) =>
      query.where(sql<boolean>`plain_text(concat_ws(' ', code, order_number, contact)) like plain_text(${pattern})`),
    )
  const [rows, { total }] = await Promise.all([
    found
      .select(columns)
      .orderBy(sql`array_position(array['with_person', 'received', 'done'], state)`)
      .orderBy('submitted_at', order)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  const now = app.clock.now()
  return {
    regrets: await Promise.all(rows.map((row) => manageRegret(app, row as RegretRecord, now))),
    pagination: paginate('totalRegrets', { page, limit, total }),
  }
}

/** Whoever holds a ticket of this purchase that still stands and did not pay for it, with the event's name. */
export async function listOtherHolders(
  app: Core,
  orderId: string,
): Promise<{ id: string; name: string; mail: string | null; eventName: string }[]> {
  return app.db
    .selectFrom('tickets as t')
    .innerJoin('users as u', 'u.id', 't.holder_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .select(['u.id', 'u.name', 'u.mail', 'e.name as eventName'])
    .distinct()
    .where('t.order_id', '=', orderId)
    .where('t.state', '=', 'valid')
    .whereRef('t.holder_id', '<>', 't.payer_id')
    .execute()
}

/** Other regrets of the last day that this buyer was written to about. */
export async function countOthersOf(app: Core, buyerId: string, regretId: string): Promise<number> {
  const { count } = await app.db
    .selectFrom('regret_orders as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .innerJoin('regrets as r', 'r.id', 'l.regret_id')
    .select(sql<number>`count(distinct r.id)::int`.as('count'))
    .where('o.buyer_id', '=', buyerId)
    .where('r.id', '<>', regretId)
    .where('r.submitted_at', '>', sql<string>`app_now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return count
}

/** Who is written to about it. */
export async function findBuyer(
  app: Core,
  buyerId: string,
): Promise<{ name: string; mail: string | null } | undefined> {
  return app.db.selectFrom('users').select(['name', 'mail']).where('id', '=', buyerId).executeTakeFirst()
}
