/** Quotes a discount code before anything is held. */
import type { quoteDiscount as quoteEndpoint } from '#contract/sales/checkout-discounts.ts'
import { normalCode } from '#contract/events/discounts.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { ticketFees } from '#contract/values/prices.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import { discountOf, refusalOfDiscount } from '#server/modules/discounts/judge-discount.ts'
import { findUnstoppedCode } from '#server/modules/discounts/queries.ts'
import type { Actor } from '#server/shared/actor.ts'
import { unprovedContact } from '#server/modules/accounts/contact/unproved-contact.ts'
import { Failure } from '#server/shared/failure.ts'
import { findDiscountUser, findPrices } from './queries.ts'

/** Without a session nothing is known, as of an account that verified nothing. */
const UNKNOWN_USER = { usesOfPerson: 0, replaced: 0, isUnproved: true }

/**
 * Price, discount and fee of one ticket of each type on sale that the code is for, as an order would have them now. Throws
 * what `createPurchase` refuses a code with.
 */
export async function quoteDiscount(
  app: App,
  actor: Actor | null,
  eventId: Proof<'visibleEvent'>,
  typed: string,
): Promise<Answer<typeof quoteEndpoint>> {
  const code = await findUnstoppedCode(app, eventId, normalCode(typed))
  if (!code) throw new Failure('discount_not_found')
  const [types, { usesOfPerson, replaced, isUnproved }] = await Promise.all([
    findPrices(app, eventId),
    actor ? findDiscountUser(app, actor.userId, code.id) : UNKNOWN_USER,
  ])
  if (!types.every(({ isOnSale }) => isOnSale)) throw new Failure('event_not_on_sale')
  const { atMs } = code
  const refused = refusalOfDiscount(code, { atMs, uses: code.uses - replaced, usesOfPerson, isUnproved, types })
  if (refused === 'contact_unproved') throw unprovedContact('discount')
  if (refused) throw new Failure(refused)
  const ticketTypes = types.flatMap((type) => {
    const unitDiscountCents = discountOf(code, type)
    if (unitDiscountCents === 0) return []
    const unitPriceCents = type.priceCents - unitDiscountCents
    if (unitPriceCents > 0 && !type.sellsPaid) return []
    const { feeCents } = ticketFees(unitPriceCents, type.fee, { isAbsorbed: type.absorbsFee })
    return [{ id: type.id, unitPriceCents, unitDiscountCents, unitFeeCents: feeCents }]
  })
  if (ticketTypes.length === 0) throw new Failure('paid_sales_closed')
  return { code: code.code, ticketTypes }
}
