import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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

test('an approved payment in time gives the tickets', async () => {
  const { eventId, typeId } = await shop.givenSale()
  const buyer = await shop.given.user()
  const purchase = await shop.buy(buyer, typeId, eventId, 2)
  expect(purchase.order).toMatchObject({ state: 'reserved', subtotalCents: 3_600_000, feeCents: 360_000, totalCents: 3_960_000 })
  await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await shop.settle()
  expect(await shop.orderState(purchase.order.publicId)).toBe('paid')
})
