/** The buyer's proof of a purchase. */
import * as z from 'zod/mini'
import { orderPublicId } from './checkout.ts'
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
