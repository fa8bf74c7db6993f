import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getOrderStatus } from '#contract/checkout.ts'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import { addSeconds } from '#server/shared/clock.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { applyPayment } from './apply-payment.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterEach(async () => {
  await shop.settle()
  expect(await shop.broken()).toEqual([])
  shop.simulator.control.behave()
})
afterAll(() => shop.close())

type Sale = Parameters<SellingApp['givenSale']>[0]

/** An order that was sent to pay, with its preference. */
async function sentToPay(literal: Sale = {}, quantity = 2) {
  const sale = await shop.givenSale(literal)
  const buyer = await shop.given.user()
  const purchase = await shop.buy(buyer, sale.typeId, sale.eventId, quantity)
  const { publicId } = purchase.order
  return { ...sale, buyer, purchase, publicId, preferenceId: await shop.preferenceOf(purchase) }
}

const status = (publicId: string) => shop.call(getOrderStatus, { params: { publicId } })
const stockOf = (typeId: string) =>
  shop.app.db
    .selectFrom('ticket_stock')
    .select(['held', 'sold'])
    .where('type_id', '=', typeId)
    .executeTakeFirstOrThrow()
const ticketsOf = (eventId: string) =>
  shop.app.db.selectFrom('tickets').select(['state', 'kind']).where('event_id', '=', eventId).execute()
const refundsOf = (publicId: string) =>
  shop.app.db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.source', 'r.state', 'r.amount_cents as amountCents', 'r.reason'])
    .where('o.public_id', '=', publicId)
    .orderBy('r.id')
    .execute()

test('approved in time: tickets, sold places, every peso in the ledger', async () => {
  const { eventId, typeId, publicId, preferenceId, purchase } = await sentToPay()
  const paymentId = await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  expect(await status(publicId)).toMatchObject({ state: 'paid', nextStep: 'tickets', heldUntil: null, reason: null })
  expect(await stockOf(typeId)).toEqual({ held: 0, sold: 2 })
  expect(await ticketsOf(eventId)).toEqual([
    { state: 'valid', kind: 'paid' },
    { state: 'valid', kind: 'paid' },
  ])
  const entries = await shop.app.db
    .selectFrom('ledger_entries')
    .select(['kind', 'credit', 'debit', 'amount_cents as cents'])
    .where('event_id', '=', eventId)
    .orderBy('kind')
    .execute()
  expect(entries).toEqual([
    {
      kind: 'provider_fee',
      credit: 'company',
      debit: 'provider',
      cents: shop.simulator.control.payment(paymentId).feeCents,
    },
    { kind: 'sale', credit: 'buyers', debit: 'company', cents: purchase.order.subtotalCents },
    { kind: 'service_fee', credit: 'buyers', debit: 'platform', cents: purchase.order.feeCents },
  ])
})

