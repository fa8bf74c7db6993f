/** The rule of own orders. An order of another person answers exactly as one that does not exist. */
import type { Rule } from '#server/http/bound.ts'
import { isOrderToken } from '#server/modules/tickets/order-token.ts'
import { Failure } from '#server/shared/failure.ts'
import { findOrder } from './queries.ts'

/** The person who made it; takes the public id and gives it back. */
const ownOrder: Rule = async (app, actor, publicId) => {
  const order = await findOrder(app, publicId)
  if (!order || order.buyerId !== actor?.userId) throw new Failure('order_not_found')
  return order.publicId
}

/** Placed without a session, of a caller with its token as `?token=`, until 30 days after its event. */
const linkedOrder: Rule = async (app, _actor, publicId, { query }) => {
  const { token } = query as { token: string } // every endpoint with this rule declares it
  const order = isOrderToken(app.vault, publicId, token) ? await findOrder(app, publicId) : undefined
  if (!order?.isOpenByToken) throw new Failure('order_not_found')
  return order.publicId
}

export const rules = { ownOrder, linkedOrder }
