import {
  createMultiplePurchase,
  createPurchase,
  createReferralPurchase,
  getOrderReceipt as getOrderReceiptEndpoint,
  getOrders,
  getOrderStatus,
  openPaymentLink as openPaymentLinkEndpoint,
  payOrder as payOrderEndpoint,
} from '#contract/checkout.ts'
import { bind } from '#server/http/bound.ts'
import { checkOrder } from './check-order.ts'
import { getOrderReceipt } from './documents.ts'
import { openPaymentLink } from './open-payment-link.ts'
import { payOrder } from './pay-order.ts'
import { placeOrder } from './place-order.ts'
import { listOrders } from './queries.ts'
import { readReferralCart } from './referral-cart.ts'

export const routes = [
  bind(createPurchase, (app, { actor, body, idempotencyKey }) => {
    const { ticketTypeId, quantity, ...cart } = body
    return placeOrder(app, actor, { ...cart, items: [{ ticketTypeId, quantity }] }, idempotencyKey)
  }),
  bind(createMultiplePurchase, (app, { actor, body, idempotencyKey }) => placeOrder(app, actor, body, idempotencyKey)),
  bind(createReferralPurchase, (app, { actor, query, body, idempotencyKey }) =>
    placeOrder(app, actor, readReferralCart(query, body), idempotencyKey),
  ),
  bind(getOrders, (app, { actor, query }) => listOrders(app, actor.userId, query)),
  bind(getOrderReceiptEndpoint, (app, { proof }) => getOrderReceipt(app, proof)),
  bind(getOrderStatus, (app, { params }) => checkOrder(app, params.publicId)),
  bind(payOrderEndpoint, (app, { proof }) => payOrder(app, proof)),
  bind(openPaymentLinkEndpoint, (app, { params, query }) => openPaymentLink(app, params.publicId, query.s)),
]
