/** Orders with a discount code, from the quote to what its end gives back (rules R18). */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  createMultiplePurchase,
  createPurchase,
  createReferralPurchase,
  getOrders,
  type PurchaseAnswer,
} from '#contract/sales/checkout.ts'
import { quoteDiscount } from '#contract/sales/checkout-discounts.ts'
import { createDiscountCode, stopDiscountCode, type DiscountCodeRow } from '#contract/events/discounts.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { expireOrders } from '../holds/expire-orders.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterEach(async () => expect(await shop.broken()).toEqual([]))
afterAll(() => shop.close())

type NewCode = Partial<CallInput<typeof createDiscountCode>['body']>

interface Sale {
  readonly eventId: string
  readonly typeId: string
  readonly organizer: GivenUser
  readonly code: DiscountCodeRow
}

/** An event that sells, with a code of it: a fifth off, if nothing else is said. */
async function givenCode(code: NewCode = {}, literal: Parameters<SellingApp['givenSale']>[0] = {}): Promise<Sale> {
  const sale = await shop.givenSale(literal)
  const organizer = await shop.given.user({ memberOf: { id: sale.companyId } })
  const amount = 'amountCents' in code ? {} : { percent: 20 }
  const made = await shop.call(
    createDiscountCode,
    { params: { id: sale.eventId }, body: { code: 'VERANO20', ...amount, ...code } },
    { as: organizer },
  )
  return { ...sale, organizer, code: made }
}

function buy(buyer: GivenUser, { eventId, typeId }: Sale, discountCode?: string, quantity = 1, key?: string) {
  const body = { eventId, ticketTypeId: typeId, quantity, ...(discountCode !== undefined && { discountCode }) }
  return shop.call(createPurchase, { body }, { as: buyer, ...(key !== undefined && { idempotencyKey: key }) })
}

const usesOf = async ({ code }: Sale) =>
  (await shop.app.db.selectFrom('discount_codes').select('uses').where('id', '=', code.id).executeTakeFirstOrThrow())
    .uses

async function pay(purchase: PurchaseAnswer): Promise<void> {
  await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await shop.settle()
}

test('price, discount, fee and total are itemised by the quote, the hold, the list and the provider alike', async () => {
  const sale = await givenCode()
  const buyer = await shop.given.user()
  const quoted = await shop.call(
    quoteDiscount,
    { params: { id: sale.eventId }, body: { code: ' verano-20 ' } },
    { as: buyer },
  )
  const one = { unitPriceCents: 1_440_000, unitDiscountCents: 360_000, unitFeeCents: 144_000 }
  expect(quoted).toEqual({ code: 'VERANO20', ticketTypes: [{ id: sale.typeId, ...one }] })
  const purchase = await buy(buyer, sale, 'Verano 20', 2)
  expect(purchase.order).toMatchObject({
    discountCode: 'VERANO20',
    discountCents: 720_000,
    subtotalCents: 2_880_000,
    feeCents: 288_000,
    totalCents: 3_168_000,
    lines: [{ quantity: 2, ...one }],
  })
  const [listed] = (await shop.call(getOrders, { query: {} }, { as: buyer })).orders
  expect(listed).toMatchObject(purchase.order)
  const preferenceId = await shop.preferenceOf(purchase)
  const { body, totalCents, marketplaceFeeCents } = shop.simulator.control.preference(preferenceId)
  expect(body['items']).toMatchObject([
    { title: 'General (con descuento)', quantity: 2, unit_price: 14_400 },
    { title: 'Cargo por servicio', quantity: 1, unit_price: 2_880 },
  ])
  expect({ totalCents, marketplaceFeeCents }).toEqual({ totalCents: 3_168_000, marketplaceFeeCents: 288_000 })
  await pay(purchase)
  expect(await shop.orderState(purchase.order.publicId)).toBe('paid')
  const tickets = await shop.app.db
    .selectFrom('tickets')
    .select(['price_cents', 'fee_cents'])
    .where('event_id', '=', sale.eventId)
    .execute()
  expect(tickets).toEqual(Array.from({ length: 2 }, () => ({ price_cents: 1_440_000, fee_cents: 144_000 })))
  expect(await usesOf(sale)).toBe(1)
})

test('it is a field of each of the three purchases, and what else the caller says of money is refused (M5)', async () => {
  const sale = await givenCode()
  const { eventId, typeId } = sale
  const [one, several, referred, inQuery] = await shop.buyers(4)
  const fields = { eventId, ticketTypeId: typeId, quantity: 1, discountCode: 'verano20' }
  const forged = { ...fields, unitPriceCents: 1, discountCents: 1_799_900, percent: 99 }
  const carts = { eventId, items: [{ ticketTypeId: typeId, quantity: 1 }], discountCode: 'verano20' }
  expect(await shop.refusal(shop.call(createPurchase, { body: forged }, { as: one as GivenUser }))).toBe(
    'invalid_input',
  )
  const answers = [
    await shop.call(createPurchase, { body: fields }, { as: one as GivenUser }),
    await shop.call(createMultiplePurchase, { body: carts }, { as: several as GivenUser }),
    await shop.call(createReferralPurchase, { query: {}, body: fields }, { as: referred as GivenUser }),
    await shop.call(createReferralPurchase, { query: fields, body: {} }, { as: inQuery as GivenUser }),
  ]
  expect(answers.map(({ order }) => [order.discountCents, order.totalCents])).toEqual(
    Array.from({ length: 4 }, () => [360_000, 1_584_000]),
  )
  expect(await usesOf(sale)).toBe(4)
})

