/** One batch of orders, decided and written by the database in one round trip. */
import { sql } from 'kysely'
import type { Order, OrderState } from '#contract/checkout.ts'
import type { FailureCode } from '#contract/failures.ts'
import type { App } from '#server/context.ts'
import { toInstant } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { count } from '#server/shared/counts.ts'
import { rememberHolder, rememberSoldOut } from './cache.ts'
import type { CartItem } from './order.ts'

/** An order as it enters the queue. */
export interface AskedOrder {
  readonly id: string
  readonly publicId: string
  readonly eventId: string
  readonly buyerId: string
  /** Each type once. */
  readonly items: readonly CartItem[]
  readonly platform: string
  readonly referralCode: string | undefined
  /** The caller's key, or one that nobody else has. */
  readonly key: string
  /** Fingerprint of the request, in hex. */
  readonly requestHash: string
  readonly ip: string
  readonly requestId: string
}

export interface PlacedOrder {
  readonly id: string
  readonly order: Order
  readonly referral: { readonly referralCode: string; readonly promoterName: string } | null
  /** The key was used before and this is its order. */
  readonly isReplay: boolean
}

type Promoter = readonly [code: string, name: string] | null
type Outcome =
  | { readonly refused: FailureCode }
  | { readonly heldUntil: string; readonly promoter: Promoter }
  | { readonly replayed: Order & { readonly id: string; readonly promoter: Promoter; readonly state: OrderState } }

interface BatchAnswer {
  readonly at: string
  readonly events: Readonly<Record<string, string>>
  readonly types: Readonly<Record<string, readonly [name: string, priceCents: number, feeCents: number]>>
  readonly soldOut: readonly string[]
  readonly orders: readonly Outcome[]
}

/**
 * Decides the orders in their order, each whole or not at all; a refused one is an error among the results. No buyer may
 * stand twice in a batch. Repeating a batch repeats its answer, because an order's key is found again.
 */
export async function placeOrders(app: App, asked: readonly AskedOrder[]): Promise<(PlacedOrder | Failure)[]> {
  const batch = JSON.stringify({
    orders: asked.map((order) => ({
      id: order.id,
      publicId: order.publicId,
      eventId: order.eventId,
      buyerId: order.buyerId,
      key: order.key,
      hash: order.requestHash,
      platform: order.platform,
      code: order.referralCode,
      ip: order.ip,
      requestId: order.requestId,
    })),
    lines: asked.flatMap(({ items }, place) => items.map((item) => [place + 1, item.ticketTypeId, item.quantity])),
  })
  const { rows } = await sql<{ answer: BatchAnswer }>`
    select checkout_place_orders(${batch}::jsonb, ${app.payments.isConfigured}) as answer`.execute(app.hotDb)
  const answer = rows[0]?.answer
  if (!answer) throw new Error('The order function gave no answer')
  rememberSoldOut(app, answer.soldOut)
  const at = toInstant(answer.at)
  return asked.map((order, place) => {
    const outcome = answer.orders[place]
    if (!outcome) throw new Error('The order function forgot an order')
    const result = resultOf(order, outcome, answer, at)
    count('orders', { result: result instanceof Failure ? result.code : result.isReplay ? 'replayed' : 'placed' })
    if (!(result instanceof Failure)) rememberHolder(app, order.eventId, order.buyerId)
    return result
  })
}

function resultOf(asked: AskedOrder, outcome: Outcome, answer: BatchAnswer, at: string): PlacedOrder | Failure {
  if ('refused' in outcome) return new Failure(outcome.refused)
  if ('replayed' in outcome) {
    const { id, promoter, ...stored } = outcome.replayed
    const heldUntil = stored.heldUntil === null ? null : toInstant(stored.heldUntil)
    const order = { ...stored, heldUntil, createdAt: toInstant(stored.createdAt) }
    return { id, order, referral: referralOf(promoter), isReplay: true }
  }
  const lines = asked.items.map(({ ticketTypeId, quantity }) => {
    const [name, unitPriceCents, unitFeeCents] = answer.types[ticketTypeId] ?? ['', 0, 0] // accepted, so it was looked up
    return { ticketTypeId, name, quantity, unitPriceCents, unitFeeCents }
  })
  const subtotalCents = lines.reduce((total, line) => total + line.quantity * line.unitPriceCents, 0)
  const feeCents = lines.reduce((total, line) => total + line.quantity * line.unitFeeCents, 0)
  const order: Order = {
    publicId: asked.publicId,
    eventId: asked.eventId,
    eventName: answer.events[asked.eventId] ?? '',
    state: 'reserved',
    heldUntil: toInstant(outcome.heldUntil),
    lines,
    subtotalCents,
    feeCents,
    totalCents: subtotalCents + feeCents,
    createdAt: at,
  }
  return { id: asked.id, order, referral: referralOf(outcome.promoter), isReplay: false }
}

function referralOf(promoter: Promoter): PlacedOrder['referral'] {
  return promoter === null ? null : { referralCode: promoter[0], promoterName: promoter[1] }
}