describe('the provider may tell it', () => {
  test('ten times and in any order', async () => {
    const { typeId, publicId, preferenceId } = await sentToPay()
    shop.simulator.control.setSwitches({
      duplicateNotifications: 9,
      shuffleNotifications: true,
      notifyMerchantOrders: true,
    })
    const paymentId = await shop.simulator.control.pay(preferenceId, { outcome: 'pending' })
    await shop.simulator.control.approve(paymentId)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('paid')
    expect(await stockOf(typeId)).toEqual({ held: 0, sold: 2 })
  })

  test('never: the reconciler alone is enough', async () => {
    const { publicId, preferenceId } = await sentToPay()
    shop.simulator.control.setSwitches({ dropNotifications: true })
    await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('pending_payment')
    await shop.advance({ seconds: 21 })
    await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
    expect(await shop.orderState(publicId)).toBe('paid')
  })

  test('never: whoever asks for the status makes us ask', async () => {
    const { publicId, preferenceId } = await sentToPay()
    shop.simulator.control.setSwitches({ dropNotifications: true })
    expect(await status(publicId)).toMatchObject({ state: 'pending_payment', nextStep: 'pay' })
    await shop.simulator.control.pay(preferenceId)
    await shop.advance({ seconds: 4 })
    expect(await status(publicId)).toMatchObject({ state: 'paid' })
  })

  test('late by minutes, after its reads lagged', async () => {
    const { publicId, preferenceId } = await sentToPay()
    const paymentId = await shop.simulator.control.pay(preferenceId, { outcome: 'pending' })
    shop.simulator.control.setSwitches({ staleReads: 1 })
    await shop.simulator.control.approve(paymentId)
    await shop.settle()
    await shop.advance({ seconds: 21 })
    await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
    expect(await shop.orderState(publicId)).toBe('paid')
  })

  test.each([
    ['with errors', { kind: 'status', status: 500, path: '/v1/payments', times: 3 }],
    ['by hanging up', { kind: 'lose', path: '/v1/payments', times: 3 }],
    ['with nonsense', { kind: 'garbage', path: '/v1/payments', times: 3 }],
  ] as const)('%s, and then it is asked again', async (_name, fault) => {
    const { publicId, preferenceId } = await sentToPay()
    await shop.simulator.control.pay(preferenceId)
    shop.simulator.control.addFault(fault)
    await shop.settle()
    shop.simulator.control.behave()
    await shop.advance({ minutes: 2 })
    await shop.settle()
    await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
    expect(await shop.orderState(publicId)).toBe('paid')
  })
})

describe('money that does not fit (threat 8)', () => {
  test.each([
    ['too little', { amountCents: 100 }, 'amount'],
    ['too much', { amountCents: 99_000_000 }, 'amount'],
    ['one centavo off', { amountCents: 3_960_001 }, 'amount'],
    ['in another currency', { currency: 'USD' }, 'currency'],
  ])('%s goes back, with an alert', async (_name, wrong, reason) => {
    const { publicId, preferenceId, eventId } = await sentToPay()
    const paymentId = await shop.simulator.control.pay(preferenceId, wrong)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('pending_payment')
    expect(await ticketsOf(eventId)).toEqual([])
    expect(await refundsOf(publicId)).toMatchObject([{ source: 'wrong_payment', state: 'completed', reason }])
    expect(shop.simulator.control.payment(paymentId).status).toBe('refunded')
    const alerts = await shop.app.db
      .selectFrom('audit_rows')
      .select('after')
      .where('action', '=', 'payment.alert')
      .where('object_type', '=', 'order')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(alerts).toMatchObject([{ after: { reason } }])
  })

  test.each([
    ['of another collector', { collectorId: '999999999' }],
    ['made with test credentials', { liveMode: false }],
    ['of an unknown order', { externalReference: 'nobody-knows-this-order' }],
    ['of no order', { externalReference: '' }],
  ])('%s is left alone', async (_name, foreign) => {
    const { publicId, preferenceId, eventId } = await sentToPay()
    const paymentId = await shop.simulator.control.pay(preferenceId, foreign)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('pending_payment')
    expect(await ticketsOf(eventId)).toEqual([])
    expect(await refundsOf(publicId)).toEqual([])
    expect(shop.simulator.control.payment(paymentId)).toMatchObject({ status: 'approved', refundedCents: 0 })
  })

  test("another order's cheap payment does not pay this one", async () => {
    const dear = await sentToPay({}, 5)
    const cheap = await sentToPay({}, 1)
    await shop.simulator.control.pay(cheap.preferenceId, { externalReference: dear.publicId })
    await shop.settle()
    // Another company's payment that names our order: its collector gives it away.
    expect(await shop.orderState(dear.publicId)).toBe('pending_payment')
    expect(await shop.orderState(cheap.publicId)).toBe('pending_payment')
  })

  test('a second payment of a paid order goes back', async () => {
    const { publicId, preferenceId, eventId } = await sentToPay()
    await shop.simulator.control.pay(preferenceId)
    const second = await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('paid')
    expect(await ticketsOf(eventId)).toHaveLength(2)
    expect(await refundsOf(publicId)).toMatchObject([
      { source: 'wrong_payment', state: 'completed', reason: 'second_payment' },
    ])
    const [one, two] = shop.simulator.control.payments().filter((payment) => payment.preferenceId === preferenceId)
    expect(new Set([one?.status, two?.status])).toEqual(new Set(['approved', 'refunded']))
    expect(second).toBe(two?.id)
  })
})

