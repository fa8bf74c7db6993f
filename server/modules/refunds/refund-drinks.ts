/** Refunds drinks that were added to a ticket because its organizer or a god admin requests it. */
import { refundDrinks as endpoint } from '#contract/sales/refunds.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { App } from '#server/context.ts'
import { once } from '#server/db/once.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { decideRefunds } from './decide-refund.ts'
import { findDrinksOrder, getRefundRow } from './lists/queries.ts'
import { refundOrder } from './refund-order.ts'

/**
 * Requests all of an order's drinks that were not served; none of them is served from now on, and again when the provider refuses for
 * good. Throws `order_not_found` for an order of tickets or of another event, `drinks_not_refundable` where nothing is left.
 */
export async function refundDrinks(
  app: App,
  { actor, proof: eventId, body, idempotencyKey: key }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const orderId = await findDrinksOrder(app, eventId, body.orderId)
  if (orderId === undefined) throw new Failure('order_not_found')
  const request = { call: endpoint.path, eventId, ...body }
  const id = await once(app, { actorId: actor.userId, key, request }, async (app) => {
    const { ids } = await refundOrder(app, actor, orderId, {
      source: 'organizer',
      reason: body.reason,
      requestedBy: actor.userId,
      decide: (drinks) => ({ refunds: decideRefunds(drinks) }),
    })
    const [refundId] = ids
    if (refundId === undefined) throw new Failure('drinks_not_refundable')
    return refundId
  })
  return getRefundRow(app, actor, eventId, id)
}
