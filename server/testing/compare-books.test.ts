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
