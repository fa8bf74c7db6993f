import { expect, test } from 'vitest'
import { compareBooks } from './compare-books.ts'
import type { SellingApp } from './selling-app.ts'
import { eachTestSettles } from './settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

test('a centavo that the provider has otherwise is seen, whichever it is', async () => {
  const { publicId, paymentId } = await shop.paid()
  await shop.simulator.control.refund(paymentId, 500_00)
  await shop.settle()
  const compareWith = (
    figure: 'amountCents' | 'refundedCents' | 'marketplaceFeeCents' | 'marketplaceReturnedCents' | 'feeCents',
  ) =>
    compareBooks(
      shop.app,
      shop.simulator.control.payments().map((payment) => ({ ...payment, [figure]: payment[figure] + 1 })),
    )
  const found = [
    await compareWith('amountCents'),
    await compareWith('refundedCents'),
    await compareWith('marketplaceFeeCents'),
    await compareWith('marketplaceReturnedCents'),
    await compareWith('feeCents'),
  ]
  expect(found.map((each) => each.map((line) => line.split(':')[0]))).toEqual([
    [`${publicId} charged`],
    [`${publicId} returned`],
    [`${publicId} platform`],
    [`${publicId} platform_returned`],
    [`${publicId} provider`],
  ])
})

test('a payment of an order that we never heard of is seen, until its money has gone back', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const paymentId = await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  const compare = () => compareBooks(shop.app, shop.simulator.control.payments())
  expect(await compare()).toEqual([`${publicId} charged: 0 in the ledger, 3960000 in the provider's books`])
  await shop.simulator.control.refund(paymentId, 1_000_000)
  expect(await compare()).toHaveLength(2)
  await shop.simulator.control.refund(paymentId)
  expect(await compare()).toEqual([])
})

test.each([
  ['pending', { outcome: 'pending' }],
  ['of another collector', { collectorId: '999999999' }],
  ['made with test credentials', { liveMode: false }],
  ['of what its seller sells elsewhere', { externalReference: 'no-such-order' }],
] as const)('one that is %s is no difference', async (_name, options) => {
  const { preferenceId } = await shop.sentToPay()
  await shop.simulator.control.pay(preferenceId, options)
  await shop.settle()
  expect(await compareBooks(shop.app, shop.simulator.control.payments())).toEqual([])
})
