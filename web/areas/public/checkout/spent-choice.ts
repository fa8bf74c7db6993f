import { getOrderStatus } from '#contract/sales/checkout.ts'
import { call } from '#web/api/call.ts'
import { orderOutcome } from '../purchase/order-outcome.ts'

/** Whether what was ordered is not to be bought once more: it is paid, or its payment is under way. */
export async function isSpent(publicId: string): Promise<boolean> {
  const status = await call(getOrderStatus, { params: { publicId }, query: {} })
  return ['paid', 'waiting', 'refunded'].includes(orderOutcome(status).kind)
}
