import { expect, test } from 'vitest'
import { getOrderStatus } from '#contract/checkout.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const status = (publicId: string) => shop.call(getOrderStatus, { params: { publicId } })

test('a chargeback puts the order in dispute and no door admits its tickets', async () => {
  const { publicId, paymentId, eventId, typeId } = await shop.paid()
  await shop.simulator.control.chargeBack(paymentId)
  await shop.settle()
  expect(await status(publicId)).toMatchObject({ state: 'in_dispute', nextStep: 'none' })
  expect(await shop.ticketsOf(eventId)).toEqual([
    { state: 'refunded', kind: 'paid' },
    { state: 'refunded', kind: 'paid' },
  ])
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
  expect(await shop.refundsOf(publicId)).toMatchObject([
    { source: 'chargeback', state: 'external', amountCents: 3_960_000 },
  ])
})

test("the seller's own refund of everything ends tickets and frees their places", async () => {
  const { publicId, paymentId, typeId } = await shop.paid()
  await shop.simulator.control.refund(paymentId)
  await shop.settle()
  expect(await status(publicId)).toMatchObject({ state: 'refunded', nextStep: 'none' })
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
})

test('and of a part leaves the tickets, until the rest goes too', async () => {
  const { publicId, paymentId, eventId } = await shop.paid()
  await shop.simulator.control.refund(paymentId, 1_000_000)
  await shop.settle()
  expect(await status(publicId)).toMatchObject({ state: 'partially_refunded', nextStep: 'tickets' })
  expect(await shop.ticketsOf(eventId)).toMatchObject([{ state: 'valid' }, { state: 'valid' }])
  await shop.simulator.control.refund(paymentId)
  await shop.settle()
  expect(await status(publicId)).toMatchObject({ state: 'refunded' })
  expect(await shop.ticketsOf(eventId)).toMatchObject([{ state: 'refunded' }, { state: 'refunded' }])
})

test('a used ticket stays used, and its place sold', async () => {
  const { publicId, paymentId, eventId, typeId } = await shop.paid()
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
  expect((await shop.ticketsOf(eventId)).map(({ state }) => state).toSorted()).toEqual(['refunded', 'used'])
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 1 })
  expect(await shop.orderState(publicId)).toBe('in_dispute')
})
