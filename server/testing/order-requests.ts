/** Orders as they enter a batch, and what became of them in one word each. */
import type { OrderRequest } from '#server/modules/checkout/placing/batch-facts.ts'
import type { PlacedOrder } from '#server/modules/checkout/placing/place-orders.ts'
import { isFailure } from '#server/shared/failure.ts'
import { newId, newPublicOrderId } from '#server/shared/ids.ts'

export type OrderLiteral = Partial<OrderRequest> & { readonly eventId: string; readonly buyerId: string }

/** An order with everything that does not matter filled in. */
export function orderRequest(order: OrderLiteral): OrderRequest {
  const id = newId()
  const defaults = { id, publicId: newPublicOrderId(), items: [], platform: 'web', referralCode: undefined, key: id }
  const viewer = { roles: ['CLIENT' as const], companyId: null, eventRoles: [] }
  return { ...defaults, requestHash: '', ip: '127.0.0.1', device: `device-${id}`, viewer, requestId: 'test', ...order }
}

/** A cart of one type. */
export function one(typeId: string, quantity = 1): OrderRequest['items'] {
  return [{ ticketTypeId: typeId, quantity }]
}

/** `placed`, `replayed` or the refusal of each order. */
export function words(results: readonly (PlacedOrder | Error)[]): string[] {
  return results.map((result) => {
    if (!(result instanceof Error)) return result.isReplay ? 'replayed' : 'placed'
    return isFailure(result) ? result.code : result.message
  })
}
