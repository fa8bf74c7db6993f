import { describe, expect, test } from 'vitest'
import { getOrderStatus } from '#contract/sales/checkout.ts'
import { closeAccount } from '#server/modules/accounts/closing/close-account.ts'
import { findCollector } from '#server/modules/companies/payment-account/queries.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { inFull } from './sync-payments.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

/** Subjects of the mails that brought tickets, once every delivery that is due was tried. */
async function ticketsSentTo(mail: string): Promise<string[]> {
  await shop.app.queue.runJob(shop.app, 'notifications.deliver')
  const mails = await shop.app.db
    .selectFrom('dev_inbox')
    .select('subject')
    .where('recipient', '=', mail)
    .where('subject', 'like', '%entrada%')
    .execute()
  return mails.map(({ subject }) => subject)
}
const status = (publicId: string) => shop.call(getOrderStatus, { params: { publicId }, query: {} })

test('approved in time: tickets, sold places, every peso in the ledger', async () => {
  const { eventId, typeId, publicId, preferenceId, purchase } = await shop.sentToPay()
  const paymentId = await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  expect(await status(publicId)).toMatchObject({ state: 'paid', nextStep: 'tickets', heldUntil: null, reason: null })
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 2 })
  expect(await shop.ticketsOf(eventId)).toEqual([
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

describe('the provider may notify it', () => {
  test('ten times and in any order', async () => {
    const { typeId, publicId, preferenceId } = await shop.sentToPay()
    shop.simulator.control.setSwitches({
      duplicateNotifications: 9,
      shuffleNotifications: true,
      notifyMerchantOrders: true,
    })
    const paymentId = await shop.simulator.control.pay(preferenceId, { outcome: 'pending' })
    await shop.simulator.control.approve(paymentId)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('paid')
    expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 2 })
  })

  test('never: the reconciler alone is enough', async () => {
    const { publicId, preferenceId } = await shop.sentToPay()
    shop.simulator.control.setSwitches({ dropNotifications: true })
    await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('pending_payment')
    await shop.advance({ seconds: 21 })
    await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
    expect(await shop.orderState(publicId)).toBe('paid')
  })

  test('never: a request for the status makes us ask', async () => {
    const { publicId, preferenceId } = await shop.sentToPay()
    shop.simulator.control.setSwitches({ dropNotifications: true })
    expect(await status(publicId)).toMatchObject({ state: 'pending_payment', nextStep: 'pay' })
    await shop.simulator.control.pay(preferenceId)
    await shop.advance({ seconds: 4 })
    expect(await status(publicId)).toMatchObject({ state: 'paid' })
  })

  test('late by minutes, after its reads lagged', async () => {
    const { publicId, preferenceId } = await shop.sentToPay()
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
    const { publicId, preferenceId } = await shop.sentToPay()
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
    const { publicId, preferenceId, eventId } = await shop.sentToPay()
    const paymentId = await shop.simulator.control.pay(preferenceId, wrong)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('pending_payment')
    expect(await shop.ticketsOf(eventId)).toEqual([])
    expect(await shop.refundsOf(publicId)).toMatchObject([{ source: 'wrong_payment', state: 'completed', reason }])
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
    ['of an unknown order', { externalReference: 'no-such-order' }],
    ['of no order', { externalReference: '' }],
  ])('%s is left alone', async (_name, foreign) => {
    const { publicId, preferenceId, eventId } = await shop.sentToPay()
    const paymentId = await shop.simulator.control.pay(preferenceId, foreign)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('pending_payment')
    expect(await shop.ticketsOf(eventId)).toEqual([])
    expect(await shop.refundsOf(publicId)).toEqual([])
    expect(shop.simulator.control.payment(paymentId)).toMatchObject({ status: 'approved', refundedCents: 0 })
  })

  test("another order's cheap payment does not pay this one", async () => {
    const dear = await shop.sentToPay({}, 5)
    const cheap = await shop.sentToPay({}, 1)
    await shop.simulator.control.pay(cheap.preferenceId, { externalReference: dear.publicId })
    await shop.settle()
    // Another company's payment that names our order: its collector gives it away.
    expect(await shop.orderState(dear.publicId)).toBe('pending_payment')
    expect(await shop.orderState(cheap.publicId)).toBe('pending_payment')
  })

  test('a second payment of a paid order goes back', async () => {
    const { publicId, preferenceId, eventId } = await shop.sentToPay()
    await shop.simulator.control.pay(preferenceId)
    const second = await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('paid')
    expect(await shop.ticketsOf(eventId)).toHaveLength(2)
    expect(await shop.refundsOf(publicId)).toMatchObject([
      { source: 'wrong_payment', state: 'completed', reason: 'second_payment' },
    ])
    const [one, two] = shop.simulator.control.payments().filter((payment) => payment.preferenceId === preferenceId)
    expect(new Set([one?.status, two?.status])).toEqual(new Set(['approved', 'refunded']))
    expect(second).toBe(two?.id)
  })
})

