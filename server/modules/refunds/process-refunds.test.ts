import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { syncPayments } from '#server/modules/checkout/incoming-payments/sync-payments.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterEach(async () => {
  expect(await shop.broken()).toEqual([])
  shop.simulator.control.behave()
})
afterAll(() => shop.close())

/** A payment of too much, its refund waiting to be processed. */
async function wrongPayment() {
  const { eventId, typeId, collectorId } = await shop.givenSale()
  const buyer = await shop.given.user()
  const purchase = await shop.buy(buyer, typeId, eventId)
  const preferenceId = await shop.preferenceOf(purchase)
  const paymentId = await shop.simulator.control.pay(preferenceId, { amountCents: 5_000_000 })
  return { paymentId, collectorId, publicId: purchase.order.publicId }
}

const refundOf = (publicId: string) =>
  shop.app.db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'r.state', 'r.attempts', 'r.last_error as error'])
    .where('o.public_id', '=', publicId)
    .executeTakeFirstOrThrow()
/** All but refunds, which the provider refuses to answer this once. */
async function settleWithoutRefunds() {
  shop.simulator.control.addFault({ kind: 'status', status: 500, path: '/refunds', method: 'POST' })
  await shop.settle()
  shop.simulator.control.behave()
}
const sweep = () => shop.app.queue.runJob(shop.app, 'refunds.sweep')
const refundedAt = (paymentId: string) => shop.simulator.control.payment(paymentId).refundedCents

test.each([
  ['refuses to answer', { kind: 'status', status: 500 }],
  ['refunds and loses the answer', { kind: 'lose' }],
  ['refunds and answers nonsense', { kind: 'garbage' }],
] as const)('a provider that %s refunds once in the end (M6)', async (_name, fault) => {
  const { paymentId, publicId } = await wrongPayment()
  shop.simulator.control.addFault({ ...fault, path: '/refunds', method: 'POST' })
  await shop.settle()
  expect(await refundOf(publicId)).toMatchObject({ state: 'processing', attempts: 1 })
  shop.simulator.control.behave()
  await sweep()
  expect(await refundOf(publicId)).toMatchObject({ state: 'processing', attempts: 1 })
  await shop.advance({ seconds: 31 })
  await sweep()
  expect(await refundOf(publicId)).toMatchObject({ state: 'completed', attempts: 2 })
  expect(refundedAt(paymentId)).toBe(5_000_000)
  expect(shop.simulator.control.refunds(paymentId)).toHaveLength(1)
  await shop.settle()
})

test('fifty at once refund once', async () => {
  const { paymentId, publicId } = await wrongPayment()
  await settleWithoutRefunds()
  await shop.advance({ seconds: 31 })
  await Promise.all(Array.from({ length: 50 }, sweep))
  expect(await refundOf(publicId)).toMatchObject({ state: 'completed', attempts: 2 })
  expect(shop.simulator.control.refunds(paymentId)).toHaveLength(1)
  await shop.settle()
})

test('one that the provider keeps in process is looked up until it is done', async () => {
  const { paymentId, publicId } = await wrongPayment()
  shop.simulator.control.setSwitches({ refundOutcome: 'in_process' })
  await shop.settle()
  expect(await refundOf(publicId)).toMatchObject({ state: 'processing' })
  await shop.advance({ seconds: 61 })
  await sweep()
  expect(await refundOf(publicId)).toMatchObject({ state: 'processing' })
  const [refund] = shop.simulator.control.refunds(paymentId)
  await shop.simulator.control.settleRefund(refund?.id ?? '', 'approved')
  await shop.advance({ seconds: 61 })
  await sweep()
  expect(await refundOf(publicId)).toMatchObject({ state: 'completed' })
  expect(shop.simulator.control.refunds(paymentId)).toHaveLength(1)
  await shop.settle()
})

test('one for which the seller has no balance waits until there is', async () => {
  const { collectorId, publicId } = await wrongPayment()
  await shop.simulator.control.setBalance(collectorId, 100)
  await shop.settle()
  expect(await refundOf(publicId)).toMatchObject({ state: 'processing', error: 'insufficient_balance' })
  await shop.simulator.control.setBalance(collectorId, null)
  await shop.advance({ seconds: 31 })
  await sweep()
  expect(await refundOf(publicId)).toMatchObject({ state: 'completed' })
  await shop.settle()
})

test('one of a seller who took the authorization back waits for a new one', async () => {
  const { collectorId, publicId } = await wrongPayment()
  await settleWithoutRefunds()
  await shop.simulator.control.revokeSeller(collectorId)
  await shop.advance({ seconds: 31 })
  await sweep()
  expect(await refundOf(publicId)).toMatchObject({ state: 'processing', error: 'account_revoked' })
  const { accessToken } = await shop.simulator.control.issueTokens(collectorId)
  const sealed = shop.app.vault.seal('payment-account', accessToken)
  await shop.app.db
    .updateTable('payment_accounts')
    .set({ access_token_sealed: sealed })
    .where('collector_id', '=', collectorId)
    .execute()
  await shop.advance({ seconds: 61 })
  await sweep()
  expect(await refundOf(publicId)).toMatchObject({ state: 'completed' })
  await shop.settle()
})

