/** An idempotency key belongs to one call (rule R3.7): each call that takes one refuses the key of every other. */
import { expect, test } from 'vitest'
import { createMultiplePurchase, createPurchase, createReferralPurchase } from '#contract/sales/checkout.ts'
import { createEvent, duplicateEvent } from '#contract/events/events-managed.ts'
import {
  cancelTicket,
  generateCourtesy,
  generateTicket,
  organizerGenerateTicket,
  type IssuedTickets,
} from '#contract/sales/box-office.ts'
import { cancelIssuedTicket, rrppGenerateTicket, rrppGenerateTicketToo } from '#contract/sales/box-office-promoters.ts'
import { redeemVoucher } from '#contract/sales/bar.ts'
import { addDrinks } from '#contract/sales/checkout-drinks.ts'
import { refundDrinks, refundTicketMoney } from '#contract/sales/refunds.ts'
import { createCost } from '#contract/events/commercials-costs.ts'
import { settlePromoter } from '#contract/events/commissions.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { endpoints } from '#server/app.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import { newId } from '#server/shared/ids.ts'
import { nameOf } from './requests.ts'
import type { GivenUser } from './given.ts'
import { openBar } from './sell-drinks.ts'
import type { SellingApp } from './selling-app.ts'
import { sellTickets } from './sell-tickets.ts'
import { eachTestSettles } from './settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const NIGHT = {
  name: 'Fiesta Lunar',
  description: 'Una noche larga.',
  categoryId: 1,
  venueName: 'Salón Paraná',
  adress: 'Av. del Valle 2700',
  city: 'Rosario',
  province: 'Santa Fe',
  dateEvent: '2030-11-28',
  startTime: '23:30',
  endTime: '06:00',
}

const KEY = 'una-sola-vez'

type Sold = Awaited<ReturnType<typeof sellTickets>> & {
  /** A ticket that was sold in person. */
  readonly byHand: string
  /** Of another company: a drink that the owner serves, its ticket's number, and what they may give and gave as a promoter. */
  readonly drink: { readonly id: string; readonly code: string }
  readonly promoted: { readonly eventId: string; readonly typeId: string; readonly given: string }
  /** One of the menu, and a purchase of it for a ticket that was bought before. */
  readonly drinkId: string
  readonly drinksOrder: string
  /** A promoter who owes what they sold in person. */
  readonly debtorId: string
}

/** The owner makes tickets for themselves. */
const byHand = ({ owner, eventId, typeId }: Pick<Sold, 'owner' | 'eventId' | 'typeId'>) => ({
  query: {},
  body: { eventId, ticketType: typeId, isCourtesy: false, idUserToSend: owner.id },
})

const stranger = { userName: 'Camila Ferreyra', userPhone: '+5493515550000', userEmail: 'camila@previa.example' }
const byPromoter = ({ promoted: { eventId, typeId } }: Pick<Sold, 'promoted'>) => ({
  query: {},
  body: { eventId, ticketType: typeId, isCourtesy: true, ...stranger },
})

