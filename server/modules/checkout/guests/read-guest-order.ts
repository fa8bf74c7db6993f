/** An order without a session, as its token opens it. */
import type { getGuestOrder as endpoint } from '#contract/sales/checkout-guest.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { listTicketsOfOrder } from '#server/modules/tickets/queries.ts'
import { Failure } from '#server/shared/failure.ts'
import { checkOrder } from '../check-order.ts'
import { getStoredOrder } from '../drinks/queries.ts'
import { hasPaid, isUnpaid } from '../order.ts'
import { paymentUrl } from '../payment-link/payment-link.ts'
import { orderOf } from '../placing/place-orders.ts'
import { findOrder } from '../queries.ts'

/**
 * The order, its state as `checkOrder` learns it, and its tickets. The same before and after it joined an account: whoever typed
 * another's contacts cannot see whether that happened.
 */
export async function readGuestOrder(
  app: App,
  { proof: publicId, query }: Pick<Call<typeof endpoint>, 'proof' | 'query'>,
): Promise<Answer<typeof endpoint>> {
  const status = await checkOrder(app, publicId, query.paymentId)
  const found = await findOrder(app, publicId)
  if (!found) throw new Failure('order_not_found')
  const [stored, tickets] = await Promise.all([
    getStoredOrder(app, found.id),
    hasPaid(found.state) ? listTicketsOfOrder(app, found.id) : [],
  ])
  return {
    order: orderOf(stored),
    status,
    paymentUrl: isUnpaid(status.state) && found.totalCents > 0 ? paymentUrl(app, publicId) : null,
    hasReceipt: hasPaid(found.state) && found.totalCents > 0,
    tickets,
  }
}
