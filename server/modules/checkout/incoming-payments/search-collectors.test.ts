import { expect, test } from 'vitest'
import { disconnectPaymentAccount } from '#contract/companies/companies-payment-account.ts'
import { SYSTEM } from '#server/db/audit.ts'
import { connectAccount } from '#server/modules/companies/payment-account/connect-account.ts'
import { readCounts } from '#server/shared/counts.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const search = () => shop.app.queue.runJob(shop.app, 'checkout.search-collectors')
/** Lets minutes pass without notifications and without look-ups of orders. */
async function pass(minutes: number) {
  for (let step = 0; step < minutes * 2; step += 1) {
    await shop.advance({ seconds: 30 })
    await search()
  }
}

test('with every notification lost, what was approved at any moment is a ticket within five minutes', async () => {
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const orders = await Promise.all(Array.from({ length: 4 }, () => shop.sentToPay()))
  const states = () => Promise.all(orders.map(({ publicId }) => shop.orderState(publicId)))
  for (const [minute, { preferenceId }] of orders.entries()) {
    await shop.advance({ seconds: 60 + minute })
    await shop.simulator.control.pay(preferenceId)
  }
  // Without a look-up the payment is unknown.
  await shop.advance({ minutes: 1 })
  expect(await states()).toEqual(orders.map(() => 'pending_payment'))
  await pass(4)
  expect(await states()).toEqual(orders.map(() => 'paid'))
})

test('a voucher that was paid in cash a day later is found', async () => {
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const sent = await shop.sentToPay({ event: { acceptsCash: true } })
  const paymentId = await shop.simulator.control.pay(sent.preferenceId, { outcome: 'pending', method: 'rapipago' })
  await pass(3)
  await shop.advance({ hours: 30 })
  await shop.simulator.control.approve(paymentId)
  await pass(3)
  expect(await shop.orderState(sent.publicId)).toBe('paid')
})

test('what the seller gave back in his own account is found', async () => {
  const { paymentId, publicId } = await shop.paid()
  await pass(3)
  shop.simulator.control.setSwitches({ dropNotifications: true })
  await shop.simulator.control.refund(paymentId)
  await pass(5)
  expect(await shop.orderState(publicId)).toBe('refunded')
})

const looked = () =>
  readCounts()
    .filter(({ name }) => name === 'payments')
    .reduce((sum, { value }) => sum + value, 0)

test('payments that are known are looked at no more, and what the seller sells elsewhere never', async () => {
  const { preferenceId } = await shop.paid()
  await pass(3)
  const before = looked()
  await shop.simulator.control.pay(preferenceId, { externalReference: 'pedido-de-otra-tienda' })
  await pass(10)
  expect(looked()).toBe(before)
})

test('in a rush, notified payments wait for their turn and only lost ones are searched, within five minutes', async () => {
  const [notified, lost] = [await shop.sentToPay(), await shop.sentToPay()]
  await shop.simulator.control.pay(notified.preferenceId)
  // Kept, and no worker takes it.
  await shop.simulator.control.drain()
  shop.simulator.control.setSwitches({ dropNotifications: true })
  await shop.simulator.control.pay(lost.preferenceId)
  await shop.advance({ seconds: 5 })
  await search()
  expect(await shop.orderState(lost.publicId)).toBe('pending_payment')
  await pass(5)
  expect([await shop.orderState(notified.publicId), await shop.orderState(lost.publicId)]).toEqual([
    'pending_payment',
    'paid',
  ])
})

test('an account whose search fails holds up no other, and goes on from where it was', async () => {
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const [broken, sound] = [await shop.sentToPay(), await shop.sentToPay()]
  const token = shop.app.db.updateTable('payment_accounts').where('collector_id', '=', broken.collectorId)
  const { access_token_sealed: sealed } = await shop.app.db
    .selectFrom('payment_accounts')
    .select('access_token_sealed')
    .where('collector_id', '=', broken.collectorId)
    .executeTakeFirstOrThrow()
  await token.set({ access_token_sealed: 'sealed with a key that is gone' }).execute()
  await shop.simulator.control.pay(sound.preferenceId)
  await shop.simulator.control.pay(broken.preferenceId)
  await pass(3)
  expect(await shop.orderState(sound.publicId)).toBe('paid')
  expect(await shop.orderState(broken.publicId)).toBe('pending_payment')
  await token.set({ access_token_sealed: sealed }).execute()
  await pass(6)
  expect(await shop.orderState(broken.publicId)).toBe('paid')
})

test('what was paid while the provider was away is a ticket within five minutes after it is back', async () => {
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const sent = await shop.sentToPay()
  await search()
  shop.simulator.control.addFault({ kind: 'status', status: 400, path: '/v1/payments/search' })
  await shop.simulator.control.pay(sent.preferenceId)
  await pass(20)
  expect(await shop.orderState(sent.publicId)).toBe('pending_payment')
  shop.simulator.control.behave()
  shop.simulator.control.setSwitches({ dropNotifications: true })
  await pass(5)
  expect(await shop.orderState(sent.publicId)).toBe('paid')
})

test('an account that the provider took back is looked through no more, until its owner connects it again', async () => {
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const sent = await shop.sentToPay()
  const { companyId, collectorId } = sent
  const ofAccount = () =>
    shop.app.db
      .selectFrom('collector_searches')
      .select(['attempts', 'next_attempt_at as nextAt'])
      .where('collector_id', '=', collectorId)
      .executeTakeFirstOrThrow()
  const care = () => shop.app.queue.runJob(shop.app, 'companies.care-for-accounts')
  await search()
  await care()
  // It sells no more, and its token was kept for what it sold.
  const god = await shop.given.user({ isGodAdmin: true })
  await shop.call(disconnectPaymentAccount, { params: { companyId }, query: { force: true } }, { as: god })
  await shop.simulator.control.revokeSeller(collectorId)
  await shop.advance({ minutes: 3 })
  await search()
  await care()
  const paused = await ofAccount()
  await pass(30)
  expect(await ofAccount()).toEqual(paused)
  await shop.simulator.control.addSeller({ userId: collectorId, nickname: 'Otra vez', accessToken: 'APP_USR-again' })
  await connectAccount(shop.app, SYSTEM, {
    companyId,
    collectorId,
    nickname: 'Otra vez',
    accessToken: 'APP_USR-again',
    refreshToken: 'TG-again',
    expiresInSeconds: 180 * 24 * 3600,
  })
  await pass(3)
  expect(await ofAccount()).toMatchObject({ attempts: 0 })
})

test('hundreds of one moment are gone through to the end', async () => {
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const sale = await shop.givenSale({ type: { capacity: 2000 } })
  const buyers = await shop.buyers(12)
  for (const buyer of buyers) {
    const preferenceId = await shop.preferenceOf(await shop.buy(buyer, sale.typeId, sale.eventId))
    // What does not pay leaves many of the same second.
    for (let tries = 0; tries < 50; tries += 1) await shop.simulator.control.pay(preferenceId, { outcome: 'rejected' })
    await shop.simulator.control.pay(preferenceId)
  }
  await pass(5)
  expect(await shop.stockOf(sale.typeId)).toMatchObject({ sold: 12 })
})