describe('approved after the hold ended', () => {
  test('takes its places again while there are any', async () => {
    const { publicId, preferenceId, typeId } = await sentToPay({ type: { capacity: 2 } })
    await shop.advance({ minutes: 16 })
    await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
    expect(await shop.orderState(publicId)).toBe('expired')
    await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('paid')
    expect(await stockOf(typeId)).toEqual({ held: 0, sold: 2 })
  })

  test('goes back when there are none, days later too, and the buyer is told', async () => {
    const { publicId, preferenceId, typeId, eventId, buyer } = await sentToPay({
      event: { startsInHours: 240 },
      type: { capacity: 2 },
    })
    await shop.advance({ minutes: 16 })
    const other = await shop.given.user()
    const rival = await shop.buy(other, typeId, eventId, 2)
    await shop.simulator.control.pay(await shop.preferenceOf(rival))
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('expired')
    await shop.advance({ hours: 72 })
    const paymentId = await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await refundsOf(publicId)).toEqual([
      { source: 'late_payment', state: 'completed', amountCents: 3_960_000, reason: 'no_places' },
    ])
    expect(shop.simulator.control.payment(paymentId)).toMatchObject({ status: 'refunded', refundedCents: 3_960_000 })
    const mails = await shop.app.db
      .selectFrom('dev_inbox')
      .select(['subject', 'body'])
      .where('recipient', '=', buyer.mail)
      .execute()
    expect(mails).toMatchObject([{ subject: 'Te devolvemos tu pago de Fiesta Lunar Rosario' }])
    expect(mails[0]?.body).toContain('$39.600')
    expect(await status(publicId)).toMatchObject({
      state: 'expired',
      nextStep: 'choose_again',
      reason: expect.stringContaining('te devolvemos el dinero') as string,
    })
  })

  test('goes back when the event sells no more', async () => {
    const { publicId, preferenceId, eventId } = await sentToPay()
    await shop.advance({ minutes: 16 })
    await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
    await shop.app.db.updateTable('events').set({ state: 'cancelled' }).where('id', '=', eventId).execute()
    await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await refundsOf(publicId)).toMatchObject([{ source: 'late_payment', state: 'completed' }])
  })

  test('goes back when the buyer has reached the limit with another order', async () => {
    const sale = await sentToPay({ event: { personLimit: 2 } })
    await shop.advance({ minutes: 16 })
    const again = await shop.buy(sale.buyer, sale.typeId, sale.eventId, 2)
    await shop.simulator.control.pay(await shop.preferenceOf(again))
    await shop.simulator.control.pay(sale.preferenceId)
    await shop.settle()
    expect(await shop.orderState(again.order.publicId)).toBe('paid')
    expect(await refundsOf(sale.publicId)).toMatchObject([{ source: 'late_payment', state: 'completed' }])
  })

  test('pays even when only the clock has ended the hold', async () => {
    const { publicId, preferenceId } = await sentToPay()
    await shop.simulator.control.pay(preferenceId)
    await shop.advance({ minutes: 16 })
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('paid')
  })
})

