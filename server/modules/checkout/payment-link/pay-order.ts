/** Paying an order that is still held. */
import type { Answer } from '#contract/api/endpoint.ts'
import type { payOrder as payOrderEndpoint } from '#contract/sales/checkout.ts'
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { isUnpaid } from '../order.ts'
import { paymentUrl } from './payment-link.ts'
import { findOrder, type OwnOrderId } from '../queries.ts'

/** Gives the payment link of an order again. Throws `order_expired` when the hold is over, `order_not_payable` when nothing is owed. */
export async function payOrder(app: App, publicId: OwnOrderId): Promise<Answer<typeof payOrderEndpoint>> {
  const order = await findOrder(app, publicId)
  if (!order) throw new Failure('order_not_found')
  if (order.shownState === 'expired' || order.shownState === 'cancelled') throw new Failure('order_expired')
  if (!isUnpaid(order.state) || order.totalCents === 0) throw new Failure('order_not_payable')
  return { paymentUrl: paymentUrl(app, order.publicId), heldUntil: order.heldUntil, payUntil: order.payUntil }
}
