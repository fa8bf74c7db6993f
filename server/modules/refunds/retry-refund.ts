/** Retries a waiting refund now: what kept it waiting may be over. */
import type { RefundDetail, retryRefund as endpoint } from '#contract/sales/refunds.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { expediteRefund } from '#server/modules/payments/refunds/store.ts'
import { getRefund } from './lists/queries.ts'

/** Throws `refund_not_found`. A refund that is not open, or in flight, stays as it is. */
export async function retryRefund(
  app: App,
  { actor, proof: eventId, params: { refundId: id } }: Call<typeof endpoint>,
): Promise<RefundDetail> {
  await getRefund(app, actor, eventId, id)
  await expediteRefund(app, id)
  return getRefund(app, actor, eventId, id)
}
