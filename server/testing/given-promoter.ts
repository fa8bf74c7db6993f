/** Promoters of events and what they sell, for tests of their money. */
import { rrppGenerateTicket } from '#contract/sales/box-office-promoters.ts'
import { createReferralPurchase } from '#contract/sales/checkout.ts'
import type { GivenUser, UserLiteral } from './given.ts'
import type { SellingApp } from './selling-app.ts'

export interface Terms {
  readonly bps?: number
  readonly fixed?: number
  readonly on?: 'sale' | 'arrival'
}

export interface GivenPromoter extends GivenUser {
  readonly promoId: string
  readonly code: string
}

let codes = 0

export async function givenPromoter(
  shop: SellingApp,
  eventId: string,
  terms: Terms | null,
  literal: UserLiteral = {},
): Promise<GivenPromoter> {
  const person = await shop.given.user({ staffOf: { id: eventId }, staffKind: 'RRPP', ...literal })
  codes += 1
  const code = `CODIGO${codes}`
  const { id: promoId } = await shop.app.db
    .insertInto('promos')
    .values({ event_id: eventId, promoter_id: person.id, code })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (terms) await setTerms(shop, promoId, terms)
  return { ...person, promoId, code }
}

/** From now on. */
export async function setTerms(shop: SellingApp, promoId: string, { bps, fixed, on }: Terms): Promise<void> {
  await shop.app.db
    .insertInto('commission_terms')
    .values({ promo_id: promoId, basis_points: bps ?? null, fixed_cents: fixed ?? null, earned_on: on ?? 'sale' })
    .execute()
}

/** Pays an order that was made by a code; gives its payment and its tickets in their order. */
export async function sellByCode(
  shop: SellingApp,
  { eventId, typeId }: { readonly eventId: string; readonly typeId: string },
  code: string,
  quantity = 1,
) {
  const query = { eventId, ticketTypeId: typeId, quantity, rrpp: code }
  const purchase = await shop.call(createReferralPurchase, { query, body: undefined }, { as: await shop.given.user() })
  const paymentId = await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await shop.settle()
  const tickets = await shop.app.db
    .selectFrom('tickets as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .select(['t.id', 't.number'])
    .where('o.public_id', '=', purchase.order.publicId)
    .orderBy('t.position')
    .execute()
  return { paymentId, tickets, publicId: purchase.order.publicId }
}

/** Sold in person by a promoter, who has the cash; or given, where they may. Gives the ticket. */
export async function issueByPromoter(
  shop: SellingApp,
  { eventId, typeId }: { readonly eventId: string; readonly typeId: string },
  promoter: GivenPromoter,
  isCourtesy = false,
): Promise<string> {
  await shop.app.db
    .updateTable('promos')
    .set({ can_sell_in_person: true, max_uses: 100 })
    .where('id', '=', promoter.promoId)
    .execute()
  const to = await shop.given.user()
  const person = { userName: to.name, userPhone: to.phone, userEmail: to.mail }
  const body = { eventId, ticketType: typeId, isCourtesy, ...person }
  const { ticketIds } = await shop.call(rrppGenerateTicket, { query: {}, body }, { as: promoter })
  return ticketIds[0] ?? ''
}
