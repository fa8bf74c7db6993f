/** Buying: orders and their payment link. */
import * as z from 'zod/mini'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { publicImage } from '#contract/events/event-schemas.ts'
import { idOf } from '#contract/api/ids.ts'
import { cents } from '#contract/values/money-schemas.ts'
import { pageQuery, pagination } from '#contract/api/pagination.ts'
import { line, linkCode, linkToken } from '#contract/values/text.ts'
import { drinks, quantity, ticketLines } from './cart-lines.ts'
import { orderPublicId } from './order-id.ts'

export const ORDER_STATES = [
  'reserved',
  'pending_payment',
  'paid',
  'partially_refunded',
  'refunded',
  'expired',
  'cancelled',
  'failed',
  'in_dispute',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** Promoter referral code; an unknown one sells without attribution. */
export const rrpp = z.optional(linkCode({ max: 40 }))
/** A discount code as typed; `normalCode` of `discounts.ts` identifies it. */
export const discountCode = z.optional(line({ max: 40 }))
export const platform = z._default(z.enum(['web', 'ios', 'android']), 'web')

export const orderLine = z.object({
  ticketTypeId: z.uuid(),
  name: z.string(),
  quantity: z.int(),
  /** Price of one, after any discount, without the fee. */
  unitPriceCents: cents,
  unitFeeCents: cents,
  /** How much less than its price that is. */
  unitDiscountCents: cents,
})

export type OrderLine = z.infer<typeof orderLine>

export const orderDrink = z.object({
  drinkId: z.uuid(),
  name: z.string(),
  quantity: z.int(),
  unitPriceCents: cents,
  unitFeeCents: cents,
})
export type OrderDrink = z.infer<typeof orderDrink>

export const order = z.object({
  publicId: orderPublicId,
  eventId: z.uuid(),
  eventName: z.string(),
  state: z.enum(ORDER_STATES),
  heldUntil: z.nullable(instant),
  /** The last moment to pay, a minute before the hold ends: what countdowns show. Null when nothing is to be paid. */
  payUntil: z.nullable(instant),
  lines: z.array(orderLine),
  drinks: z.array(orderDrink),
  /** The code that was used; null without one. */
  discountCode: z.nullable(z.string()),
  /** Amount of the discount; the subtotal is already reduced by it. */
  discountCents: cents,
  subtotalCents: cents,
  feeCents: cents,
  totalCents: cents,
  createdAt: instant,
})
export type Order = z.infer<typeof order>

/** Answer of a purchase: `paymentUrl` for paid orders, `ticketUrl` for free ones. */
export const purchaseAnswer = z.object({
  order,
  paymentUrl: z.optional(z.string()),
  ticketUrl: z.optional(z.string()),
  referralInfo: z.optional(z.nullable(z.object({ referralCode: z.string(), promoterName: z.string() }))),
})
export type PurchaseAnswer = z.infer<typeof purchaseAnswer>

/** Every account is a client but the legal one, which buys nothing (rule R10.10). */
const buyers = ['CLIENT'] as const

/** Why a discount code does not count. */
export const DISCOUNT_FAILURES = [
  'discount_not_found',
  'discount_not_open',
  'discount_used_up',
  'discount_person_limit',
  'discount_other_types',
] as const

/** What every purchase of tickets may be refused with. */
export const PURCHASE_FAILURES = [
  'event_not_found',
  'ticket_type_not_found',
  'sold_out',
  'not_on_sale',
  'event_not_on_sale',
  'order_limit',
  'person_limit',
  'under_age',
  'profile_incomplete',
  'paid_sales_closed',
  'hold_wait',
  'device_limit',
  'contact_unproved',
  ...DISCOUNT_FAILURES,
  'drink_not_found',
  'drink_not_available',
] as const

const purchase = {
  method: 'POST',
  access: { roles: buyers },
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 10, seconds: 60 },
  idempotent: true,
  audit: 'order.place',
  response: purchaseAnswer,
  status: 201,
  failures: PURCHASE_FAILURES,
} as const

