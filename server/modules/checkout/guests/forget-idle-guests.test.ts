/** People who ordered without a session and never paid are forgotten (rule R10.19). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getGuestOrder } from '#contract/sales/checkout-guest.ts'
import type { Refused } from '#server/testing/app.ts'
import { deliver, newBuyer, onDevice, order as orderOf } from '#server/testing/guests.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { forgetIdleGuests } from './forget-idle-guests.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

type Bought = Awaited<ReturnType<typeof orderOf>>
async function forget(): Promise<void> {
  await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
  await forgetIdleGuests(shop.app)
}

/** What the tables still say of a mail, and how many hashes of contacts there are of an order. */
async function leftOf(
  mail: string,
  { order }: Bought,
): Promise<{ people: number; hashes: number; name: string | null }> {
  const { rows } = await sql<{ people: number; hashes: number; name: string | null }>`
    select (select count(*)::int from users where mail = ${mail}) as people,
           (select count(*)::int from guest_contacts g where g.order_id = o.id) as hashes, o.guest_name as name
      from orders o where o.public_id = ${order.publicId}`.execute(shop.app.db)
  return rows[0] ?? { people: 0, hashes: 0, name: null }
}

async function pay(bought: Bought): Promise<void> {
  await shop.simulator.control.pay(await shop.preferenceOf(bought))
  await deliver(shop)
}

const opened = ({ order, token }: Bought) =>
  shop.call(getGuestOrder, { params: { publicId: order.publicId }, query: { token } }).then(
    () => 'opened',
    (error: Refused) => error.body.code,
  )

test('who never paid is forgotten 30 days after the last order, and who paid is not', async () => {
  const far = { event: { startsInHours: 24 * 300 } }
  const sale = await shop.givenSale(far)
  const [idle, paid] = [newBuyer(), newBuyer()]
  const [lapsed, bought] = [await orderOf(shop, sale, idle), await orderOf(shop, sale, paid)]
  await pay(bought)
  await shop.advance({ hours: 29 * 24 })
  await shop.settle()
  await forget()
  expect(await leftOf(idle.mail, lapsed)).toEqual({ people: 1, hashes: 2, name: idle.name })
  await shop.advance({ hours: 2 * 24 })
  await forget()
  await forget()
  expect(await leftOf(idle.mail, lapsed)).toEqual({ people: 0, hashes: 0, name: null })
  expect(await leftOf(paid.mail, bought)).toEqual({ people: 1, hashes: 2, name: paid.name })
  expect([await opened(lapsed), await opened(bought)]).toEqual(['order_not_found', 'opened'])
  expect(await shop.broken()).toEqual([])
})

test('who came again meanwhile is kept, and a person who was refused leaves nothing', async () => {
  const sale = await shop.givenSale({ event: { startsInHours: 24 * 300 }, type: { capacity: 2 } })
  const on = onDevice()
  const person = newBuyer()
  await orderOf(shop, sale, person, { on })
  const refused = newBuyer()
  expect(await shop.refusal(orderOf(shop, sale, refused, { quantity: 2 }))).toMatch(/sold_out|contact_unproved/)
  await shop.advance({ hours: 20 * 24 })
  await shop.settle()
  const again = await orderOf(shop, sale, person, { on })
  await shop.advance({ hours: 11 * 24 })
  await shop.settle()
  await forget()
  expect(await leftOf(person.mail, again)).toMatchObject({ people: 1, name: person.name })
  expect(await leftOf(refused.mail, again)).toMatchObject({ people: 0 })
})

test('hashes of a paid order go 30 days after the event, when no limit counts by them', async () => {
  const sale = await shop.givenSale({ event: { startsInHours: 24 * 40 }, type: { priceCents: 0 } })
  const buyer = newBuyer()
  const bought = await orderOf(shop, sale, buyer)
  await shop.advance({ hours: 60 * 24 })
  await forget()
  expect(await leftOf(buyer.mail, bought)).toMatchObject({ people: 1, hashes: 2 })
  await shop.advance({ hours: 15 * 24 })
  await forget()
  expect(await leftOf(buyer.mail, bought)).toMatchObject({ people: 1, hashes: 0 })
})

test('a payment that comes after a person was forgotten goes back', async () => {
  const sale = await shop.givenSale({ event: { startsInHours: 24 * 300 } })
  const buyer = newBuyer()
  const bought = await orderOf(shop, sale, buyer)
  const preferenceId = await shop.preferenceOf(bought)
  await shop.advance({ hours: 31 * 24 })
  await shop.settle()
  await forget()
  await shop.simulator.control.pay(preferenceId)
  await deliver(shop)
  expect(await shop.orderState(bought.order.publicId)).toBe('expired')
  expect(await shop.stockOf(sale.typeId)).toEqual({ held: 0, sold: 0 })
  expect(await shop.broken()).toEqual([])
})