describe('approved after the hold ended', () => {
  test('takes its places again while there are any', async () => {
    const { publicId, preferenceId, typeId } = await shop.sentToPay({ type: { capacity: 2 } })
    await shop.advance({ minutes: 17 })
    await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
    expect(await shop.orderState(publicId)).toBe('expired')
    await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('paid')
    expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 2 })
  })

  test('goes back when there are none, days later too, and the buyer is notified', async () => {
    const { publicId, preferenceId, typeId, eventId, buyer } = await shop.sentToPay({
      event: { startsInHours: 240 },
      type: { capacity: 2 },
    })
    await shop.advance({ minutes: 17 })
    const other = await shop.given.user()
    const rival = await shop.buy(other, typeId, eventId, 2)
    await shop.simulator.control.pay(await shop.preferenceOf(rival))
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('expired')
    await shop.advance({ hours: 72 })
    const paymentId = await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await shop.refundsOf(publicId)).toEqual([
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

  test.each([
    ['cancelled', 'approved'],
    ['inactive', 'approved'],
    ['active', 'blocked'],
  ])('goes back when the event sells no more: %s, of a company that is %s', async (eventState, companyState) => {
    const { publicId, preferenceId, eventId } = await shop.sentToPay()
    await shop.advance({ minutes: 17 })
    await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
    const event = await shop.app.db
      .updateTable('events')
      .set({ state: eventState })
      .where('id', '=', eventId)
      .returning('company_id')
      .executeTakeFirstOrThrow()
    await shop.app.db.updateTable('companies').set({ state: companyState }).where('id', '=', event.company_id).execute()
    await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await shop.refundsOf(publicId)).toMatchObject([{ source: 'late_payment', state: 'completed' }])
  })

  test('goes back when the buyer’s account is deleted: the tickets would have no holder', async () => {
    const { publicId, preferenceId, typeId, buyer } = await shop.sentToPay()
    await shop.advance({ minutes: 17 })
    await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
    await closeAccount(shop.app, { userId: null }, buyer.id)
    await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await shop.refundsOf(publicId)).toMatchObject([{ source: 'late_payment', state: 'completed' }])
    expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
  })

  test('goes back when the buyer has reached the limit with another order', async () => {
    const sale = await shop.sentToPay({ event: { personLimit: 2 } })
    await shop.advance({ minutes: 17 })
    const again = await shop.buy(sale.buyer, sale.typeId, sale.eventId, 2)
    await shop.simulator.control.pay(await shop.preferenceOf(again))
    await shop.simulator.control.pay(sale.preferenceId)
    await shop.settle()
    expect(await shop.orderState(again.order.publicId)).toBe('paid')
    expect(await shop.refundsOf(sale.publicId)).toMatchObject([{ source: 'late_payment', state: 'completed' }])
  })

  test('pays even when only the clock has ended the hold', async () => {
    const { publicId, preferenceId } = await shop.sentToPay()
    await shop.simulator.control.pay(preferenceId)
    await shop.advance({ minutes: 17 })
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('paid')
  })
})