export const createPurchase = endpoint({
  ...purchase,
  path: '/api/v1/ticket',
  summary: 'Reserva entradas de un tipo y devuelve el enlace de pago',
  body: z.object({
    eventId: idOf('event'),
    ticketTypeId: idOf('ticketType'),
    quantity,
    drinks,
    rrpp,
    discountCode,
    platform,
  }),
})

export const createMultiplePurchase = endpoint({
  ...purchase,
  path: '/api/v1/ticket/purchase-multiple',
  summary: 'Reserva entradas de varios tipos de un evento en una sola compra',
  body: z.object({
    eventId: idOf('event'),
    items: ticketLines,
    drinks,
    rrpp,
    discountCode,
    platform,
  }),
})

/** The same purchase with its data in the query; the body is accepted too, both and different is a 400 (rule R3.9). */
export const createReferralPurchase = endpoint({
  ...purchase,
  path: '/api/v1/ticket/purchase-with-referral',
  summary: 'Reserva entradas con el código de un RRPP',
  query: z.object({
    eventId: z.optional(idOf('event')),
    ticketTypeId: z.optional(idOf('ticketType')),
    quantity: z.optional(quantity),
    rrpp,
    discountCode,
  }),
  body: z.optional(
    z.object({
      eventId: z.optional(idOf('event')),
      ticketTypeId: z.optional(idOf('ticketType')),
      quantity: z.optional(quantity),
      /** In the body alone: a query has no lists. */
      drinks,
      rrpp,
      discountCode,
      platform,
    }),
  ),
})

/** The provider's ids of payments. */
export const PAYMENT_ID = /^\d{1,18}$/

/** Status of an order for anyone with its id: only its state and the next step (rule R10.3). */
export const NEXT_STEPS = ['pay', 'wait', 'tickets', 'retry', 'choose_again', 'none'] as const
/** The payment that the provider's return address names: a hint which one to ask the provider about, never a proof. */
export const paymentHint = z.optional(z.string().check(z.regex(PAYMENT_ID, 'El pago no es válido')))

/** Until `payUntil`, by the server's clock: what countdowns show, whatever the device's clock says. */
const secondsToPay = z.nullable(z.int())

export const orderStatus = z.object({
  state: z.enum(ORDER_STATES),
  nextStep: z.enum(NEXT_STEPS),
  /** It adds drinks to a ticket, and has no tickets of its own. */
  isOfDrinks: z.boolean(),
  /** It costs nothing: what was reserved, not bought. */
  isFree: z.boolean(),
  heldUntil: z.nullable(instant),
  payUntil: z.nullable(instant),
  secondsToPay,
  eventId: z.uuid(),
  eventSlug: z.nullable(z.string()),
  /** Of a purchase without a session that was paid: the mail that has its tickets, masked. */
  sentTo: z.nullable(z.string()),
  /** Why the last payment was refused, in words, when it was. */
  reason: z.nullable(z.string()),
})

export const getOrderStatus = endpoint({
  method: 'GET',
  path: '/api/v1/orders/{publicId}/status',
  summary: 'El estado de una compra y qué sigue',
  access: 'public',
  whileImpersonating: 'read',
  live: { topic: 'account' },
  params: z.object({ publicId: orderPublicId }),
  query: z.object({ paymentId: paymentHint }),
  response: orderStatus,
  failures: ['order_not_found'],
})

export const payOrder = endpoint({
  method: 'POST',
  path: '/api/v1/orders/{publicId}/pay',
  summary: 'Devuelve el enlace de pago de una compra propia que sigue reservada',
  access: { roles: buyers, object: { rule: 'ownOrder', from: 'params.publicId' } },
  whileImpersonating: 'blocked',
  params: z.object({ publicId: orderPublicId }),
  response: z.object({ paymentUrl: z.string(), heldUntil: z.nullable(instant), payUntil: z.nullable(instant) }),
  failures: ['order_not_found', 'order_not_payable', 'order_expired'],
})

