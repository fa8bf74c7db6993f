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
import { redeemVoucher } from '#contract/sales/bar.ts'
import { refundTicketMoney } from '#contract/sales/refunds.ts'
import { endpoints } from '#server/app.ts'
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
  /** A drink that the owner serves, and its ticket's number. */
  readonly drink: { readonly id: string; readonly code: string }
}

/** The owner makes tickets for themselves. */
const byHand = ({ owner, eventId, typeId }: Pick<Sold, 'owner' | 'eventId' | 'typeId'>) => ({
  query: {},
  body: { eventId, ticketType: typeId, isCourtesy: false, idUserToSend: owner.id },
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
  [nameOf(redeemVoucher)]: ({ owner: as, drink: { id, code } }, idempotencyKey) =>
    shop.call(redeemVoucher, { params: { id }, body: { code } }, { as, idempotencyKey }),
  [nameOf(cancelTicket)]: ({ owner: as, params, byHand: ticketId }, idempotencyKey) =>
    shop.call(cancelTicket, { params: { ...params, ticketId }, body: {} }, { as, idempotencyKey }),
}

/** Of another company's night, whose door they keep. */
async function drinkServedBy({ id: userId }: GivenUser): Promise<Sold['drink']> {
  const bar = await openBar(shop)
  const scanner = { event_id: bar.eventId, user_id: userId, kind: 'SCANNER', can_scan: true }
  await shop.app.db.insertInto('event_staff').values(scanner).execute()
  const [ticket] = (await bar.sell({ water: 1 }, 1)).tickets
  return { id: ticket?.vouchers[0]?.id ?? '', code: ticket?.number ?? '' }
}

test('every call that takes a key is tried', () => {
  const keyed = endpoints.flatMap(({ spec }) => (spec.idempotent ? [nameOf(spec)] : []))
  expect(Object.keys(CALLS).toSorted()).toEqual(keyed.toSorted())
})

test.each(Object.keys(CALLS))('a key of %s serves no other call', async (name) => {
  const sales = await sellTickets(shop)
  const drink = await drinkServedBy(sales.owner)
  await shop.given.ticketType({ event: { id: sales.eventId }, visibility: 'courtesy' })
  const issued: IssuedTickets = await shop.call(generateTicket, byHand(sales), { as: sales.owner })
  const sold = { ...sales, byHand: issued.ticketIds[0] ?? '', drink }
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
