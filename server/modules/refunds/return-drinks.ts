/** Drinks end with their ticket, also those that a purchase of its own added to it. */
import { inTransaction, type App } from '#server/context.ts'
import { SYSTEM } from '#server/db/audit.ts'
import { decideRefunds } from './decide-refund.ts'
import { listDrinksOfEnded } from './lists/queries.ts'
import { refundOrder } from './refund-order.ts'

/**
 * Refunds what was not served of drinks that were added to tickets which have ended by a refund or a cancellation, to the person who
 * paid them; again it finds nothing left. Not in the transaction that ends a ticket: orders are locked before tickets. The job
 * `refunds.return-drinks`.
 */
export async function returnDrinks(app: App, { ticketIds }: { readonly ticketIds: readonly string[] }): Promise<void> {
  for (const orderId of await listDrinksOfEnded(app, ticketIds)) {
    await inTransaction(app, (app) =>
      refundOrder(app, SYSTEM, orderId, {
        source: 'organizer',
        reason: 'La entrada de estas bebidas se anuló',
        requestedBy: null,
        decide: (drinks) => ({ refunds: decideRefunds(drinks) }),
      }),
    )
  }
}
