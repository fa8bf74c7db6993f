/** Drinks in the figures of an event, by an example that was computed by hand. */
import { expect, test } from 'vitest'
import { getEventMetrics, getEventTickets } from '#contract/events/metrics.ts'
import { refundTicketMoney } from '#contract/sales/refunds.ts'
import { listEventSales } from '#contract/sales/event-sales.ts'
import { compareCountedFigures } from '#server/testing/compare-figures.ts'
import { openBar } from '#server/testing/sell-drinks.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

/** Buyers pay 10 % over the price: a ticket is $19.800, a beer $6.600, water nothing. */
test('drinks are in what was paid, kept and refunded, and counted apart', async () => {
  const bar = await openBar(shop)
  const { eventId, companyId, owner } = bar
  const { tickets } = await bar.sell({ beer: 3, water: 1 })
  await bar.sell({}, 1)
  const [first, second] = tickets
  const beer = first?.vouchers.find(({ name }) => name === 'Cerveza')
  await bar.redeem(beer?.id ?? '', first?.number ?? '')
  const params = { id: eventId }
  const body = { ticketId: second?.id ?? '', reason: 'No puede venir' }
  await shop.call(refundTicketMoney, { params, body }, { as: owner })
  await shop.settle()
  const { totals } = await shop.call(getEventMetrics, { params }, { as: owner })
  expect(totals).toMatchObject({
    sales: 2,
    tickets: 3,
    // Three tickets and three beers; one of each goes back.
    paidCents: 3 * 1_980_000 + 3 * 660_000,
    refundedCents: 1_980_000 + 660_000,
    platformCents: 2 * 180_000 + 2 * 60_000,
  })
  const { drinks } = await shop.call(getEventTickets, { params }, { as: owner })
  expect(drinks).toEqual([
    { id: bar.menu.beer, name: 'Cerveza', sold: 3, redeemed: 1, paidCents: 3 * 660_000 },
    { id: bar.menu.water, name: 'Agua', sold: 1, redeemed: 0, paidCents: 0 },
  ])
  expect(await compareCountedFigures(shop, { owner, eventId, companyId })).toEqual([])
  const { sales } = await shop.call(listEventSales, { params, query: {} }, { as: owner })
  expect(sales.map(({ drinks: bought, paid }) => [bought, paid])).toEqual(
    expect.arrayContaining([
      [[], 19_800],
      [
        [
          { name: 'Cerveza', quantity: 3 },
          { name: 'Agua', quantity: 1 },
        ],
        59_400,
      ],
    ]),
  )
})
