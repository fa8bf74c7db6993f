import { expect, test } from 'vitest'
import { getOrderStatus } from '#contract/sales/checkout.ts'
import { addSeconds } from '#server/shared/clock.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const status = (publicId: string) => shop.call(getOrderStatus, { params: { publicId }, query: {} })

test('a rejection says why and gives ten minutes more, once', async () => {
  const { publicId, preferenceId, purchase } = await shop.sentToPay()
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
    addSeconds(held, 540).replace('Z', '+00:00'),
  )
  await shop.simulator.control.pay(again)
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('paid')
})

test('in process where cash is taken keeps the places for 48 h, a voucher for 72 h, never past 6 h before the start', async () => {
  const far = { event: { acceptsCash: true, startsInHours: 240 } }
  const inReview = await shop.sentToPay(far)
  await shop.simulator.control.pay(inReview.preferenceId, { outcome: 'in_process' })
  const voucher = await shop.sentToPay(far)
  await shop.simulator.control.pay(voucher.preferenceId, { outcome: 'pending', method: 'rapipago' })
  const near = await shop.sentToPay({ event: { acceptsCash: true, startsInHours: 20 } })
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
  const { publicId, preferenceId } = await shop.sentToPay({ event: { acceptsCash: true, startsInHours: 240 } })
  const paymentId = await shop.simulator.control.pay(preferenceId, { outcome: 'pending' })
  await shop.simulator.control.cancel(paymentId)
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('pending_payment')
})