describe('not approved', () => {
  test('a rejection says why and gives ten minutes more, once', async () => {
    const { publicId, preferenceId, purchase } = await sentToPay()
    await shop.simulator.control.pay(preferenceId, {
      outcome: 'rejected',
      statusDetail: 'cc_rejected_insufficient_amount',
    })
    await shop.settle()
    const held = purchase.order.heldUntil ?? ''
    expect(await status(publicId)).toMatchObject({
      nextStep: 'retry',
      reason: 'La tarjeta no tiene fondos suficientes',
      heldUntil: addSeconds(held, 600),
    })
    await shop.simulator.control.pay(preferenceId, { outcome: 'rejected' })
    await shop.settle()
    expect(await status(publicId)).toMatchObject({ heldUntil: addSeconds(held, 600) })
    // Paying again needs a checkout that lasts as long as the hold does now.
    const again = await shop.preferenceOf(purchase)
    expect(again).not.toBe(preferenceId)
    expect(shop.simulator.control.preference(again).body['expiration_date_to']).toBe(
      addSeconds(held, 600).replace('Z', '+00:00'),
    )
    await shop.simulator.control.pay(again)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('paid')
  })

  test('in process where cash is taken keeps the places for 48 h, a voucher for 72 h, never past 6 h before the start', async () => {
    const far = { event: { acceptsCash: true, startsInHours: 240 } }
    const inReview = await sentToPay(far)
    await shop.simulator.control.pay(inReview.preferenceId, { outcome: 'in_process' })
    const voucher = await sentToPay(far)
    await shop.simulator.control.pay(voucher.preferenceId, { outcome: 'pending', method: 'rapipago' })
    const near = await sentToPay({ event: { acceptsCash: true, startsInHours: 20 } })
    await shop.simulator.control.pay(near.preferenceId, { outcome: 'in_process' })
    await shop.settle()
    const now = shop.clock.epochMs()
    const hours = async (publicId: string) =>
      Math.round((Date.parse((await status(publicId)).heldUntil ?? '') - now) / 3_600_000)
    expect(await hours(inReview.publicId)).toBe(48)
    expect(await hours(voucher.publicId)).toBe(72)
    expect(await hours(near.publicId)).toBe(14)
    expect((await status(voucher.publicId)).nextStep).toBe('wait')
    await shop.advance({ hours: 47 })
    await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
    expect(await shop.orderState(inReview.publicId)).toBe('pending_payment')
    await shop.advance({ hours: 2 })
    await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
    expect(await shop.orderState(inReview.publicId)).toBe('expired')
  })

  test('cancelled by the provider leaves the hold to its time', async () => {
    const { publicId, preferenceId } = await sentToPay({ event: { acceptsCash: true, startsInHours: 240 } })
    const paymentId = await shop.simulator.control.pay(preferenceId, { outcome: 'pending' })
    await shop.simulator.control.cancel(paymentId)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('pending_payment')
  })
})

