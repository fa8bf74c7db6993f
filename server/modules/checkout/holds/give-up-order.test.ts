/** Letting go of what is held: whose it is, what becomes free, and money that arrives all the same (rules R9.7, R10.6). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getOrders, getOrderStatus, giveUpOrder } from '#contract/sales/checkout.ts'
import { LIVE } from '#server/shared/publish-change.ts'
import { secondsBetween } from '#server/shared/clock.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createSellingPair, inControl, unlockGivingUp, type SellingPair } from '#server/testing/selling-pair.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { syncPayments } from '../incoming-payments/sync-payments.ts'

let pair: SellingPair
let shop: SellingApp
beforeAll(async () => {
  pair = await createSellingPair()
  ;({ shop } = pair)
})
afterEach(async () => expect(await shop.broken()).toEqual([]))
afterAll(() => pair.close())

const giveUp = (as: GivenUser, publicId: string, at: Pick<SellingApp, 'call'> = shop) =>
  at.call(giveUpOrder, { params: { publicId } }, { as })
const held = async (as: GivenUser, isHeld = true) => (await shop.call(getOrders, { query: { isHeld } }, { as })).orders
const stateOf = async (publicId: string) => (await shop.call(getOrderStatus, { params: { publicId }, query: {} })).state

test('what is held is listed with its time, and its places are free once it is given up', async () => {
  const { buyer, publicId, typeId, eventId } = await shop.sentToPay()
  const free = await shop.givenSale({ type: { priceCents: 0 } })
  await shop.buy(buyer, free.typeId, free.eventId)
  const [order, ...others] = await held(buyer)
  expect(others).toEqual([])
  expect(order).toMatchObject({ publicId, state: 'pending_payment', eventId })
  expect(order?.secondsToPay).toBeGreaterThan(13 * 60)
  expect(order?.secondsToPay).toBeLessThanOrEqual(14 * 60)
  expect((await held(buyer, false)).map(({ state }) => state)).toEqual(['paid'])
  const hints: string[] = []
  const stop = shop.app.bus.subscribe(LIVE, (topic) => void hints.push(String(topic)))
  await giveUp(buyer, publicId)
  expect(hints).toContain(`account:${buyer.id}`)
  stop()
  await giveUp(buyer, publicId)
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
  expect(await stateOf(publicId)).toBe('cancelled')
  expect(await held(buyer)).toEqual([])
})

test("another's order is none, and what was paid stays", async () => {
  const { publicId, buyer } = await shop.sentToPay()
  expect(await shop.refusal(giveUp(await shop.given.user(), publicId))).toBe('order_not_found')
  expect(await stateOf(publicId)).toBe('pending_payment')
  const paid = await shop.paid()
  expect(await shop.refusal(giveUp(paid.buyer, paid.publicId))).toBe('order_not_payable')
  await giveUp(buyer, publicId)
})

test('giving up gains no time: the next hold of the event keeps its end (rule R9.4)', async () => {
  const { publicId, buyer, typeId, eventId } = await shop.sentToPay()
  await shop.advance({ minutes: 7 })
  await giveUp(buyer, publicId)
  const { order } = await shop.buy(buyer, typeId, eventId)
  expect(Math.ceil(secondsBetween(order.createdAt, order.heldUntil ?? '') / 10) * 10).toBe(480)
})

test('a payment that arrives afterwards takes the places again while there are any, else it goes back', async () => {
  for (const isTaken of [false, true]) {
    const { publicId, buyer, preferenceId, typeId, eventId } = await shop.sentToPay({ type: { capacity: 2 } })
    await giveUp(buyer, publicId)
    // A «no» may be half a second old.
    await shop.advance({ seconds: 1 })
    if (isTaken) await shop.buy(await shop.given.user(), typeId, eventId)
    await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    const refunds = (await shop.refundsOf(publicId)).map(({ state }) => state)
    expect([await stateOf(publicId), refunds]).toEqual(isTaken ? ['cancelled', ['completed']] : ['paid', []])
  }
})

test('given up while it is paid: tickets or the money back, never both or neither', async () => {
  const { typeId, eventId } = await shop.givenSale({ type: { capacity: 12 } })
  const people = await shop.buyers(12)
  const orders = await Promise.all(people.map((buyer) => shop.buy(buyer, typeId, eventId)))
  for (const order of orders) await shop.simulator.control.pay(await shop.preferenceOf(order))
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const rows = await shop.app.db
    .selectFrom('orders')
    .select(['id', 'public_id'])
    .where('event_id', '=', eventId)
    .execute()
  const idOf = new Map(rows.map(({ id, public_id: publicId }) => [publicId, id]))
  await Promise.all(
    orders.flatMap(({ order: { publicId } }, n) => [
      syncPayments((n % 2 === 0 ? shop : pair.twin).app, idOf.get(publicId) ?? ''),
      giveUp(people[n] as GivenUser, publicId, n % 2 === 0 ? pair.twin : shop).catch((error: unknown) => error),
    ]),
  )
  shop.simulator.control.behave()
  await shop.settle()
  for (const { id, public_id: publicId } of rows) {
    const tickets = await shop.app.db.selectFrom('tickets').select('id').where('order_id', '=', id).execute()
    const refunds = (await shop.refundsOf(publicId)).map(({ state }) => state)
    const state = await stateOf(publicId)
    expect([state, tickets.length, refunds]).toEqual(
      state === 'paid' ? ['paid', 1, []] : ['cancelled', 0, ['completed']],
    )
  }
}, 20_000)

/** One order given up twice at once; gives how often its places went back. */
async function twice({ shop: of }: SellingPair, weaken?: typeof unlockGivingUp): Promise<number> {
  const { typeId, eventId } = await of.givenSale({ type: { capacity: 5 } })
  const [buyer, other] = (await of.buyers(2)) as [GivenUser, GivenUser] // as asked
  const { order } = await of.buy(buyer, typeId, eventId)
  // What another holds, so that places that went back twice are seen in the count.
  await of.buy(other, typeId, eventId)
  await weaken?.(of)
  const ask = () => of.call(giveUpOrder, { params: { publicId: order.publicId } }, { as: buyer })
  await Promise.allSettled([ask(), ask()])
  const { held: left } = await of.stockOf(typeId)
  return 2 - left
}

test('given up twice at once, its places go back once', async () => {
  expect(await twice(pair)).toBe(1)
})

test('without its lock they go back twice', async () => {
  // What is held is placed while it is there.
  const race = (control: SellingPair) => twice(control, unlockGivingUp)
  expect(await inControl(async () => {}, race)).toBe(2)
}, 20_000)
