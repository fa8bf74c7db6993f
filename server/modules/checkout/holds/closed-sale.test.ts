/** A sale that was closed by hand (rule R8.14): what was begun before it may be paid, and the door stays open. */
import { expect, test } from 'vitest'
import { payOrder } from '#contract/sales/checkout.ts'
import { closeEventSales, openEventSales } from '#contract/events/events-managed.ts'
import { generateCourtesy } from '#contract/sales/box-office.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { expireOrders } from './expire-orders.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

async function held() {
  const sale = await shop.givenSale({ event: { startsInHours: 2 } })
  const { eventId, companyId } = sale
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const free = await shop.given.ticketType({ event: { id: eventId }, priceCents: 0 })
  const buyer = await shop.given.user()
  const purchase = await shop.buy(buyer, sale.typeId, eventId)
  const params = { id: eventId }
  const cut = () => shop.call(closeEventSales, { params }, { as: owner })
  const open = () => shop.call(openEventSales, { params }, { as: owner })
  return { ...sale, free, owner, buyer, purchase, publicId: purchase.order.publicId, cut, open }
}

test('no order begins after the cut, of paid types or free ones; after it was opened again one does', async () => {
  const { typeId, free, eventId, buyer, publicId, cut, open } = await held()
  await cut()
  const other = await shop.given.user()
  expect(await shop.refusal(shop.buy(other, typeId, eventId))).toBe('event_not_on_sale')
  expect(await shop.refusal(shop.buy(other, free.id, eventId))).toBe('event_not_on_sale')
  // The buyer's own hold is not given up for an order that is refused.
  expect(await shop.refusal(shop.buy(buyer, typeId, eventId, 2))).toBe('event_not_on_sale')
  expect(await shop.orderState(publicId)).toBe('reserved')
  await open()
  expect((await shop.buy(other, free.id, eventId)).order.state).toBe('paid')
})

test('an unpaid hold of before is paid in its time, by its own link and again from the list of orders', async () => {
  const { typeId, buyer, purchase, publicId, cut } = await held()
  await cut()
  const preferenceId = await shop.preferenceOf(purchase)
  const again = await shop.call(payOrder, { params: { publicId } }, { as: buyer })
  expect(await shop.preferenceOf(again)).toBe(preferenceId)
  await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('paid')
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 1 })
})

test('what is paid after its hold has ended goes back, as nothing is sold any more', async () => {
  const { purchase, publicId, typeId, cut } = await held()
  const preferenceId = await shop.preferenceOf(purchase)
  await cut()
  const paymentId = await shop.simulator.control.pay(preferenceId, { outcome: 'pending' })
  await shop.advance({ hours: 1 })
  await expireOrders(shop.app)
  await shop.simulator.control.approve(paymentId)
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('expired')
  expect(await shop.refundsOf(publicId)).toMatchObject([{ source: 'late_payment', state: 'completed' }])
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
})

test('the door admits who bought and who was invited', async () => {
  const { eventId, owner, purchase, cut } = await held()
  await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await shop.settle()
  await cut()
  const invited = { userName: 'Elena Sosa', userPhone: '+5493415559001', userEmail: 'elena@previa.example' }
  await shop.call(generateCourtesy, { query: {}, body: { eventId, ...invited } }, { as: owner })
  const tickets = await shop.app.db.selectFrom('tickets').select('number').where('event_id', '=', eventId).execute()
  expect(tickets).toHaveLength(2)
  for (const { number: ticketId } of tickets) {
    await shop.call(scanTicket, { params: { ticketId }, body: { eventId, via: 'typed' } }, { as: owner })
  }
  expect((await shop.ticketsOf(eventId)).map(({ state }) => state)).toEqual(['used', 'used'])
})
