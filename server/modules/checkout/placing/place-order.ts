/** One purchase: from the cart to a held order with its payment link, or to free tickets. */
import type { PurchaseAnswer } from '#contract/sales/checkout.ts'
import { normalCode } from '#contract/events/discounts.ts'
import { paths } from '#contract/api/paths.ts'
import type { App } from '#server/context.ts'
import { requestHash } from '#server/db/once.ts'
import type { Viewer } from '#server/modules/events/reach.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { newId, newPublicOrderId } from '#server/shared/ids.ts'
import type { GuestContacts } from './batch-facts.ts'
import { enterOrderQueue } from './enter-order-queue.ts'
import { mergeDrinks, mergeItems, type CartDrink, type CartItem } from '../order.ts'
import { paymentUrl } from '../payment-link/payment-link.ts'
import { refuseSoldOut } from './refuse-sold-out.ts'

export interface Cart {
  /** The call that brought it. */
  readonly call: string
  readonly eventId: string
  readonly items: readonly CartItem[]
  readonly drinks?: readonly CartDrink[] | undefined
  readonly rrpp?: string | undefined
  readonly discountCode?: string | undefined
  readonly platform: string
}

/** Who buys, from where. */
export interface Buyer extends Viewer {
  readonly userId: string
  readonly origin: RequestOrigin
  readonly guest?: GuestContacts
}

export interface Purchase extends PurchaseAnswer {
  readonly referralInfo: { referralCode: string; promoterName: string } | null
}

/** Fingerprint of a purchase without a key: it cannot be repeated, so nothing is compared. */
const NO_HASH = ''

/**
 * Holds the cart's places in the buyer's name, in place of an unpaid order of the same event, or refuses all of it with
 * the failures that `createPurchase` declares. The same key gives the same order again, another cart or call under it
 * is `idempotency_mismatch`. What costs nothing has its tickets at once.
 */
export async function placeOrder(
  app: App,
  actor: Buyer,
  cart: Cart,
  idempotencyKey: string | undefined,
): Promise<Purchase> {
  const { call, eventId, platform } = cart
  const items = mergeItems(cart.items)
  const drinks = cart.drinks?.length ? mergeDrinks(cart.drinks) : undefined
  const referralCode = cart.rrpp?.toUpperCase() || undefined
  const discountCode = cart.discountCode ? normalCode(cart.discountCode) : undefined
  const id = newId()
  const key = idempotencyKey ?? id
  await refuseSoldOut(app, { eventId, buyerId: actor.userId, key, items })
  const placed = await enterOrderQueue(app, {
    id,
    publicId: newPublicOrderId(),
    eventId,
    buyerId: actor.userId,
    viewer: actor,
    items,
    drinks,
    platform,
    referralCode,
    discountCode,
    key,
    requestHash: idempotencyKey
      ? requestHash({
          call,
          eventId,
          items,
          drinks,
          platform,
          referralCode,
          discountCode,
          buyer: actor.guest?.typed,
        }).toString('hex')
      : NO_HASH,
    guest: actor.guest,
    ip: actor.origin.ip,
    device: actor.origin.device,
    requestId: actor.origin.requestId,
  })
  const referralInfo = placed.referral && { ...placed.referral }
  const { order } = placed
  if (order.totalCents > 0) return { order, paymentUrl: paymentUrl(app, order.publicId), referralInfo }
  return { order, ticketUrl: `${app.config.publicUrl}${paths.clientDashboard()}`, referralInfo }
}