describe('taken back', () => {
  async function paid() {
    const sale = await sentToPay()
    const paymentId = await shop.simulator.control.pay(sale.preferenceId)
    await shop.settle()
    expect(await shop.orderState(sale.publicId)).toBe('paid')
    return { ...sale, paymentId }
  }

  test('a chargeback puts the order in dispute and no door admits its tickets', async () => {
    const { publicId, paymentId, eventId, typeId } = await paid()
    await shop.simulator.control.chargeBack(paymentId)
    await shop.settle()
    expect(await status(publicId)).toMatchObject({ state: 'in_dispute', nextStep: 'none' })
    expect(await ticketsOf(eventId)).toEqual([
      { state: 'refunded', kind: 'paid' },
      { state: 'refunded', kind: 'paid' },
    ])
    expect(await stockOf(typeId)).toEqual({ held: 0, sold: 0 })
    expect(await refundsOf(publicId)).toMatchObject([
      { source: 'chargeback', state: 'external', amountCents: 3_960_000 },
    ])
  })

  test("the seller's own refund of everything ends tickets and frees their places", async () => {
    const { publicId, paymentId, typeId } = await paid()
    await shop.simulator.control.refund(paymentId)
    await shop.settle()
    expect(await status(publicId)).toMatchObject({ state: 'refunded', nextStep: 'none' })
    expect(await stockOf(typeId)).toEqual({ held: 0, sold: 0 })
  })

  test('and of a part leaves the tickets, until the rest goes too', async () => {
    const { publicId, paymentId, eventId } = await paid()
    await shop.simulator.control.refund(paymentId, 1_000_000)
    await shop.settle()
    expect(await status(publicId)).toMatchObject({ state: 'partially_refunded', nextStep: 'tickets' })
    expect(await ticketsOf(eventId)).toMatchObject([{ state: 'valid' }, { state: 'valid' }])
    await shop.simulator.control.refund(paymentId)
    await shop.settle()
    expect(await status(publicId)).toMatchObject({ state: 'refunded' })
    expect(await ticketsOf(eventId)).toMatchObject([{ state: 'refunded' }, { state: 'refunded' }])
  })

  test('a used ticket stays used, and its place sold', async () => {
    const { publicId, paymentId, eventId, typeId } = await paid()
    const one = await shop.app.db
      .selectFrom('tickets')
      .select('id')
      .where('event_id', '=', eventId)
      .limit(1)
      .executeTakeFirstOrThrow()
    await shop.app.db
      .updateTable('tickets')
      .set({ state: 'used', used_at: shop.clock.now() })
      .where('id', '=', one.id)
      .execute()
    await shop.simulator.control.chargeBack(paymentId)
    await shop.settle()
    expect((await ticketsOf(eventId)).map(({ state }) => state).toSorted()).toEqual(['refunded', 'used'])
    expect(await stockOf(typeId)).toEqual({ held: 0, sold: 1 })
    expect(await shop.orderState(publicId)).toBe('in_dispute')
  })
})

test('any order of what the provider said of a payment ends with its newest status and the money where it belongs (M3)', async () => {
  const told = (publicId: string, collectorId: string): ProviderPayment => ({
    id: String(shop.clock.epochMs() * 1000 + Math.floor(Math.random() * 1000)),
    status: 'pending',
    statusDetail: null,
    externalReference: publicId,
    amountCents: 1_980_000,
    currency: 'ARS',
    collectorId,
    liveMode: true,
    refundedCents: 0,
    feeCents: 0,
    marketplaceFeeCents: 0,
    netReceivedCents: null,
    isDisputed: false,
    createdAt: shop.clock.now(),
    approvedAt: null,
    lastUpdatedAt: shop.clock.now(),
    paymentMethod: 'visa',
    paymentType: 'credit_card',
    installments: 1,
    payerMail: null,
  })
  const life = ['pending', 'pending', 'rejected', 'approved', 'refunded', 'charged_back'] as const
  const sale = await shop.givenSale({ type: { capacity: 1000 } })
  await fc.assert(
    fc.asyncProperty(fc.subarray([...life], { minLength: 1 }), fc.infiniteStream(fc.nat()), async (lived, shuffle) => {
      const [buyer] = await shop.buyers(1)
      if (!buyer) return
      const { order } = await shop.buy(buyer, sale.typeId, sale.eventId)
      const base = told(order.publicId, sale.collectorId)
      const news = lived.map((status, step): ProviderPayment => ({
        ...base,
        status,
        refundedCents: status === 'refunded' ? base.amountCents : 0,
        lastUpdatedAt: addSeconds(base.lastUpdatedAt, step),
      }))
      const arrivals = [...news, ...news]
        .map((each) => [shuffle.next().value, each] as const)
        .toSorted(([a], [b]) => a - b)
      for (const [, payment] of arrivals) await applyPayment(shop.app, payment)
      const row = await shop.app.db
        .selectFrom('payments')
        .select('status')
        .where('provider_payment_id', '=', base.id)
        .executeTakeFirstOrThrow()
      const last = lived.at(-1)
      expect(row.status).toBe(last)
      const state = await shop.orderState(order.publicId)
      if (last === 'approved') expect(state).toBe('paid')
      else expect(state).not.toBe('paid')
      expect(await shop.broken()).toEqual([])
    }),
    { numRuns: 25 },
  )
})