/** Each call that takes a key, made by the owner of a company; a second one of its purchases says the same as the others. */
const CALLS: Readonly<Record<string, (sold: Sold, idempotencyKey: string) => Promise<unknown>>> = {
  [nameOf(createPurchase)]: ({ owner: as, eventId, typeId }, idempotencyKey) =>
    shop.call(createPurchase, { body: { eventId, ticketTypeId: typeId, quantity: 1 } }, { as, idempotencyKey }),
  [nameOf(createMultiplePurchase)]: ({ owner: as, eventId, typeId }, idempotencyKey) => {
    const body = { eventId, items: [{ ticketTypeId: typeId, quantity: 1 }] }
    return shop.call(createMultiplePurchase, { body }, { as, idempotencyKey })
  },
  [nameOf(createReferralPurchase)]: ({ owner: as, eventId, typeId }, idempotencyKey) =>
    shop.call(
      createReferralPurchase,
      { query: {}, body: { eventId, ticketTypeId: typeId, quantity: 1 } },
      { as, idempotencyKey },
    ),
  [nameOf(createEvent)]: ({ owner: as }, idempotencyKey) =>
    shop.call(createEvent, { body: NIGHT, files: {} }, { as, idempotencyKey }),
  [nameOf(duplicateEvent)]: ({ owner: as, params }, idempotencyKey) =>
    shop.call(duplicateEvent, { params }, { as, idempotencyKey }),
  [nameOf(refundTicketMoney)]: ({ owner: as, params, first }, idempotencyKey) => {
    const body = { ticketId: first, reason: 'No puede venir', partialAmount: 10 }
    return shop.call(refundTicketMoney, { params, body }, { as, idempotencyKey })
  },
  [nameOf(generateTicket)]: (sold, idempotencyKey) =>
    shop.call(generateTicket, byHand(sold), { as: sold.owner, idempotencyKey }),
  [nameOf(organizerGenerateTicket)]: (sold, idempotencyKey) =>
    shop.call(organizerGenerateTicket, byHand(sold), { as: sold.owner, idempotencyKey }),
  [nameOf(generateCourtesy)]: ({ owner: as, eventId }, idempotencyKey) => {
    const body = { eventId, idUserToSend: as.id }
    return shop.call(generateCourtesy, { query: {}, body }, { as, idempotencyKey })
  },
  [nameOf(createCost)]: ({ owner: as, params }, idempotencyKey) =>
    shop.call(createCost, { params, body: { costType: 'Sonido', amount: 500 } }, { as, idempotencyKey }),
  [nameOf(redeemVoucher)]: ({ owner: as, drink: { id, code } }, idempotencyKey) =>
    shop.call(redeemVoucher, { params: { id }, body: { code } }, { as, idempotencyKey }),
  [nameOf(rrppGenerateTicket)]: (sold, idempotencyKey) =>
    shop.call(rrppGenerateTicket, byPromoter(sold), { as: sold.owner, idempotencyKey }),
  [nameOf(rrppGenerateTicketToo)]: (sold, idempotencyKey) =>
    shop.call(rrppGenerateTicketToo, byPromoter(sold), { as: sold.owner, idempotencyKey }),
  [nameOf(cancelIssuedTicket)]: ({ owner: as, promoted: { given: ticketId } }, idempotencyKey) =>
    shop.call(cancelIssuedTicket, { params: { ticketId }, body: {} }, { as, idempotencyKey }),
  [nameOf(settlePromoter)]: ({ owner: as, params, debtorId: rrppId }, idempotencyKey) => {
    const body = { receives: 'organizer' as const, countedCents: 100 }
    return shop.call(settlePromoter, { params: { ...params, rrppId }, body }, { as, idempotencyKey })
  },
  [nameOf(addDrinks)]: ({ owner: as, byHand: ticketId, drinkId }, idempotencyKey) => {
    const body = { drinks: [{ drinkId, quantity: 1 }] }
    return shop.call(addDrinks, { params: { ticketId }, body }, { as, idempotencyKey })
  },
  [nameOf(refundDrinks)]: ({ owner: as, params, drinksOrder: orderId }, idempotencyKey) =>
    shop.call(refundDrinks, { params, body: { orderId, reason: 'No la quiso' } }, { as, idempotencyKey }),
  [nameOf(cancelTicket)]: ({ owner: as, params, byHand: ticketId }, idempotencyKey) =>
    shop.call(cancelTicket, { params: { ...params, ticketId }, body: {} }, { as, idempotencyKey }),
}

/** A part in an event in which up to five courtesies may be given, and tickets sold in person. */
async function promote(eventId: string, userId: string): Promise<void> {
  await shop.app.db.insertInto('event_staff').values({ event_id: eventId, user_id: userId, kind: 'RRPP' }).execute()
  const id = await ensurePromo(shop.app, eventId, userId)
  await shop.app.db.updateTable('promos').set({ max_uses: 5, can_sell_in_person: true }).where('id', '=', id).execute()
}

