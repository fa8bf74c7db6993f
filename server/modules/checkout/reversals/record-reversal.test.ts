import { expect, test } from 'vitest'
import { getOrderStatus } from '#contract/sales/checkout.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const status = (publicId: string) => shop.call(getOrderStatus, { params: { publicId }, query: {} })

const [suspended, refunded, valid] = ['suspended', 'refunded', 'valid'].map((state) => [
  { state, kind: 'paid' },
  { state, kind: 'paid' },
])

test('a chargeback puts the order in dispute: no door admits its tickets, and their places are kept', async () => {
  const { publicId, paymentId, eventId, typeId } = await shop.paid()
  await shop.simulator.control.chargeBack(paymentId)
  await shop.settle()
  expect(await status(publicId)).toMatchObject({ state: 'in_dispute', nextStep: 'none' })
  expect(await shop.ticketsOf(eventId)).toEqual(suspended)
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 2 })
  expect(await shop.refundsOf(publicId)).toMatchObject([
    { source: 'chargeback', state: 'external', amountCents: 3_960_000 },
  ])
})

test('lost, it ends the tickets and frees their places', async () => {
  const { publicId, paymentId, eventId, typeId } = await shop.paid()
  await shop.simulator.control.chargeBack(paymentId)
  await shop.settle()
  await shop.simulator.control.settleChargeback(paymentId, 'lost')
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('refunded')
  expect(await shop.ticketsOf(eventId)).toEqual(refunded)
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
})

test.each([
  ['as if nothing had been', 0, 'paid'],
  ['as it was after a part had gone back', 1_000_000, 'partially_refunded'],
] as const)('won, all is %s, and it may be charged back again', async (_, part, state) => {
  const { publicId, paymentId, eventId, typeId } = await shop.paid()
  if (part > 0) await shop.simulator.control.refund(paymentId, part)
  for (let round = 0; round < 2; round += 1) {
    await shop.simulator.control.chargeBack(paymentId)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('in_dispute')
    await shop.simulator.control.settleChargeback(paymentId, 'won')
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe(state)
    expect(await shop.ticketsOf(eventId)).toEqual(valid)
    expect(await shop.broken()).toEqual([])
  }
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 2 })
})

test('won after the event, its tickets have expired', async () => {
  const { paymentId, eventId } = await shop.paid({ event: { startsInHours: 24 } })
  await shop.simulator.control.chargeBack(paymentId)
  await shop.settle()
  await shop.advance({ hours: 24 * 6 })
  await shop.app.db.updateTable('events').set({ state: 'success' }).where('id', '=', eventId).execute()
  await shop.app.queue.runJob(shop.app, 'tickets.expire')
  await shop.simulator.control.settleChargeback(paymentId, 'won')
  await shop.settle()
  expect((await shop.ticketsOf(eventId)).map((ticket) => ticket.state)).toEqual(['expired', 'expired'])
})

test('any news of a chargeback, in any order and number, end alike (M3)', async () => {
  for (const outcome of ['lost', 'won'] as const) {
    const { publicId, paymentId } = await shop.paid()
    shop.simulator.control.setSwitches({ duplicateNotifications: 3, shuffleNotifications: true })
    await shop.simulator.control.chargeBack(paymentId)
    await shop.simulator.control.settleChargeback(paymentId, outcome)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe(outcome === 'lost' ? 'refunded' : 'paid')
  }
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
  expect((await shop.ticketsOf(eventId)).map(({ state }) => state).toSorted()).toEqual(['suspended', 'used'])
  await shop.simulator.control.settleChargeback(paymentId, 'lost')
  await shop.settle()
  expect((await shop.ticketsOf(eventId)).map(({ state }) => state).toSorted()).toEqual(['refunded', 'used'])
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 1 })
  expect(await shop.orderState(publicId)).toBe('refunded')
})

test.each(['while it waits to go back', 'before we heard of it'])(
  'money that bought nothing and that the bank took %s goes back once it is won',
  async (when) => {
    const { preferenceId, collectorId } = await shop.paid()
    if (when === 'before we heard of it') shop.simulator.control.setSwitches({ dropNotifications: true })
    await shop.simulator.control.setBalance(collectorId, 0)
    const second = await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await shop.broken()).toEqual([])
    await shop.simulator.control.setBalance(collectorId, null)
    shop.simulator.control.setSwitches({ dropNotifications: false })
    await shop.simulator.control.chargeBack(second)
    await shop.settle()
    expect(await shop.broken()).toEqual([])
    await shop.simulator.control.settleChargeback(second, 'won')
    await shop.settle()
    expect(await shop.broken()).toEqual([])
    for (let round = 0; round < 8; round += 1) {
      await shop.advance({ minutes: 30 })
      await shop.settle()
    }
    expect(shop.simulator.control.payment(second)).toMatchObject({ status: 'refunded' })
  },
)
