import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getOrderStatus, payOrder } from '#contract/sales/checkout.ts'
import { cancelEvent } from '#contract/events/events-managed.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterEach(async () => {
  expect(await shop.broken()).toEqual([])
  shop.simulator.control.behave()
})
afterAll(() => shop.close())

async function ordered(literal: Parameters<SellingApp['givenSale']>[0] = {}, quantity = 2) {
  const sale = await shop.givenSale(literal)
  const buyer = await shop.given.user({ name: 'Josefina de la Cruz', mail: `jose-${sale.eventId}@previa.example` })
  const purchase = await shop.buy(buyer, sale.typeId, sale.eventId, quantity)
  return { ...sale, buyer, purchase, publicId: purchase.order.publicId }
}

const madeCheckouts = () =>
  shop.simulator.control.requests.filter(
    ({ method, path }) => method === 'POST' && path.startsWith('/checkout/preferences'),
  )

test('makes the checkout that the order asks for, and sends the buyer there', async () => {
  const { purchase, publicId, eventId, collectorId, typeId, buyer } = await ordered({ event: { name: 'Peña Ñandú' } })
  const preferenceId = await shop.preferenceOf(purchase)
  expect(await shop.orderState(publicId)).toBe('pending_payment')
  const { body, ownerId, totalCents, marketplaceFeeCents } = shop.simulator.control.preference(preferenceId)
  const { publicUrl } = shop.app.config
  const back = (how: string) => `${publicUrl}/buy-ticket/${how}?platform=web&eventId=${eventId}&order=${publicId}`
  expect(ownerId).toBe(collectorId)
  expect([totalCents, marketplaceFeeCents]).toEqual([purchase.order.totalCents, purchase.order.feeCents])
  expect(body).toMatchObject({
    external_reference: publicId,
    back_urls: { success: back('success'), pending: back('pending'), failure: back('failure') },
    binary_mode: true,
    expires: true,
    expiration_date_to: (purchase.order.payUntil ?? '').replace('Z', '+00:00'),
    payment_methods: { excluded_payment_types: [{ id: 'ticket' }, { id: 'atm' }] },
    items: [
      { id: typeId, title: 'General', quantity: 2, unit_price: 18_000, currency_id: 'ARS' },
      { id: 'service-fee', title: 'Cargo por servicio', quantity: 1, unit_price: 3_600 },
    ],
    payer: { name: 'Josefina', surname: 'de la Cruz', email: buyer.mail },
  })
  expect(String(body['notification_url'])).toContain(`${publicUrl}/api/v1/webhook/mercadopago?order=${publicId}`)
})

test('a fee that the company bears is not asked of the buyer, and the marketplace keeps it all the same', async () => {
  const { preferenceId } = await shop.sentToPay({ event: { absorbsServiceFee: true }, type: { priceCents: 18_000_00 } })
  const { body, marketplaceFeeCents } = shop.simulator.control.preference(preferenceId)
  expect(marketplaceFeeCents).toBe(2 * 1_800_00)
  expect(body['items']).toMatchObject([{ title: expect.stringContaining('General'), quantity: 2, unit_price: 18_000 }])
})

test('takes cash where the organizer does and the event is far enough', async () => {
  const far = await ordered({ event: { acceptsCash: true, startsInHours: 240 } })
  const near = await ordered({ event: { acceptsCash: true, startsInHours: 48 } })
  const [farBody, nearBody] = [
    shop.simulator.control.preference(await shop.preferenceOf(far.purchase)).body,
    shop.simulator.control.preference(await shop.preferenceOf(near.purchase)).body,
  ]
  expect([farBody['binary_mode'], nearBody['binary_mode']]).toEqual([false, false])
  expect(farBody['payment_methods']).toBeUndefined()
  expect(nearBody['payment_methods']).toBeDefined()
  const voucherEnds = Date.parse(String(farBody['date_of_expiration']))
  expect(voucherEnds - Date.parse(far.purchase.order.createdAt)).toBe(72 * 3_600_000 - 60_000)
})

test('opened again, and by many at once, it is the same checkout', async () => {
  const { purchase } = await ordered()
  const before = madeCheckouts().length
  const opened = await Promise.all(Array.from({ length: 8 }, () => shop.preferenceOf(purchase)))
  expect(new Set(opened).size).toBe(1)
  const keys = new Set(
    madeCheckouts()
      .slice(before)
      .map(({ idempotencyKey }) => idempotencyKey),
  )
  expect(keys.size).toBe(1)
  const calls = madeCheckouts().length
  expect(await shop.preferenceOf(purchase)).toBe(opened[0])
  expect(madeCheckouts()).toHaveLength(calls)
})

test('a payment is found without a notification, also after many opened its link at once', async () => {
  const { purchase, publicId } = await ordered()
  const [preferenceId = ''] = await Promise.all(Array.from({ length: 8 }, () => shop.preferenceOf(purchase)))
  shop.simulator.control.setSwitches({ dropNotifications: true })
  await shop.simulator.control.pay(preferenceId)
  await shop.advance({ seconds: 21 })
  await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
  expect(await shop.orderState(publicId)).toBe('paid')
})

test('while the provider is down a page says so, keeps the hold and tries again by itself', async () => {
  const { purchase, publicId, typeId } = await ordered()
  shop.simulator.control.addFault({ kind: 'status', status: 500, path: '/checkout/preferences' })
  const down = await shop.open(purchase)
  expect(down.status).toBe(503)
  expect(down.body).toContain('Mercado Pago no responde')
  expect(down.body).toMatch(/<meta http-equiv="refresh" content="5" ?\/?>/)
  expect(down.body).not.toContain('<script')
  expect(await shop.orderState(publicId)).toBe('reserved')
  const stock = await shop.app.db
    .selectFrom('ticket_stock')
    .select('held')
    .where('type_id', '=', typeId)
    .executeTakeFirst()
  expect(stock?.held).toBe(2)
  shop.simulator.control.behave()
  expect((await shop.open(purchase)).status).toBe(303)
})