test('an amount comes off each ticket of the types that it is for, and off no other', async () => {
  const sale = await shop.givenSale()
  const vip = await shop.given.ticketType({ event: { id: sale.eventId }, priceCents: 3_000_000 })
  const organizer = await shop.given.user({ memberOf: { id: sale.companyId } })
  const body = { code: 'SOLOVIP', amountCents: 500_000, ticketTypeIds: [vip.id] }
  await shop.call(createDiscountCode, { params: { id: sale.eventId }, body }, { as: organizer })
  const items = [
    { ticketTypeId: sale.typeId, quantity: 1 },
    { ticketTypeId: vip.id, quantity: 2 },
  ]
  const cart = { eventId: sale.eventId, items, discountCode: 'SOLOVIP' }
  const buyer = await shop.given.user()
  const { order } = await shop.call(createMultiplePurchase, { body: cart }, { as: buyer })
  expect(Object.fromEntries(order.lines.map((line) => [line.ticketTypeId, line.unitDiscountCents]))).toEqual({
    [sale.typeId]: 0,
    [vip.id]: 500_000,
  })
  expect(order).toMatchObject({ discountCents: 1_000_000, subtotalCents: 6_800_000, feeCents: 680_000 })
})

test('down to nothing there is nothing to pay: its tickets come at once, without a fee, and the use stays', async () => {
  const sale = await givenCode({ percent: 100, maxUses: 1 })
  const buyer = await shop.given.user()
  const answer = await buy(buyer, sale, 'VERANO20', 2)
  expect(answer.order).toMatchObject({ state: 'paid', discountCents: 3_600_000, feeCents: 0, totalCents: 0 })
  expect(answer.ticketUrl).toBeDefined()
  expect(await shop.ticketsOf(sale.eventId)).toEqual(
    Array.from({ length: 2 }, () => ({ state: 'valid', kind: 'free' })),
  )
  await shop.advance({ minutes: 30 })
  await expireOrders(shop.app)
  expect(await usesOf(sale)).toBe(1)
  expect(await shop.refusal(buy(await shop.given.user(), sale, 'VERANO20'))).toBe('discount_used_up')
})

describe('is refused', () => {
  const past = '2026-01-01T00:00:00.000Z'
  const future = '2099-01-01T00:00:00.000Z'
  test.each<[string, NewCode, string, string]>([
    ['that does not exist', {}, 'OTRACOSA', 'discount_not_found'],
    ['that is only signs', {}, '¡¡¡', 'discount_not_found'],
    ['before its time', { startsAt: future }, 'VERANO20', 'discount_not_open'],
    ['after its time', { endsAt: past }, 'VERANO20', 'discount_not_open'],
    ['in its time', { startsAt: past, endsAt: future }, 'VERANO20', 'placed'],
  ])('a code %s', async (_name, code, typed, expected) => {
    const sale = await givenCode(code)
    const buyer = await shop.given.user()
    const word = await shop.refusal(buy(buyer, sale, typed)).catch(() => 'placed')
    expect(word).toBe(expected)
    const quote = { params: { id: sale.eventId }, body: { code: typed } }
    const quoted = await shop.refusal(shop.call(quoteDiscount, quote, { as: buyer })).catch(() => 'placed')
    expect(quoted).toBe(expected)
    expect(await usesOf(sale)).toBe(expected === 'placed' ? 1 : 0)
  })

  test('a stopped code, as one that is not there; the hold that has it keeps its price', async () => {
    const sale = await givenCode()
    const held = await buy(await shop.given.user(), sale, 'VERANO20')
    const params = { id: sale.eventId, codeId: sale.code.id }
    await shop.call(stopDiscountCode, { params }, { as: sale.organizer })
    expect(await shop.refusal(buy(await shop.given.user(), sale, 'VERANO20'))).toBe('discount_not_found')
    await pay(held)
    expect(await shop.orderState(held.order.publicId)).toBe('paid')
  })

  test('the code of another event, as one that is not there', async () => {
    const [mine, other] = [await givenCode(), await givenCode({ code: 'OTRANOCHE' })]
    expect(await shop.refusal(buy(await shop.given.user(), mine, 'OTRANOCHE'))).toBe('discount_not_found')
    expect(await usesOf(other)).toBe(0)
  })

  test('whatever a buyer names who missed twenty, by purchases as by quotes (threat 38)', async () => {
    const sale = await givenCode()
    const buyer = await shop.given.user()
    const quote = (code: string) =>
      shop.call(quoteDiscount, { params: { id: sale.eventId }, body: { code } }, { as: buyer })
    for (let n = 0; n < 10; n += 1) {
      expect(await shop.refusal(quote(`PRUEBA${n}`))).toBe('discount_not_found')
      expect(await shop.refusal(buy(buyer, sale, `INTENTO${n}`))).toBe('discount_not_found')
    }
    await shop.advance({ seconds: 61 })
    expect(await shop.refusal(buy(buyer, sale, 'VERANO20'))).toBe('too_many_requests')
    expect(await shop.refusal(quote('VERANO20'))).toBe('too_many_requests')
    expect((await buy(buyer, sale)).order.discountCents).toBe(0)
  })

  test('a code with a limit per person, for an unverified buyer', async () => {
    const sale = await givenCode({ perPersonLimit: 1 })
    expect(await shop.refusal(buy(await shop.given.user({ proved: [] }), sale, 'VERANO20'))).toBe('contact_unproved')
  })
})