/** Its places are free at once; a payment that arrives all the same is a late one. */
export const giveUpOrder = endpoint({
  method: 'DELETE',
  path: '/api/v1/orders/{publicId}',
  summary: 'Suelta la reserva de una compra propia sin pagar',
  access: { roles: buyers, object: { rule: 'ownOrder', from: 'params.publicId' } },
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 30, seconds: 60 },
  audit: 'order.give_up',
  params: z.object({ publicId: orderPublicId }),
  response: 'empty',
  failures: ['order_not_found', 'order_not_payable'],
})

const PAYMENT_STATES = ['created', 'pending', 'approved', 'rejected', 'cancelled', 'refunded', 'charged_back'] as const
const ORDER_REFUND_STATES = [
  'requested',
  'approved',
  'processing',
  'completed',
  'failed',
  'rejected',
  'external',
] as const

/** Behind the names that the provider gives to its ways of paying. */
const PAYMENT_METHODS: Readonly<Record<string, string>> = {
  account_money: 'dinero en Mercado Pago',
  visa: 'Visa',
  master: 'Mastercard',
  amex: 'American Express',
  debvisa: 'Visa débito',
  debmaster: 'Mastercard débito',
  maestro: 'Maestro',
  cabal: 'Cabal',
  naranja: 'Naranja X',
  rapipago: 'Rapipago',
  pagofacil: 'Pago Fácil',
}

/** A way of paying in words; one that we do not know by the provider's own name. */
export function paymentMethodName(method: string): string {
  return Object.hasOwn(PAYMENT_METHODS, method) ? String(PAYMENT_METHODS[method]) : method
}

/** A purchase as its buyer looks back at it. */
export const pastOrder = z.extend(order, {
  eventSlug: z.nullable(z.string()),
  /** What people read and type; it opens nothing by itself. */
  number: z.string(),
  eventStart: z.nullable(instant),
  flyer: z.nullable(publicImage),
  secondsToPay,
  paidAt: z.nullable(instant),
  refundedCents: cents,
  /** The payment that bought it; without one, the last that the provider reported. */
  payment: z.nullable(z.object({ status: z.enum(PAYMENT_STATES), method: z.nullable(z.string()) })),
  /** Newest first; what was asked for and what happened to it. */
  refunds: z.array(
    z.object({
      id: z.uuid(),
      state: z.enum(ORDER_REFUND_STATES),
      amountCents: cents,
      createdAt: instant,
      /** It waits for money in the seller's account. */
      isUnfunded: z.boolean(),
    }),
  ),
  /** Money came in: `receipt` gives its paper. */
  hasReceipt: z.boolean(),
  /** Issued for it, the sale's first; none without an issuer. */
  invoices: z.array(z.object({ number: z.string(), url: z.nullable(z.string()), isCredit: z.boolean() })),
})
export type PastOrder = z.infer<typeof pastOrder>

export const getOrders = endpoint({
  method: 'GET',
  path: '/api/v1/orders',
  summary: 'Las compras propias, de la más nueva a la más vieja',
  access: { roles: buyers },
  whileImpersonating: 'read',
  live: { topic: 'account' },
  query: z.object({
    ...pageQuery(20),
    state: z.optional(z.enum(ORDER_STATES)),
    /** Those that hold places for their payment, or those that do not. */
    isHeld: z.optional(z.boolean()),
    /** Part of the event's name, or the purchase's number. */
    search: z.optional(line({ max: 100 })),
  }),
  response: z.object({ orders: z.array(pastOrder), pagination: pagination('totalOrders') }),
  failures: [],
})

/** Our own payment link: makes or reuses the provider's checkout and sends the browser there. */
export const openPaymentLink = endpoint({
  method: 'GET',
  path: '/pagar/{publicId}',
  summary: 'Enlace de pago: lleva al checkout de Mercado Pago',
  access: 'public',
  whileImpersonating: 'blocked',
  params: z.object({ publicId: orderPublicId }),
  // Empty of a link that was cut: a person reads a page that says so.
  query: z.object({ s: z._default(linkToken({ max: 100 }), '') }),
  response: 'redirect',
  failures: ['payment_link_invalid', 'order_expired', 'order_not_payable', 'payment_provider_down'],
})
