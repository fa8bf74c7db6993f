/** Reads of regrets, their purchases and their status. */
import { sql } from 'kysely'
import { addHours } from '#contract/dates.ts'
import type { Answer } from '#contract/endpoint.ts'
import { toPesos } from '#contract/money.ts'
import {
  REGRET_HOURS,
  type listRegrets as endpoint,
  type ManagedRegret,
  type Regret,
  type RegretOrder,
} from '#contract/regrets.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { listTicketMoney } from '#server/modules/refunds/ticket-money.ts'
import { toInstant } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { decideRegret, type RegretDecision, type RegrettedOrder } from './decide-regret.ts'
import { listAnswerReaders } from './queries-people.ts'

export interface RegretRecord {
  readonly id: string
  readonly code: string
  readonly orderNumber: string | null
  readonly contact: string | null
  readonly state: Regret['state']
  readonly submittedAt: string
  readonly provedAt: string | null
  readonly doneAt: string | null
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
  'done_at as doneAt',
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

/** A purchase that a regret may be about. */
export interface CandidateOrder extends RegrettedOrder {
  readonly id: string
  readonly regretId: string
  readonly publicId: string
  readonly buyerId: string
  readonly eventName: string
  readonly outcome: RegretOrder['outcome']
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
    .select(['o.id', 'r.regret_id as regretId', 'o.public_id as publicId', 'o.buyer_id as buyerId'])
    .select(['e.name as eventName', 'o.paid_at as paidAt', 'e.starts_at as eventStart', 'r.outcome'])
    .select(['r.is_named as isNamed', 'r.failure'])
    .where('r.regret_id', '=', sql<string>`any (${regretIds}::uuid[])`)
    .$if(buyerId !== undefined, (query) => query.where('o.buyer_id', '=', buyerId ?? ''))
    .orderBy('o.paid_at', 'desc')
    .execute()
  const orderIds = new Set(rows.map(({ id }) => id))
  const tickets = Map.groupBy(await listTicketMoney(app, [...orderIds]), ({ orderId }) => orderId)
  return rows.map(({ paidAt, outcome, ...row }) => ({
    ...row,
    paidAt: paidAt ?? '', // only paid ones are recorded
    outcome: outcome as RegretOrder['outcome'], // CHECK on the column
    tickets: tickets.get(row.id) ?? [],
  }))
}

function shownOrder(order: CandidateOrder, decision: RegretDecision): RegretOrder {
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

/**
 * Whether a purchase that the team named is still unverified: until its buyer confirms by the link it is only a number that was
 * given to the team. With other buyers the confirmation may have been one of theirs.
 */
export function isUnproved(
  order: Pick<CandidateOrder, 'isNamed' | 'buyerId'>,
  { provedAt }: Pick<RegretRecord, 'provedAt'>,
  orders: readonly Pick<CandidateOrder, 'buyerId'>[],
): boolean {
  return order.isNamed && (provedAt === null || orders.some(({ buyerId }) => buyerId !== order.buyerId))
}

/** The deadline of its answer. */
export function answerBy({ submittedAt }: Pick<RegretRecord, 'submittedAt'>): string {
  return addHours(toInstant(submittedAt), REGRET_HOURS.answer)
}

/** Shows a regret by its code; its purchases only to the buyer who opened the link. */
export async function showRegret(
  app: Core,
  regret: RegretRecord,
  buyerId: string | null,
  now: string,
): Promise<Regret> {
  const { code, state, answer, id } = regret
  const submittedAt = toInstant(regret.submittedAt)
  const answered = answerBy(regret)
  const shown = { code, submittedAt, answerBy: answered, isOverdue: state !== 'done' && now > answered }
  if (buyerId !== null) {
    const orders = await listCandidateOrders(app, [id], buyerId)
    return {
      ...shown,
      state,
      answer,
      orders: orders.map((order) => shownOrder(order, decideRegret(order, submittedAt))),
    }
  }
  // Without the link it says the same, until the deadline, whether a purchase was found or not.
  if (now <= answered) return { ...shown, state: 'received', answer: null, orders: null }
  const isOpen = state !== 'done'
  // An answer about a purchase is for its buyer alone.
  const isShown = !isOpen && (await isWithoutOrders(app, id))
  return { ...shown, state: isOpen ? 'with_person' : 'done', answer: isShown ? answer : null, orders: null }
}

async function isWithoutOrders(app: Core, id: string): Promise<boolean> {
  const order = await app.db
    .selectFrom('regret_orders')
    .select('order_id')
    .where('regret_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return order === undefined
}

/** One regret as the team sees it; throws `regret_not_found`. */
export async function getManagedRegret(app: App, id: string): Promise<ManagedRegret> {
  const regret = await findRegret(app, { id })
  const [managed] = regret ? await manageRegrets(app, [regret]) : []
  if (!managed) throw new Failure('regret_not_found')
  return managed
}

/** Shows regrets to the team, with a few statements however many they are. */
async function manageRegrets(app: App, regrets: readonly RegretRecord[]): Promise<ManagedRegret[]> {
  const now = app.clock.now()
  const [candidates, readers] = await Promise.all([
    listCandidateOrders(
      app,
      regrets.map(({ id }) => id),
    ),
    listAnswerReaders(app, regrets),
  ])
  const ordersOf = Map.groupBy(candidates, ({ regretId }) => regretId)
  return regrets.map((regret) => {
    const { id, code, orderNumber, contact, state, answer, provedAt } = regret
    const submittedAt = toInstant(regret.submittedAt)
    const answered = answerBy(regret)
    const orders = ordersOf.get(id) ?? []
    return {
      id,
      code,
      orderNumber,
      contact,
      state,
      answer,
      answerTo: readers.get(id)?.kind ?? 'code',
      submittedAt,
      answerBy: answered,
      isProved: provedAt !== null,
      isOverdue: state !== 'done' && now > answered,
      orders: orders.map((order) => ({
        ...shownOrder(order, decideRegret(order, submittedAt)),
        isNamed: order.isNamed,
        isUnproved: isUnproved(order, regret, orders),
        failure: order.failure,
      })),
    }
  })
}

/** Lists regrets, those that wait for a person first, then by their deadline. */
export function listRegrets(
  app: App,
  { query }: Pick<Call<typeof endpoint>, 'query'>,
): Promise<Answer<typeof endpoint>> {
  const regrets = app.db
    .selectFrom('regrets')
    .select(columns)
    .$if(query.state !== undefined, (all) => all.where('state', '=', query.state ?? ''))
    .orderBy(sql`array_position(array['with_person', 'received', 'done'], state)`)
  return pageOf(regrets, query, {
    rows: 'regrets',
    id: 'id',
    sort: { answerBy: 'submitted_at' },
    search: [sql`concat_ws(' ', code, order_number, contact)`],
    read: async (page) => manageRegrets(app, (await page.execute()) as RegretRecord[]), // CHECK on the column
  })
}