test('what the seller refunded meanwhile is not refunded again', async () => {
  const { paymentId, publicId } = await wrongPayment()
  await settleWithoutRefunds()
  await shop.simulator.control.refund(paymentId)
  await shop.advance({ seconds: 31 })
  await sweep()
  await shop.settle()
  expect(refundedAt(paymentId)).toBe(5_000_000)
  expect(['completed', 'rejected']).toContain((await refundOf(publicId)).state)
})

/** What the books say of a payment that bought nothing. */
const booksOf = (providerPaymentId: string) =>
  shop.app.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.source', 'r.state', 'r.amount_cents as cents', 'p.refunded_cents as gone'])
    .where('p.provider_payment_id', '=', providerPaymentId)
    .orderBy('r.source')
    .orderBy('r.id')
    .execute()

async function sweepUntilQuiet() {
  for (let round = 0; round < 3; round += 1) {
    await shop.advance({ seconds: 121 })
    await sweep()
    await shop.settle()
  }
}

test('what the seller gave back in part before we heard of the payment is not asked for again; the rest is', async () => {
  const { paymentId } = await wrongPayment()
  await shop.simulator.control.refund(paymentId, 2_000_000)
  await shop.settle()
  await sweepUntilQuiet()
  expect(refundedAt(paymentId)).toBe(5_000_000)
  expect(await booksOf(paymentId)).toEqual([
    { source: 'organizer', state: 'external', cents: 2_000_000, gone: 5_000_000 },
    { source: 'wrong_payment', state: 'completed', cents: 3_000_000, gone: 5_000_000 },
  ])
})

test('nor what he gave back in part while the provider did not answer us', async () => {
  const { paymentId } = await wrongPayment()
  await settleWithoutRefunds()
  await shop.simulator.control.refund(paymentId, 2_000_000)
  await shop.settle()
  await sweepUntilQuiet()
  expect(refundedAt(paymentId)).toBe(5_000_000)
  expect(await booksOf(paymentId)).toEqual([
    { source: 'organizer', state: 'external', cents: 2_000_000, gone: 5_000_000 },
    { source: 'wrong_payment', state: 'completed', cents: 3_000_000, gone: 5_000_000 },
  ])
})

test('and when he gave all of it back in two parts, nothing is left to ask for', async () => {
  const { paymentId, publicId } = await wrongPayment()
  const { id: orderId } = await shop.app.db
    .selectFrom('orders')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  shop.simulator.control.setSwitches({ dropNotifications: true })
  await shop.advance({ seconds: 10 })
  await syncPayments(shop.app, orderId)
  await shop.simulator.control.refund(paymentId, 2_000_000)
  await shop.advance({ seconds: 10 })
  await syncPayments(shop.app, orderId)
  await shop.simulator.control.refund(paymentId)
  await shop.drain()
  await sweepUntilQuiet()
  expect(await booksOf(paymentId)).toEqual([
    { source: 'organizer', state: 'external', cents: 2_000_000, gone: 5_000_000 },
    { source: 'organizer', state: 'external', cents: 3_000_000, gone: 5_000_000 },
    { source: 'wrong_payment', state: 'rejected', cents: 5_000_000, gone: 5_000_000 },
  ])
})

test('a chargeback that is faster than our refund is written down as one', async () => {
  const { paymentId } = await wrongPayment()
  await settleWithoutRefunds()
  await shop.simulator.control.chargeBack(paymentId)
  await shop.settle()
  await sweepUntilQuiet()
  expect(await booksOf(paymentId)).toEqual([
    { source: 'chargeback', state: 'external', cents: 5_000_000, gone: 5_000_000 },
    { source: 'wrong_payment', state: 'rejected', cents: 5_000_000, gone: 5_000_000 },
  ])
})

test('a company whose account cannot be opened keeps no other refund from being tried', async () => {
  shop.simulator.control.addFault({ kind: 'status', status: 500, path: '/refunds', method: 'POST' })
  const broken = await wrongPayment()
  await shop.settle()
  const sound = await wrongPayment()
  await shop.settle()
  shop.simulator.control.behave()
  const sealing = shop.app.db.updateTable('payment_accounts').where('collector_id', '=', broken.collectorId)
  const { access_token_sealed: sealed } = await shop.app.db
    .selectFrom('payment_accounts')
    .select('access_token_sealed')
    .where('collector_id', '=', broken.collectorId)
    .executeTakeFirstOrThrow()
  await sealing.set({ access_token_sealed: 'sealed with a key that is gone' }).execute()
  await shop.advance({ seconds: 31 })
  await sweep()
  expect(await refundOf(sound.publicId)).toMatchObject({ state: 'completed' })
  expect(await refundOf(broken.publicId)).toMatchObject({ state: 'processing' })
  await sealing.set({ access_token_sealed: sealed }).execute()
  await sweepUntilQuiet()
  expect(await refundOf(broken.publicId)).toMatchObject({ state: 'completed' })
})
