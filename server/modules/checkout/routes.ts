import * as contract from '#contract/sales/checkout.ts'
import * as discounts from '#contract/sales/checkout-discounts.ts'
import * as guests from '#contract/sales/checkout-guest.ts'
import type { App } from '#server/context.ts'
import { bind, type Call } from '#server/http/bound.ts'
import { guessDiscount } from '#server/modules/discounts/guess-discount.ts'
import { addDrinks as addDrinksEndpoint } from '#contract/sales/checkout-drinks.ts'
import { confirmGuestCode, requestGuestCode } from '#server/modules/accounts/registration/confirm-guest-code.ts'
import { checkOrder } from './check-order.ts'
import { addDrinks } from './drinks/add-drinks.ts'
import { joinGuestOrder } from './guests/join-guest-order.ts'
import { placeGuestOrder } from './guests/place-guest-order.ts'
import { readGuestOrder } from './guests/read-guest-order.ts'
import { resendGuestOrder } from './guests/resend-guest-order.ts'
import { transferGuestTicket } from './guests/transfer-guest-ticket.ts'
import { giveUpOrder } from './holds/give-up-order.ts'
import { openPaymentLink } from './payment-link/open-payment-link.ts'
import { payOrder } from './payment-link/pay-order.ts'
import { placeOrder, type Cart, type Purchase } from './placing/place-order.ts'
import { quoteDiscount } from './placing/quote-discount.ts'
import { listOrders } from './queries-purchases.ts'
import { readReferralCart } from './placing/referral-cart.ts'

type Buying = Pick<Call<typeof contract.createPurchase>, 'actor' | 'waitFor' | 'idempotencyKey'>

/** A cart that names a discount code may be a guess; any other goes straight to its place in the queue. */
function buy(app: App, call: Buying, cart: Cart): Promise<Purchase> {
  const place = () => placeOrder(app, call.actor, cart, call.idempotencyKey)
  const { actor, waitFor } = call
  return cart.discountCode ? guessDiscount(app, { actor, waitFor, eventId: cart.eventId }, place) : place()
}

function guesserOf({
  actor,
  origin,
  waitFor,
  proof: eventId,
}: Pick<Call<typeof discounts.quoteDiscount>, 'actor' | 'origin' | 'waitFor' | 'proof'>) {
  return { actor: actor ?? { userId: null, origin }, waitFor, eventId }
}

export const routes = [
  bind(contract.createPurchase, (app, call) => {
    const { ticketTypeId, quantity, ...cart } = call.body
    return buy(app, call, { ...cart, call: contract.createPurchase.path, items: [{ ticketTypeId, quantity }] })
  }),
  bind(contract.createMultiplePurchase, (app, call) =>
    buy(app, call, { ...call.body, call: contract.createMultiplePurchase.path }),
  ),
  bind(contract.createReferralPurchase, (app, call) =>
    buy(app, call, { ...readReferralCart(call.query, call.body), call: contract.createReferralPurchase.path }),
  ),
  bind(addDrinksEndpoint, addDrinks),
  bind(guests.createGuestPurchase, placeGuestOrder),
  bind(guests.requestGuestCode, (app, { body, origin }) => requestGuestCode(app, body, origin)),
  bind(guests.confirmGuestCode, async (app, { body, origin }) => ({
    contactProof: await confirmGuestCode(app, body, origin),
  })),
  bind(guests.getGuestOrder, readGuestOrder),
  bind(guests.resendGuestOrder, (app, { params, origin }) => resendGuestOrder(app, params.publicId, origin)),
  bind(guests.transferGuestTicket, transferGuestTicket),
  bind(guests.giveUpGuestOrder, (app, { proof }) => giveUpOrder(app, proof)),
  bind(guests.joinGuestOrder, joinGuestOrder),
  bind(discounts.quoteDiscount, (app, call) =>
    guessDiscount(app, guesserOf(call), () => quoteDiscount(app, call.actor, call.proof, call.body.code)),
  ),
  bind(contract.getOrders, listOrders),
  bind(contract.getOrderStatus, (app, { params, query }) => checkOrder(app, params.publicId, query.paymentId)),
  bind(contract.payOrder, (app, { proof }) => payOrder(app, proof)),
  bind(contract.giveUpOrder, (app, { proof }) => giveUpOrder(app, proof)),
  bind(contract.openPaymentLink, (app, { params, query }) => openPaymentLink(app, params.publicId, query.s)),
]