test('a person at the limit of the code is refused, also by the quote; another person is not', async () => {
  const sale = await givenCode({ perPersonLimit: 1 })
  const [buyer, other] = [await shop.given.user(), await shop.given.user()]
  await pay(await buy(buyer, sale, 'VERANO20'))
  expect(await shop.refusal(buy(buyer, sale, 'VERANO20'))).toBe('discount_person_limit')
  const quote = { params: { id: sale.eventId }, body: { code: 'VERANO20' } }
  expect(await shop.refusal(shop.call(quoteDiscount, quote, { as: buyer }))).toBe('discount_person_limit')
  expect((await buy(buyer, sale)).order.discountCents).toBe(0)
  expect((await buy(other, sale, 'VERANO20')).order.discountCents).toBe(360_000)
})

describe('its use comes back with the hold', () => {
  test('that expires, also when a purchase sweeps it', async () => {
    const sale = await givenCode({ maxUses: 1 })
    await buy(await shop.given.user(), sale, 'VERANO20')
    await shop.advance({ minutes: 17 })
    await expireOrders(shop.app)
    expect(await usesOf(sale)).toBe(0)
    await buy(await shop.given.user(), sale, 'VERANO20')
    await shop.advance({ minutes: 17 })
    // Before the sweep: the purchase that needs the use ends the hold.
    expect((await buy(await shop.given.user(), sale, 'VERANO20')).order.discountCents).toBe(360_000)
    expect(await usesOf(sale)).toBe(1)
  })

  test('that is replaced, with the code or without it', async () => {
    const sale = await givenCode({ maxUses: 1, perPersonLimit: 1 })
    const buyer = await shop.given.user()
    await buy(buyer, sale, 'VERANO20')
    const quote = { params: { id: sale.eventId }, body: { code: 'VERANO20' } }
    expect((await shop.call(quoteDiscount, quote, { as: buyer })).code).toBe('VERANO20')
    expect((await buy(buyer, sale, 'VERANO20', 2)).order.discountCents).toBe(720_000)
    expect(await usesOf(sale)).toBe(1)
    await buy(buyer, sale)
    expect(await usesOf(sale)).toBe(0)
  })

  test('and the same key again takes no second one', async () => {
    const sale = await givenCode()
    const buyer = await shop.given.user()
    const first = await buy(buyer, sale, 'VERANO20', 1, 'una-vez')
    expect(await buy(buyer, sale, 'verano 20', 1, 'una-vez')).toEqual(first)
    expect(await shop.refusal(buy(buyer, sale, undefined, 1, 'una-vez'))).toBe('idempotency_mismatch')
    expect(await usesOf(sale)).toBe(1)
  })
})

describe('a payment after the hold', () => {
  async function paidLate(sale: Sale, meanwhile: () => Promise<unknown>): Promise<string> {
    const purchase = await buy(await shop.given.user(), sale, 'VERANO20')
    const preferenceId = await shop.preferenceOf(purchase)
    await shop.simulator.control.pay(preferenceId)
    await sql`update orders set held_until = app_now() - interval '10 minutes' where public_id = ${purchase.order.publicId}`.execute(
      shop.app.db,
    )
    await expireOrders(shop.app)
    expect(await usesOf(sale)).toBe(0)
    await meanwhile()
    await shop.settle()
    return purchase.order.publicId
  }

  test('takes the use again at the price that was promised, though the code was stopped', async () => {
    const sale = await givenCode({ maxUses: 1 })
    const publicId = await paidLate(sale, () =>
      shop.call(stopDiscountCode, { params: { id: sale.eventId, codeId: sale.code.id } }, { as: sale.organizer }),
    )
    expect(await shop.orderState(publicId)).toBe('paid')
    expect(await usesOf(sale)).toBe(1)
  })

  test('goes back when the use was taken meanwhile', async () => {
    const sale = await givenCode({ maxUses: 1 })
    const publicId = await paidLate(sale, async () => buy(await shop.given.user(), sale, 'VERANO20'))
    expect(await shop.orderState(publicId)).toBe('expired')
    expect(await shop.refundsOf(publicId)).toMatchObject([{ source: 'late_payment', amountCents: 1_584_000 }])
    expect(await usesOf(sale)).toBe(1)
  })
})
