/** Stories of work that must survive the death of its process, and what they share. */
import type { App } from '#server/context.ts'
import type { SellingApp } from '../selling-app.ts'

export interface Story {
  readonly begin: (shop: SellingApp) => Promise<Work>
  /** The expected result, whichever process died meanwhile. */
  readonly ends: unknown
  /** Every step that nothing takes back, in the order in which it comes: after each of them a process is killed. */
  readonly points: readonly string[]
}

/** Work that waits for a process. */
export interface Work {
  /** The first request to the process. It is repeated without an answer, as people do. */
  readonly request?: (app: App) => Promise<unknown>
  /** Scheduled jobs that it needs in addition to those of every story. */
  readonly jobs?: readonly Parameters<App['queue']['runJob']>[1][]
  /** The final state; the money is the provider's. */
  readonly outcome: () => Promise<unknown>
}

/** Far enough off for everything that may still be asked back. */
export const farOff = { event: { startsInHours: 24 * 30, name: 'Noche de Prueba' } } as const

/** An order, its tickets, and what the provider's books say of one payment of it. */
export async function paidInAll(shop: SellingApp, publicId: string, paymentId: string) {
  const { refundedCents, marketplaceReturnedCents } = shop.simulator.control.payment(paymentId)
  const tickets = await shop.app.db
    .selectFrom('tickets as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .select('t.state')
    .where('o.public_id', '=', publicId)
    .orderBy('t.state')
    .execute()
  return {
    order: await shop.orderState(publicId),
    tickets: tickets.map(({ state }) => state),
    refundedCents,
    marketplaceReturnedCents,
    refunds: shop.simulator.control.refunds(paymentId).length,
  }
}

/** Of two tickets that were paid and stay. */
export const ALL_PAID = {
  order: 'paid',
  tickets: ['valid', 'valid'],
  refundedCents: 0,
  marketplaceReturnedCents: 0,
  refunds: 0,
}

/** Of two tickets that were paid, each with a refund of its own. */
export const ALL_BACK = {
  order: 'refunded',
  tickets: ['refunded', 'refunded'],
  refundedCents: 3_960_000,
  marketplaceReturnedCents: 360_000,
  refunds: 2,
}