test('a checkout whose answer was lost is found again, not made twice', async () => {
  const { purchase } = await ordered()
  const before = shop.simulator.control.preferences().length
  shop.simulator.control.addFault({ kind: 'lose', path: '/checkout/preferences', times: 1 })
  await shop.open(purchase)
  await shop.preferenceOf(purchase)
  expect(shop.simulator.control.preferences()).toHaveLength(before + 1)
})

test('a link that was never issued opens nothing', async () => {
  const { purchase } = await ordered()
  const url = purchase.paymentUrl ?? ''
  for (const wrong of [
    url.replace(/s=.{4}/, 's=AAAA'),
    url.replace(/s=.*/, 's=x'),
    url.replace(/\?s=.*/, ''),
    url.replace('?s=', '?amp;s='),
    url.replace(/pagar\/.{4}/, 'pagar/AAAA'),
  ]) {
    const answer = await shop.open({ paymentUrl: wrong })
    expect([answer.status, answer.location]).toEqual([404, null])
    expect(answer.body).toContain('Este enlace de pago no es válido')
  }
})

test('an order that is paid, or over, leads to its result', async () => {
  const { purchase, publicId, eventId } = await ordered()
  const result = (how: string) =>
    `${shop.app.config.publicUrl}/buy-ticket/${how}?platform=web&eventId=${eventId}&order=${publicId}`
  await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await shop.settle()
  expect(await shop.open(purchase)).toMatchObject({ status: 303, location: result('success') })
  const late = await ordered()
  await shop.advance({ minutes: 16 })
  expect((await shop.open(late.purchase)).location).toContain(
    `/buy-ticket/failure?platform=web&eventId=${late.eventId}&order=${late.publicId}`,
  )
})

test('a payment that is still pending is not paid twice', async () => {
  const { purchase } = await ordered({ event: { acceptsCash: true, startsInHours: 240 } })
  await shop.simulator.control.pay(await shop.preferenceOf(purchase), { outcome: 'pending', method: 'rapipago' })
  await shop.settle()
  expect((await shop.open(purchase)).location).toContain('/buy-ticket/pending?')
})

test('the checkout of a replaced order takes no more payments', async () => {
  const { purchase, buyer, eventId, typeId } = await ordered()
  const preferenceId = await shop.preferenceOf(purchase)
  await shop.buy(buyer, typeId, eventId, 1)
  await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
  expect(
    Date.parse(String(shop.simulator.control.preference(preferenceId).body['expiration_date_to'])),
  ).toBeLessThanOrEqual(shop.clock.epochMs())
})

test('an order that is paid while its next checkout is made leads to its tickets', async () => {
  const { purchase, publicId, preferenceId } = await shop.sentToPay()
  const attempt = await shop.simulator.control.pay(preferenceId, { outcome: 'pending' })
  await shop.simulator.control.reject(attempt)
  await shop.settle()
  const paymentId = await shop.simulator.control.pay(preferenceId, { outcome: 'pending' })
  shop.simulator.control.addFault({ kind: 'slow', milliseconds: 3000, path: '/checkout/preferences', times: 1 })
  const opening = shop.open(purchase)
  await vi.waitFor(() => expect(shop.simulator.control.faultsLeft()).toBe(0), 10_000)
  await shop.simulator.control.approve(paymentId)
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('paid')
  expect((await opening).location).toContain('/buy-ticket/success?')
})

async function cancel({ eventId, companyId }: { eventId: string; companyId: string }) {
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const body = { confirmation: 'Peña Ñandú', reason: 'Se inundó el salón' }
  await shop.call(cancelEvent, { params: { id: eventId }, body }, { as: owner })
}

test('from the moment in which its event is cancelled an order cannot be paid, before its hold ends', async () => {
  const order = await ordered({ event: { name: 'Peña Ñandú' } })
  const preferenceId = await shop.preferenceOf(order.purchase)
  await cancel(order)
  expect(await shop.orderState(order.publicId)).toBe('pending_payment')
  expect((await shop.open(order.purchase)).location).toContain('/buy-ticket/failure?')
  const params = { publicId: order.publicId }
  expect(await shop.refusal(shop.call(payOrder, { params }, { as: order.buyer }))).toBe('order_expired')
  expect(await shop.call(getOrderStatus, { params, query: {} })).toMatchObject({
    state: 'cancelled',
    nextStep: 'choose_again',
    payUntil: null,
  })
  await shop.settle()
  expect(await shop.orderState(order.publicId)).toBe('cancelled')
  const { body } = shop.simulator.control.preference(preferenceId)
  expect(Date.parse(String(body['expiration_date_to']))).toBeLessThanOrEqual(shop.clock.epochMs())
})

test('an order whose event is cancelled while its checkout is made is not sent to pay', async () => {
  const order = await ordered({ event: { name: 'Peña Ñandú' } })
  shop.simulator.control.addFault({ kind: 'slow', milliseconds: 3000, path: '/checkout/preferences', times: 1 })
  const opening = shop.open(order.purchase)
  await vi.waitFor(() => expect(shop.simulator.control.faultsLeft()).toBe(0), 10_000)
  await cancel(order)
  expect((await opening).location).toContain('/buy-ticket/failure?')
  expect(await shop.orderState(order.publicId)).toBe('reserved')
  await shop.settle()
})
