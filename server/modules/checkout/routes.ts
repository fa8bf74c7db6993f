import * as contract from '#contract/checkout.ts'
import { bind } from '#server/http/bound.ts'
import { checkOrder } from './check-order.ts'
import { getOrderReceipt } from './receipt/documents.ts'
import { openPaymentLink } from './payment-link/open-payment-link.ts'
import { payOrder } from './payment-link/pay-order.ts'
import { placeOrder } from './placing/place-order.ts'
import { listOrders } from './queries.ts'
import { readReferralCart } from './placing/referral-cart.ts'

export const routes = [
  bind(contract.createPurchase, (app, { actor, body, idempotencyKey }) => {
    const { ticketTypeId, quantity, ...cart } = body
    return placeOrder(app, actor, { ...cart, items: [{ ticketTypeId, quantity }] }, idempotencyKey)
  }),
  bind(contract.createMultiplePurchase, (app, { actor, body, idempotencyKey }) =>
    placeOrder(app, actor, body, idempotencyKey),
  ),
  bind(contract.createReferralPurchase, (app, { actor, query, body, idempotencyKey }) =>
    placeOrder(app, actor, readReferralCart(query, body), idempotencyKey),
  ),
  bind(contract.getOrders, (app, { actor, query }) => listOrders(app, actor.userId, query)),
  bind(contract.getOrderReceipt, (app, { proof, count }) => getOrderReceipt(app, proof, count)),
  bind(contract.getOrderStatus, (app, { params }) => checkOrder(app, params.publicId)),
  bind(contract.payOrder, (app, { proof }) => payOrder(app, proof)),
  bind(contract.openPaymentLink, (app, { params, query }) => openPaymentLink(app, params.publicId, query.s)),
]
