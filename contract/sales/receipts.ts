/** The buyer's proof of a purchase. */
import * as z from 'zod/mini'
import { orderPublicId } from './order-id.ts'
import { linkedAccess, linkedParams, orderToken } from './checkout-guest.ts'
import { endpoint } from '#contract/api/endpoint.ts'

export const getOrderReceipt = endpoint({
  method: 'GET',
  path: '/api/v1/orders/{publicId}/receipt',
  summary: 'El comprobante de una compra propia, en PDF',
  access: { roles: ['CLIENT'], object: { rule: 'ownOrder', from: 'params.publicId' } },
  whileImpersonating: 'read',
  rate: { per: 'target', target: 'params.publicId', limit: 30, seconds: 60, isCountedByHandler: true },
  params: z.object({ publicId: orderPublicId }),
  response: 'bytes',
  failures: ['order_not_found', 'order_not_paid'],
})

/** The same for who has the token of an order without a session. */
export const getGuestReceipt = endpoint({
  method: 'GET',
  path: '/api/v1/checkout/{publicId}/receipt',
  summary: 'El comprobante de una compra hecha sin sesión, en PDF',
  access: linkedAccess,
  whileImpersonating: 'blocked',
  rate: { per: 'target', target: 'params.publicId', limit: 30, seconds: 60, isCountedByHandler: true },
  params: linkedParams,
  query: z.object({ token: orderToken }),
  response: 'bytes',
  failures: ['order_not_found', 'order_not_paid'],
})
