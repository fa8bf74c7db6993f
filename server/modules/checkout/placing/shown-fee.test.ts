import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPurchase } from '#contract/sales/checkout.ts'
import { getTicketTypes } from '#contract/events/events.ts'
import { toPesos } from '#contract/values/money.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(() => shop.close())

test.each([
  [1_850_000, 1000, 185_000],
  [99_900, 333, 3_300],
  [1_500, 1000, 200],
])('what is shown of %i centavos at %i is what the order charges', async (priceCents, serviceFeeBps, fee) => {
  const { eventId, typeId } = await shop.givenSale({ event: { serviceFeeBps }, type: { priceCents } })
  const { ticketTypes } = await shop.call(getTicketTypes, { query: { eventId } })
  expect(ticketTypes.map((type) => type.fee)).toEqual([toPesos(fee)])
  const body = { eventId, ticketTypeId: typeId, quantity: 1 }
  const { order } = await shop.call(createPurchase, { body }, { as: await shop.given.user() })
  expect(order.lines.map(({ unitFeeCents }) => unitFeeCents)).toEqual([fee])
})
