/** Rules R10.17 and R10.18: buying without a session, and what the token of the order opens. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { getOrderStatus } from '#contract/sales/checkout.ts'
import { maskMail } from '#contract/values/phone.ts'
import { getGuestReceipt } from '#contract/sales/receipts.ts'
import {
  createGuestPurchase,
  getGuestOrder,
  giveUpGuestOrder,
  joinGuestOrder,
  resendGuestOrder,
} from '#contract/sales/checkout-guest.ts'
import { createDiscountCode } from '#contract/events/discounts.ts'
import { quoteDiscount } from '#contract/sales/checkout-discounts.ts'
import { getTicketByLink } from '#contract/sales/tickets.ts'
import { Refused } from '#server/testing/app.ts'
import { textsAt } from '#server/testing/read-inbox.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { deliver, newBuyer, onDevice, order as orderOf } from '#server/testing/guests.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))
let buyer: ReturnType<typeof newBuyer>
beforeEach(() => (buyer = newBuyer()))

test('what is paid is bought by the contacts alone, and its token gives state, tickets and receipt', async () => {
  const sale = await shop.givenSale({ type: { priceCents: 1_850_000 } })
  const bought = await orderOf(shop, sale, buyer, { quantity: 2 })
  expect(bought.paymentUrl).toMatch(/\/pagar\//)
  expect(bought.order).toMatchObject({ state: 'reserved', totalCents: 4_070_000 })
  expect(await shop.stockOf(sale.typeId)).toEqual({ held: 2, sold: 0 })
  const asked = { params: { publicId: bought.order.publicId }, query: { token: bought.token } }
  expect(await shop.call(getGuestOrder, asked)).toMatchObject({
    status: { state: 'reserved', nextStep: 'pay' },
    paymentUrl: bought.paymentUrl,
    tickets: [],
    hasReceipt: false,
  })
  expect(await shop.refusal(shop.call(getGuestReceipt, asked))).toBe('order_not_paid')
  await deliver(shop)
  expect(await textsAt(shop, buyer.mail), 'nothing leaves before it is paid').toEqual([])

  const preferenceId = await shop.preferenceOf(bought)
  await shop.simulator.control.pay(preferenceId)
  await deliver(shop)
  const paid = await shop.call(getGuestOrder, asked)
  expect(paid).toMatchObject({ status: { state: 'paid', nextStep: 'tickets' }, hasReceipt: true, paymentUrl: null })
  expect(paid.tickets).toHaveLength(2)
  expect(paid.tickets[0]).toMatchObject({ holderName: buyer.name, state: 'valid', code: expect.any(String) })
  expect(await shop.call(getGuestReceipt, asked)).toBeInstanceOf(Blob)
  const [mail = ''] = await textsAt(shop, buyer.mail)
  expect(mail).toContain(`/compra/${bought.order.publicId}#token=${bought.token}`)
  expect(mail).toMatch(/\/activate-account#token=[\w-]{43}/)
  expect(await textsAt(shop, '+549' + buyer.phone.replaceAll(' ', ''))).toHaveLength(1)
  const link = paid.tickets[0]?.linkToken ?? ''
  expect(await shop.call(getTicketByLink, { params: { token: link } })).toMatchObject({ holderName: buyer.name })
})

test('what is free has its tickets at once, and its answer is the page of the order', async () => {
  const sale = await shop.givenSale({ type: { priceCents: 0, capacity: 3 } })
  const bought = await orderOf(shop, sale, buyer)
  expect(bought).not.toHaveProperty('paymentUrl')
  expect(bought.ticketUrl).toBe(`${shop.app.config.publicUrl}/compra/${bought.order.publicId}#token=${bought.token}`)
  await deliver(shop)
  expect(await textsAt(shop, buyer.mail)).toHaveLength(1)
})

test('a token opens its own order alone, and until 30 days after the event', async () => {
  const sale = await shop.givenSale({ type: { priceCents: 0 } })
  const [one, other] = [await orderOf(shop, sale, buyer), await orderOf(shop, sale, newBuyer())]
  const opened = (publicId: string, token: string) =>
    shop.call(getGuestOrder, { params: { publicId }, query: { token } })
  expect((await opened(one.order.publicId, one.token)).order.publicId).toBe(one.order.publicId)
  const stranger = await shop.given.user()
  const account = await shop.buy(stranger, sale.typeId, sale.eventId)
  for (const [publicId, token] of [
    [one.order.publicId, other.token],
    [one.order.publicId, one.token.slice(0, -1)],
    [account.order.publicId, one.token],
    ['A'.repeat(22), one.token],
  ] as const) {
    const refused = await opened(publicId, token).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refused)
    expect((refused as Refused).body.code).toBe('order_not_found')
  }
  await shop.advance({ hours: 200 * 24 })
  expect(await shop.refusal(opened(one.order.publicId, one.token))).toBe('order_not_found')
})

test('giving up frees the places once; what was paid cannot be given up', async () => {
  const sale = await shop.givenSale({ type: { capacity: 2 } })
  const bought = await orderOf(shop, sale, buyer)
  const asked = { params: { publicId: bought.order.publicId }, query: { token: bought.token } }
  await shop.call(giveUpGuestOrder, asked)
  await shop.call(giveUpGuestOrder, asked)
  expect(await shop.stockOf(sale.typeId)).toEqual({ held: 0, sold: 0 })
  expect(await shop.call(getGuestOrder, asked)).toMatchObject({ status: { state: 'cancelled' }, paymentUrl: null })
  const free = await shop.givenSale({ type: { priceCents: 0 } })
  const given = await orderOf(shop, free, newBuyer())
  const paid = { params: { publicId: given.order.publicId }, query: { token: given.token } }
  expect(await shop.refusal(shop.call(giveUpGuestOrder, paid))).toBe('order_not_payable')
})

test('the same device and contacts replace their unpaid order; another device touches nothing of it', async () => {
  const sale = await shop.givenSale({ type: { capacity: 100 } })
  const mine = onDevice()
  const first = await orderOf(shop, sale, buyer, { quantity: 2, on: mine })
  const strange = await orderOf(shop, sale, buyer, { quantity: 1 })
  const state = async ({ order, token }: typeof first) =>
    (await shop.call(getGuestOrder, { params: { publicId: order.publicId }, query: { token } })).status.state
  expect([await state(first), await state(strange)]).toEqual(['reserved', 'reserved'])
  await orderOf(shop, sale, buyer, { quantity: 3, on: mine })
  expect([await state(first), await state(strange)]).toEqual(['cancelled', 'reserved'])
  expect(await shop.stockOf(sale.typeId)).toEqual({ held: 4, sold: 0 })
})

test('threat 10: a repeated key is one order, whether the device names itself or not', async () => {
  const sale = await shop.givenSale()
  for (const on of [onDevice(), { 'x-device-id': '' }]) {
    const person = newBuyer()
    const many = await Promise.all(
      Array.from({ length: 10 }, () => orderOf(shop, sale, person, { on, key: `clave-${person.mail}` })),
    )
    expect(new Set(many.map(({ order }) => order.publicId)).size).toBe(1)
  }
})

test("threat 10: a key is its device's: with other contacts, another name or another event it is refused", async () => {
  const [sale, other] = [await shop.givenSale(), await shop.givenSale()]
  for (const on of [onDevice(), { 'x-device-id': '' }]) {
    const person = newBuyer()
    const key = `clave-${person.mail}`
    const first = await orderOf(shop, sale, person, { on, key })
    for (const changed of [newBuyer(), { ...person, mail: newBuyer().mail }, { ...person, name: 'Otra Persona' }])
      expect(await shop.refusal(orderOf(shop, sale, changed, { on, key }))).toBe('idempotency_mismatch')
    expect(await shop.refusal(orderOf(shop, other, newBuyer(), { on, key }))).toBe('idempotency_mismatch')
    expect((await orderOf(shop, sale, person, { on, key })).order.publicId).toBe(first.order.publicId)
  }
  // Of another device it is another one.
  const [one, two] = [newBuyer(), newBuyer()]
  const orders = [
    await orderOf(shop, sale, one, { key: 'una-clave-9' }),
    await orderOf(shop, sale, two, { key: 'una-clave-9' }),
  ]
  expect(new Set(orders.map(({ order }) => order.publicId)).size).toBe(2)
})

test('threat 10: of several contacts at once under one key one order is placed, through all events', async () => {
  const sales = await Promise.all(Array.from({ length: 6 }, () => shop.givenSale()))
  for (const on of [onDevice(), { 'x-device-id': '' }]) {
    const key = `una-sola-${JSON.stringify(on)}`.replaceAll(/\W/g, '')
    const answers = await Promise.all(
      sales.map((sale, n) =>
        orderOf(shop, sale, newBuyer(), { on, key, ip: `198.51.100.${n + 1}` }).then(
          () => 'placed',
          (error: Refused) => error.body.code,
        ),
      ),
    )
    expect(answers.toSorted()).toEqual([...Array<string>(5).fill('idempotency_mismatch'), 'placed'])
  }
})

test('a repeated key finds its order also after it joined an account', async () => {
  const sale = await shop.givenSale({ type: { priceCents: 0 } })
  const person = newBuyer()
  const options = { on: onDevice(), key: 'clave-que-se-repite' }
  const first = await orderOf(shop, sale, person, options)
  const owner = await shop.given.user({ phone: `+549${person.phone.replaceAll(' ', '')}`, proved: ['phone'] })
  const tokenOf = { params: { publicId: first.order.publicId }, query: { token: first.token } }
  await shop.call(joinGuestOrder, tokenOf, { as: owner })
  expect(await orderOf(shop, sale, person, options)).toEqual(first)
})

test('an event with an age asks for the birth date and refuses who is under it', async () => {
  const sale = await shop.givenSale({ event: { minimumAge: 18, forbidsMinors: true } })
  expect(await shop.refusal(orderOf(shop, sale, buyer))).toBe('profile_incomplete')
  expect(await shop.refusal(orderOf(shop, sale, { ...buyer, birthDate: '2015-01-01' }))).toBe('under_age')
  expect((await orderOf(shop, sale, { ...buyer, birthDate: '1995-04-12' })).order.state).toBe('reserved')
})

test('limits a person count by each contact, whatever the other one and the device', async () => {
  const sale = await shop.givenSale({ event: { personLimit: 3 }, type: { capacity: 100 } })
  await orderOf(shop, sale, buyer, { quantity: 2 })
  const samePhone = { ...newBuyer(), phone: buyer.phone.replaceAll(' ', '-') }
  const sameMail = { ...newBuyer(), mail: buyer.mail.toUpperCase() }
  expect(await shop.refusal(orderOf(shop, sale, samePhone, { quantity: 2 }))).toBe('person_limit')
  expect(await shop.refusal(orderOf(shop, sale, sameMail, { quantity: 2 }))).toBe('person_limit')
  await orderOf(shop, sale, sameMail, { quantity: 1 })
  expect(await shop.refusal(orderOf(shop, sale, buyer, { quantity: 1 }))).toBe('person_limit')
})

test('people without a session hold half of a type together, as accounts that verified nothing', async () => {
  const sale = await shop.givenSale({ type: { capacity: 4 } })
  await orderOf(shop, sale, newBuyer(), { quantity: 2 })
  expect(await shop.refusal(orderOf(shop, sale, buyer))).toBe('contact_unproved')
})

test('a discount is quoted and used without a session; one with a limit a person asks for a verified contact', async () => {
  const sale = await shop.givenSale({ type: { priceCents: 1_000_000 } })
  const organizer = await shop.given.user({ memberOf: { id: sale.companyId } })
  const give = (code: string, perPersonLimit: number | null) =>
    shop.call(
      createDiscountCode,
      { params: { id: sale.eventId }, body: { code, percent: 20, perPersonLimit } },
      { as: organizer },
    )
  await give('VERANO20', null)
  await give('UNAVEZ', 1)
  const once = shop.call(quoteDiscount, { params: { id: sale.eventId }, body: { code: 'unavez' } })
  expect(await shop.refusal(once)).toBe('contact_unproved')
  expect(await shop.refusal(orderOf(shop, sale, buyer, { discountCode: 'unavez' }))).toBe('contact_unproved')
  const quote = await shop.call(quoteDiscount, { params: { id: sale.eventId }, body: { code: 'verano20' } })
  expect(quote.ticketTypes).toMatchObject([{ unitPriceCents: 800_000, unitDiscountCents: 200_000 }])
  const bought = await orderOf(shop, sale, buyer, { discountCode: 'verano20' })
  expect(bought.order).toMatchObject({ discountCode: 'VERANO20', discountCents: 200_000 })
})

test('who has a session buys with it', async () => {
  const sale = await shop.givenSale()
  const person = await shop.given.user()
  const body = { eventId: sale.eventId, lines: [{ ticketTypeId: sale.typeId, quantity: 1 }], buyer }
  expect(await shop.refusal(shop.call(createGuestPurchase, { body }, { as: person }))).toBe('signed_in_already')
})

test('who holds the id alone reads which mail has it, masked, and has it sent there again, also after it joined an account', async () => {
  const sale = await shop.givenSale()
  const bought = await orderOf(shop, sale, buyer, { quantity: 2 })
  const params = { publicId: bought.order.publicId }
  const sentTo = async () => (await shop.call(getOrderStatus, { params, query: {} })).sentTo
  const resend = () => shop.call(resendGuestOrder, { params })
  expect(await sentTo(), 'before it is paid').toBeNull()
  await resend()
  await shop.simulator.control.pay(await shop.preferenceOf(bought))
  await deliver(shop)
  const masked = maskMail(buyer.mail)
  expect(await sentTo()).toBe(masked)
  const mails = async () => (await textsAt(shop, buyer.mail)).length
  expect(await mails()).toBe(1)
  await resend()
  await deliver(shop)
  expect(await mails(), 'two tickets are one message').toBe(2)
  const owner = await shop.given.user({ mail: buyer.mail, proved: ['mail'] })
  await shop.call(joinGuestOrder, { params, query: { token: bought.token } }, { as: owner })
  expect(await sentTo()).toBe(masked)
  await resend()
  expect(await shop.refusal(resend()), 'three an hour').toBe('too_many_requests')
  const unknown = { publicId: 'AAAAAAAAAAAAAAAAAAAAAA' }
  expect(await shop.call(resendGuestOrder, { params: unknown })).toBeUndefined()
  const { rows } = await sql<{ after: { tickets: number } }>`
    select after from audit_rows where action = 'order.resend' order by id`.execute(shop.app.db)
  expect(rows.map(({ after }) => after)).toEqual([{ tickets: 2 }, { tickets: 2 }])
})
