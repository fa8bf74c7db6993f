/** Threats 11 and 29: what strangers may have of a free event without a verified contact (rules R9.5, R10.20). */
import { expect, test } from 'vitest'
import { createMultiplePurchase } from '#contract/sales/checkout.ts'
import { giveUpTickets } from '#server/modules/tickets/give-up-tickets.ts'
import { newId } from '#server/shared/ids.ts'
import type { Refused } from '#server/testing/app.ts'
import { deliver, newBuyer, onDevice, order as orderOf, proofOf, type GuestOptions } from '#server/testing/guests.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const freeSale = (capacity: number) => shop.givenSale({ type: { capacity, priceCents: 0 } })
type Sale = Awaited<ReturnType<typeof freeSale>>

const take = (sale: Sale, options: GuestOptions = {}, buyer = newBuyer()) =>
  orderOf(shop, sale, buyer, options).then(
    () => 'placed',
    (error: Refused) => error.body.code,
  )
const unprovedOf = async ({ typeId }: Sale) =>
  (
    await shop.app.db
      .selectFrom('ticket_stock')
      .select('unproved')
      .where('type_id', '=', typeId)
      .executeTakeFirstOrThrow()
  ).unproved

test('a stranger has half of a free event, and everybody else the rest by a code; nobody reads that it is sold out', async () => {
  const sale = await freeSale(80)
  const answers = await Promise.all(Array.from({ length: 8 }, () => take(sale, { quantity: 10 })))
  expect(answers.toSorted()).toEqual([...Array<string>(4).fill('contact_unproved'), ...Array<string>(4).fill('placed')])
  expect([await unprovedOf(sale), await shop.stockOf(sale.typeId)]).toEqual([40, { held: 0, sold: 40 }])
  expect(await take(sale)).toBe('contact_unproved')
  const [buyer, on] = [newBuyer(), onDevice()]
  const contactProofs = [await proofOf(shop, buyer, on, 'mail')]
  expect(await take(sale, { on, contactProofs, quantity: 10 }, buyer)).toBe('placed')
  const verified = await shop.given.user()
  const body = { eventId: sale.eventId, items: [{ ticketTypeId: sale.typeId, quantity: 2 }] }
  expect((await shop.call(createMultiplePurchase, { body }, { as: verified })).order.state).toBe('paid')
  const unverified = await shop.given.user({ proved: [] })
  expect(await shop.refusal(shop.call(createMultiplePurchase, { body }, { as: unverified }))).toBe('contact_unproved')
  expect([await unprovedOf(sale), await shop.stockOf(sale.typeId)]).toEqual([40, { held: 0, sold: 52 }])
  await deliver(shop)
  expect(await shop.broken()).toEqual([])
})

test('unpaid holds and free places are one half', async () => {
  const sale = await freeSale(8)
  const drinkId = newId()
  const gin = { id: drinkId, event_id: sale.eventId, name: 'Gin', price_cents: 900_000, position: 1 }
  await shop.app.db.insertInto('drinks').values(gin).execute()
  const unverified = await shop.given.user({ proved: [] })
  const items = [{ ticketTypeId: sale.typeId, quantity: 3 }]
  const body = { eventId: sale.eventId, items, drinks: [{ drinkId, quantity: 1 }] }
  await shop.call(createMultiplePurchase, { body }, { as: unverified })
  expect(await unprovedOf(sale)).toBe(3)
  expect([await take(sale, { quantity: 2 }), await take(sale)]).toEqual(['contact_unproved', 'placed'])
  expect(await unprovedOf(sale)).toBe(4)
  await shop.advance({ minutes: 17 })
  await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
  expect(await unprovedOf(sale)).toBe(1)
  expect(await take(sale, { quantity: 3 })).toBe('placed')
  expect(await shop.broken()).toEqual([])
})

test('what a holder gives up is of the share again', async () => {
  const sale = await freeSale(4)
  const buyer = newBuyer()
  expect([await take(sale, { quantity: 2 }, buyer), await take(sale)]).toEqual(['placed', 'contact_unproved'])
  const { id } = await shop.app.db
    .selectFrom('users')
    .select('id')
    .where('mail', '=', buyer.mail)
    .executeTakeFirstOrThrow()
  await giveUpTickets(shop.app, id)
  expect([await unprovedOf(sale), await shop.stockOf(sale.typeId)]).toEqual([0, { held: 0, sold: 0 }])
  expect(await take(sale)).toBe('placed')
  expect(await shop.broken()).toEqual([])
})

test('a device has three free orders of an event in a day without a code, whatever contacts it types', async () => {
  const sale = await freeSale(1000)
  const on = onDevice()
  const answers: string[] = []
  for (let n = 0; n < 5; n += 1) answers.push(await take(sale, { on }))
  expect(answers).toEqual([...Array<string>(3).fill('placed'), 'contact_unproved', 'contact_unproved'])
  const buyer = newBuyer()
  expect(await take(sale, { on, contactProofs: [await proofOf(shop, buyer, on)] }, buyer)).toBe('placed')
  const paid = await shop.givenSale()
  expect(await take(paid, { on }), 'its unpaid holds are counted apart').toBe('placed')
  await shop.advance({ hours: 25 })
  expect(await take(sale, { on })).toBe('placed')
})
