/** Retries a waiting refund now: what kept it waiting may be over. */
import type { RefundDetail } from '#contract/refunds.ts'
import type { Proof } from '#contract/roles.ts'
import type { App } from '#server/context.ts'
import { expediteRefund } from '#server/modules/payments/refunds/store.ts'
import type { Actor } from '#server/shared/actor.ts'
import { getRefund } from './queries.ts'

/** Throws `refund_not_found`. A refund that is not open, or in flight, stays as it is. */
export async function retryRefund(
  app: App,
  actor: Actor,
  eventId: Proof<'managedEvent'>,
  id: string,
): Promise<RefundDetail> {
  await getRefund(app, actor, eventId, id)
  await expediteRefund(app, id)
  return getRefund(app, actor, eventId, id)
}
