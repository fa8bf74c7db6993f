/** One batch of orders in one short transaction: the database locks and gives the facts, `decideOrders` decides, the database writes. */
import type { Order } from '#contract/sales/checkout.ts'
import { toLocalTime } from '#contract/values/dates.ts'
import type { App } from '#server/context.ts'
import { ensureActiveKey } from '#server/modules/tickets/issuing/ensure-active-key.ts'
import { issueInBatch, type OrderToIssue } from '#server/modules/tickets/issuing/issue-tickets.ts'
import { fromEpochMs } from '#server/shared/clock.ts'
import { count } from '#server/shared/counts.ts'
import { Failure } from '#server/shared/failure.ts'
import { eventTopics, publishChange, orderTopics, type TopicKey } from '#server/shared/publish-change.ts'
import type { AcceptedOrder, OrderRequest, Decision, Refusal, StoredOrder } from './batch-facts.ts'
import { rememberHolder, rememberSoldOut } from './refuse-sold-out.ts'
import { decideOrders } from './decide-orders.ts'
import { payUntilMs } from '../holds/hold-rules.ts'
import { lockBatch, writeBatch } from './store-batch.ts'

export interface PlacedOrder {
  readonly id: string
  readonly order: Order
  readonly referral: { readonly referralCode: string; readonly promoterName: string } | null
  /** The key was used before and this is its order. */
  readonly isReplay: boolean
}

/**
 * Decides the orders in their order, each whole or not at all; a refused one is an error among the results. What costs
 * nothing has its tickets in the same transaction. No buyer may stand twice in a batch. Repeating a batch repeats its
 * answer, because an order's key is found again.
 */
export async function placeOrders(app: App, requests: readonly OrderRequest[]): Promise<(PlacedOrder | Failure)[]> {
  const { atMs, decisions, soldOut } = await app.reserved.orders.transact(lockBatch(requests), async ([row]) => {
    if (!row) throw new Error('The order function gave no facts')
    const facts = { ...row, takesPayments: app.vendors.payments.isConfigured }
    const outcome = decideOrders(requests, facts)
    const accepted = outcome.decisions.flatMap((decision) => ('accepted' in decision ? [decision.accepted] : []))
    const free = accepted.filter(({ hold }) => hold === null)
    // The key is known but for once a minute; what is to be paid never waits for it.
    const tickets = free.length > 0 ? await issueInBatch(app, await ensureActiveKey(app), free.map(ticketsToIssue)) : []
    const writes = [...writeBatch(row.atMs, outcome, accepted), ...tickets]
    return { writes, result: { ...outcome, atMs: row.atMs } }
  })
  rememberSoldOut(app, soldOut)
  publishChange(app.bus, decisions.flatMap(changedBy))
  const moment = { atMs, at: fromEpochMs(atMs) }
  return requests.map((order, n) => {
    const result = resultOf(decisions[n], moment)
    count('orders', { result: result instanceof Failure ? result.code : result.isReplay ? 'replayed' : 'placed' })
    if (!(result instanceof Failure)) rememberHolder(app, order.eventId, order.buyerId)
    return result
  })
}

/** Who only reserved looks at it already. */
function changedBy(decision: Decision): TopicKey[] {
  if (!('accepted' in decision)) return []
  const { request, event, hold } = decision.accepted
  const order = { eventId: event.id, companyId: event.companyId, buyerId: request.buyerId }
  return hold === null ? orderTopics(order) : eventTopics(order)
}

function ticketsToIssue({ request, event, lines, drinks }: AcceptedOrder): OrderToIssue {
  const of = { orderId: request.id, eventId: event.id, eventNumber: event.number, buyerId: request.buyerId }
  return { ...of, kind: 'free', lines, drinks }
}

/** When the batch was decided, in milliseconds and as ISO text. */
interface Moment {
  readonly atMs: number
  readonly at: string
}

function resultOf(decision: Decision | undefined, moment: Moment): PlacedOrder | Failure {
  if (!decision) throw new Error('An order was left undecided')
  if ('refused' in decision) return failureOf(decision, moment)
  return 'replayed' in decision ? replayedOf(decision.replayed) : placedOf(decision.accepted, moment)
}

function failureOf({ refused, untilMs, contact }: Refusal, { atMs }: Moment): Failure {
  if (untilMs === undefined) return new Failure(refused, contact && { contact })
  const until = fromEpochMs(untilMs)
  const waitSeconds = Math.ceil((untilMs - atMs) / 1000)
  return new Failure(
    refused,
    { waitSeconds, until },
    {
      retryAfterSeconds: waitSeconds,
      message: `Reservaste varias veces sin pagar. Podés volver a reservar a las ${toLocalTime(until)}`,
    },
  )
}

function replayedOf(stored: StoredOrder): PlacedOrder {
  return { id: stored.id, order: orderOf(stored), referral: stored.referral, isReplay: true }
}

/** An order in its present state, as its buyer reads it. */
export function orderOf(stored: StoredOrder): Order {
  const { id: _, referral: __, heldUntilMs, createdAtMs, requestHash: ___, ...order } = stored
  return {
    ...order,
    lines: [...order.lines],
    drinks: [...order.drinks],
    ...moments(order.totalCents, heldUntilMs),
    createdAt: fromEpochMs(createdAtMs),
  }
}

function placedOf(
  { request, event, lines, drinks, discount, discountCents, subtotalCents, feeCents, hold, promoter }: AcceptedOrder,
  { at }: Moment,
): PlacedOrder {
  const totalCents = subtotalCents + feeCents
  const order: Order = {
    publicId: request.publicId,
    eventId: event.id,
    eventName: event.name,
    state: hold ? 'reserved' : 'paid',
    ...moments(totalCents, hold && hold.untilMs),
    drinks: drinks.map(({ unitAbsorbedFeeCents: _, ...drink }) => drink),
    lines: lines.map(({ position: _, unitAbsorbedFeeCents: __, ...line }) => line),
    discountCode: discount?.code ?? null,
    discountCents,
    subtotalCents,
    feeCents,
    totalCents,
    createdAt: at,
  }
  const referral = promoter && { referralCode: promoter.code, promoterName: promoter.promoter_name }
  return { id: request.id, order, referral, isReplay: false }
}

function moments(totalCents: number, heldUntilMs: number | null): Pick<Order, 'heldUntil' | 'payUntil'> {
  if (heldUntilMs === null || totalCents === 0) return { heldUntil: null, payUntil: null }
  return { heldUntil: fromEpochMs(heldUntilMs), payUntil: fromEpochMs(payUntilMs(heldUntilMs)) }
}