/** Of another company's night, whose door they keep and for which they give courtesies. */
async function workElsewhere(owner: GivenUser): Promise<Pick<Sold, 'drink' | 'promoted'>> {
  const bar = await openBar(shop)
  const { eventId } = bar
  const scanner = { event_id: eventId, user_id: owner.id, kind: 'SCANNER', can_scan: true }
  await shop.app.db.insertInto('event_staff').values(scanner).execute()
  await promote(eventId, owner.id)
  const { id: typeId } = await shop.given.ticketType({ event: { id: eventId }, visibility: 'courtesy' })
  const [ticket] = (await bar.sell({ water: 1 }, 1)).tickets
  await shop.advance({ seconds: 6 }) // roles are read again
  const somebody = { userName: 'Ana Paz', userPhone: '+5493515550001', userEmail: 'ana@previa.example' }
  const body = { eventId, ticketType: typeId, isCourtesy: true, ...somebody }
  const given = await shop.call(rrppGenerateTicket, { query: {}, body }, { as: owner })
  return {
    drink: { id: ticket?.vouchers[0]?.id ?? '', code: ticket?.number ?? '' },
    promoted: { eventId, typeId, given: given.ticketIds[0] ?? '' },
  }
}

/** A drink on the menu, bought for a ticket by who bought that before. */
async function sellDrink({ eventId, buyer }: Awaited<ReturnType<typeof sellTickets>>) {
  const drinkId = newId()
  const drink = { id: drinkId, event_id: eventId, name: 'Cerveza', price_cents: 600_000, position: 1 }
  await shop.app.db.insertInto('drinks').values(drink).execute()
  const { tickets } = await shop.call(getMyTickets, { query: {} }, { as: buyer })
  const body = { drinks: [{ drinkId, quantity: 1 }] }
  const bought = await shop.call(addDrinks, { params: { ticketId: tickets[0]?.id ?? '' }, body }, { as: buyer })
  await shop.simulator.control.pay(await shop.preferenceOf(bought))
  await shop.settle()
  return { drinkId, drinksOrder: bought.order.publicId }
}

/** A promoter of the event, with the price of one ticket in their hands. */
async function oweCash({ eventId, typeId }: Pick<Sold, 'eventId' | 'typeId'>): Promise<string> {
  const debtor = await shop.given.user()
  await promote(eventId, debtor.id)
  const body = { eventId, ticketType: typeId, isCourtesy: false, ...stranger }
  await shop.call(rrppGenerateTicket, { query: {}, body }, { as: debtor })
  return debtor.id
}

test('every call that takes a key is tried', () => {
  // Who has no session has keys of the contacts that they type, for one call alone.
  const keyed = endpoints.flatMap(({ spec }) => (spec.idempotent && spec.access !== 'public' ? [nameOf(spec)] : []))
  expect(Object.keys(CALLS).toSorted()).toEqual(keyed.toSorted())
})

test.each(Object.keys(CALLS))('a key of %s serves no other call', async (name) => {
  const sales = await sellTickets(shop)
  const ownCommercial = { event_id: sales.eventId, user_id: sales.owner.id, kind: 'COMERCIAL' }
  await shop.app.db.insertInto('event_staff').values(ownCommercial).execute()
  const elsewhere = await workElsewhere(sales.owner)
  const drinks = await sellDrink(sales)
  const debtorId = await oweCash(sales)
  await shop.given.ticketType({ event: { id: sales.eventId }, visibility: 'courtesy' })
  const issued: IssuedTickets = await shop.call(generateTicket, byHand(sales), { as: sales.owner })
  const sold = { ...sales, byHand: issued.ticketIds[0] ?? '', ...elsewhere, ...drinks, debtorId }
  const made = async () => {
    const counts = ['orders', 'events', 'refunds', 'audit_rows'] as const
    return Promise.all(counts.map((table) => shop.app.db.selectFrom(table).select('id').execute())).then((tables) =>
      tables.map((rows) => rows.length),
    )
  }
  await CALLS[name]?.(sold, KEY)
  const before = await made()
  for (const [other, call] of Object.entries(CALLS)) {
    // The same call again is the same request.
    if (other === name) await call(sold, KEY)
    else expect([other, await shop.refusal(call(sold, KEY))]).toEqual([other, 'idempotency_mismatch'])
  }
  expect(await made()).toEqual(before)
})