describe('approved and returned before we heard of it', () => {
  test('charged back: in dispute with its tickets suspended, and once it is won they open doors and are sent', async () => {
    const { publicId, preferenceId, eventId, typeId, buyer } = await shop.sentToPay()
    shop.simulator.control.setSwitches({ dropNotifications: true })
    const paymentId = await shop.simulator.control.pay(preferenceId)
    shop.simulator.control.behave()
    await shop.simulator.control.chargeBack(paymentId)
    await shop.settle()
    expect(await status(publicId)).toMatchObject({ state: 'in_dispute', nextStep: 'none' })
    expect(await shop.ticketsOf(eventId)).toMatchObject([{ state: 'suspended' }, { state: 'suspended' }])
    expect(await ticketsSentTo(buyer.mail)).toEqual([])
    await shop.simulator.control.settleChargeback(paymentId, 'won')
    await shop.settle()
    expect(await status(publicId)).toMatchObject({ state: 'paid', nextStep: 'tickets' })
    expect(await shop.ticketsOf(eventId)).toMatchObject([{ state: 'valid' }, { state: 'valid' }])
    expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 2 })
    expect(await ticketsSentTo(buyer.mail)).not.toEqual([])
  })

  test('given back by the seller: a sale that went back, and no ticket is sent', async () => {
    const { publicId, preferenceId, eventId, typeId, buyer } = await shop.sentToPay()
    shop.simulator.control.setSwitches({ dropNotifications: true })
    const paymentId = await shop.simulator.control.pay(preferenceId)
    shop.simulator.control.behave()
    await shop.simulator.control.refund(paymentId)
    await shop.settle()
    expect(await status(publicId)).toMatchObject({ state: 'refunded', nextStep: 'none' })
    expect(await shop.ticketsOf(eventId)).toMatchObject([{ state: 'refunded' }, { state: 'refunded' }])
    expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
    expect(await shop.refundsOf(publicId)).toMatchObject([{ source: 'organizer', state: 'external' }])
    expect(await ticketsSentTo(buyer.mail)).toEqual([])
  })

  test.each(['refunded', 'charged back'])('%s: what the provider kept of it is asked for', async (how) => {
    const { paymentId, ...sale } = await shop.paid()
    const account = await findCollector(shop.app, sale)
    await (how === 'refunded' ? shop.simulator.control.refund(paymentId) : shop.simulator.control.chargeBack(paymentId))
    const payment = account && (await shop.app.vendors.payments.fetchPayment(account, paymentId))
    // As a search returns it.
    const found = payment && { ...payment, feeCents: null }
    expect(found && (await inFull(shop.app, account, found))).toEqual(payment)
  })

  test('when its places are gone it buys nothing, and won it goes back', async () => {
    const { publicId, preferenceId, eventId, typeId } = await shop.sentToPay({ type: { capacity: 2 } })
    await shop.advance({ minutes: 17 })
    await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
    await shop.buy(await shop.given.user(), typeId, eventId, 2)
    shop.simulator.control.setSwitches({ dropNotifications: true })
    const paymentId = await shop.simulator.control.pay(preferenceId)
    shop.simulator.control.behave()
    await shop.simulator.control.chargeBack(paymentId)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('expired')
    await shop.simulator.control.settleChargeback(paymentId, 'won')
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('expired')
    expect(shop.simulator.control.payment(paymentId)).toMatchObject({ status: 'refunded' })
  })
})

test('money that is on its way back buys nothing any more, whatever the provider says of it later', async () => {
  const { typeId, publicId, preferenceId } = await shop.sentToPay({ type: { capacity: 2 } })
  await shop.advance({ minutes: 17 })
  await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
  await shop.app.db.updateTable('ticket_stock').set({ capacity: 1 }).where('type_id', '=', typeId).execute()
  shop.simulator.control.addFault({ kind: 'status', status: 500, path: '/refunds', method: 'POST' })
  const paymentId = await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  expect(await shop.refundsOf(publicId)).toMatchObject([{ source: 'late_payment', state: 'processing' }])
  // Places are free again during the refund attempt, and the provider notifies the same payment again.
  await shop.app.db.updateTable('ticket_stock').set({ capacity: 2 }).where('type_id', '=', typeId).execute()
  await shop.advance({ seconds: 1 })
  await shop.simulator.control.dispute(paymentId)
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('expired')
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
})

test('a paid order says nothing of another attempt that was refused', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  const other = await shop.simulator.control.pay(preferenceId, { outcome: 'pending' })
  await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  await shop.advance({ seconds: 1 })
  await shop.simulator.control.reject(other, 'cc_rejected_insufficient_amount')
  await shop.settle()
  expect(await status(publicId)).toMatchObject({ state: 'paid', nextStep: 'tickets', reason: null })
})

test('a payment of another amount is not said to have come too late, and another can be made at once', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  await shop.simulator.control.pay(preferenceId, { amountCents: 5_000_000 })
  await shop.settle()
  const answer = await status(publicId)
  expect(answer).toMatchObject({ state: 'pending_payment', nextStep: 'pay' })
  expect(answer.reason).not.toContain('no había lugar')
  expect(answer.reason).toContain('te devolvemos el dinero')
})

test('each payment that goes back is notified, also two of one order', async () => {
  const { buyer, preferenceId } = await shop.sentToPay()
  await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  await shop.simulator.control.pay(preferenceId, { amountCents: 5_000_000 })
  await shop.simulator.control.pay(preferenceId, { amountCents: 6_000_000 })
  await shop.settle()
  const mails = await shop.app.db
    .selectFrom('dev_inbox')
    .select('body')
    .where('recipient', '=', buyer.mail)
    .where('subject', 'like', 'Te devolvemos%')
    .execute()
  const texts = mails.map(({ body }) => body).join()
  expect(mails).toHaveLength(2)
  expect(texts).toContain('$50.000')
  expect(texts).toContain('$60.000')
})
