/** A regret of drinks that were added to a ticket later: a purchase of its own, which leaves the ticket alone. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { confirmRegret, getRegret, submitRegret } from '#contract/sales/regrets.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { textsAt } from '#server/testing/read-inbox.ts'
import { openBar } from '#server/testing/sell-drinks.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

type Bar = Awaited<ReturnType<typeof openBar>>
type Added = Parameters<Bar['add']>[2]

/** A ticket of an event far off, and drinks that its holder added to it. */
async function givenAdded(drinks: Added) {
  const bar = await openBar(shop, { startsInHours: 24 * 30 })
  const { buyer, tickets, purchase } = await bar.sell({}, 1)
  const [ticket] = tickets
  if (!ticket) throw new Error('There is no ticket')
  const added = await bar.add(buyer, ticket.id, drinks)
  const paymentId = await bar.pay(added)
  const vouchers = async () => (await bar.ticketsOf(buyer))[0]?.vouchers ?? []
  return { bar, buyer, ticket, bought: purchase.order.publicId, publicId: added.order.publicId, paymentId, vouchers }
}

/** Submits it by its number, and opens the link that its buyer was sent. */
async function regret(publicId: string, mail: string | null) {
  const { code } = await shop.call(submitRegret, { body: { orderNumber: publicId } })
  await shop.settle()
  const texts = await textsAt(shop, mail ?? '')
  const token = /#token=([\w.-]+)/.exec(texts.filter((text) => text.includes(code)).join('\n'))?.[1] ?? ''
  const read = () => shop.call(getRegret, { params: { code }, query: { token } })
  const confirm = async () => {
    await shop.call(confirmRegret, { params: { code }, body: { token, orderIds: [publicId] } })
    await shop.settle()
    await shop.settle()
    return read()
  }
  return { read, confirm }
}

test('all of it goes back by itself, with its fee; the ticket stays valid and only its drinks are gone', async () => {
  const { buyer, bar, bought, publicId, paymentId, vouchers } = await givenAdded({ beer: 2, gin: 1 })
  expect(await vouchers()).toHaveLength(3)
  const { read, confirm } = await regret(publicId, buyer.mail)
  expect((await read()).orders).toMatchObject([{ orderId: publicId, amount: 23_650, isEligible: true, obstacle: null }])
  expect((await confirm()).state).toBe('done')
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(2_365_000)
  expect(await shop.orderState(publicId)).toBe('refunded')
  expect(await shop.orderState(bought)).toBe('paid')
  expect(await vouchers()).toEqual([])
  expect((await bar.ticketsOf(buyer))[0]?.state).toBe('valid')
  expect(await shop.refundsOf(publicId)).toMatchObject([{ source: 'buyer_regret', state: 'completed' }])
})

test('of what the bar served nothing goes back, the rest does', async () => {
  const { buyer, bar, publicId, paymentId } = await givenAdded({ beer: 1, gin: 1 })
  await sql`
    update drink_vouchers set redeemed_at = app_now(), redeemed_by = ${bar.barman.id}
     where drink_id = ${bar.menu.gin}`.execute(shop.app.db)
  const { read, confirm } = await regret(publicId, buyer.mail)
  expect((await read()).orders).toMatchObject([{ amount: 6600, isEligible: true }])
  await confirm()
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(660_000)
  expect((await bar.ticketsOf(buyer))[0]?.vouchers.map(({ name }) => name)).toEqual(['Gin'])
})

test('of a ticket that was handed on since a person decides, and its holder keeps the drinks meanwhile (rule R21.6)', async () => {
  const { buyer, bar, ticket, publicId, paymentId } = await givenAdded({ beer: 1 })
  const friend = await shop.given.user()
  await shop.call(transferTicket, { params: { id: ticket.id }, body: { toUserId: friend.id } }, { as: buyer })
  await shop.settle()
  const { read, confirm } = await regret(publicId, buyer.mail)
  expect((await read()).orders).toMatchObject([{ isEligible: false, obstacle: 'transferred' }])
  expect((await confirm()).orders).toMatchObject([{ outcome: 'with_person' }])
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(0)
  expect((await bar.ticketsOf(friend))[0]?.vouchers).toHaveLength(1)
})
