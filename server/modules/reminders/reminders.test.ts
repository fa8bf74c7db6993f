/** Rules R22: an organizer reminds people of what is left to do, once a day, and each of them once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPendingReminders, sendPendingReminders } from '#contract/events/reminders.ts'
import { newId } from '#server/shared/ids.ts'
import { readPhone } from '#server/shared/phone.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { newBuyer, order } from '#server/testing/guests.ts'
import { textsAt } from '#server/testing/read-inbox.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(() => shop.close())

/** An event with a person of each kind, and its organizer. */
async function given() {
  const sale = await shop.givenSale({ type: { capacity: 50 } })
  const { eventId, typeId, companyId } = sale
  const organizer = await shop.given.user({ memberOf: { id: companyId } })
  const [owes, lapsed] = [await shop.given.user(), await shop.given.user({ name: 'Li 𠮷野' })]
  const [quiet, returned] = [await shop.given.user(), await shop.given.user()]
  for (const buyer of [owes, lapsed, quiet, returned]) await shop.buy(buyer, typeId, eventId)
  await shop.app.db.updateTable('users').set({ accepts_advertising: false }).where('id', '=', quiet.id).execute()
  await endOrders([lapsed, quiet, returned])
  await pendingPayment(owes)
  await shop.buy(returned, typeId, eventId)
  const waiting = await shop.given.user({ state: 'pending', name: 'Elena Sin Cuenta' })
  await shop.given.ticket({ type: { id: typeId, eventId }, holder: waiting })
  const call = { params: { id: eventId } }
  return {
    ...sale,
    organizer,
    owes,
    lapsed,
    quiet,
    returned,
    waiting,
    preview: () => shop.call(getPendingReminders, call, { as: organizer }),
    send: (as: GivenUser = organizer) => shop.call(sendPendingReminders, call, { as }),
  }
}

/** Their holds expired. */
async function endOrders(buyers: readonly GivenUser[]): Promise<void> {
  const ids = buyers.map(({ id }) => id)
  await shop.app.db
    .updateTable('orders')
    .set({ state: 'expired', held_until: null, ended_at: sql`app_now()` })
    .where('buyer_id', 'in', ids)
    .execute()
}

/** The provider gave them a coupon that is not paid. */
async function pendingPayment({ id }: GivenUser): Promise<void> {
  const order = await shop.app.db
    .updateTable('orders')
    .set({ state: 'pending_payment' })
    .where('buyer_id', '=', id)
    .returning(['id', 'total_cents'])
    .executeTakeFirstOrThrow()
  await shop.app.db
    .insertInto('payments')
    .values({
      id: newId(),
      order_id: order.id,
      provider_payment_id: newId(),
      status: 'pending',
      status_detail: 'pending_waiting_payment',
      amount_cents: order.total_cents,
      currency: 'ARS',
      last_updated_at: shop.app.clock.now(),
    })
    .execute()
}

const inboxOf = async ({ mail }: GivenUser) => textsAt(shop, mail ?? '')

test('a payment in cash, a hold that lapsed and an account that waits are reminded, each by what it lacks', async () => {
  const at = await given()
  const { groups, people, nextAt } = await at.preview()
  expect(groups).toEqual([
    { kind: 'cash', people: 1, names: [at.owes.name] },
    { kind: 'expired', people: 1, names: [at.lapsed.name] },
    { kind: 'activation', people: 1, names: ['Elena Sin Cuenta'] },
  ])
  expect([people, nextAt]).toEqual([3, null])
  expect(await at.send()).toEqual({ groups, people })
  await shop.settle()
  expect((await inboxOf(at.owes)).filter((text) => text.startsWith('Te falta pagar'))).toHaveLength(1)
  expect((await inboxOf(at.lapsed)).filter((text) => text.startsWith('Todavía hay lugar'))).toHaveLength(1)
  const [account = ''] = (await inboxOf(at.waiting)).filter((text) => text.startsWith('Tu entrada para'))
  expect(account).toMatch(/\/activate-account#token=/)
  for (const person of [at.quiet, at.returned]) {
    expect((await inboxOf(person)).filter((text) => /^(Te falta|Todavía hay)/.test(text))).toEqual([])
  }
})

test('once a day of an event, and one a day to a person from all organizers', async () => {
  const at = await given()
  await at.send()
  await expect(at.send()).rejects.toThrow('reminders_sent_lately')
  expect(await at.preview()).toMatchObject({ groups: [], people: 0, nextAt: expect.any(String) as string })

  // Another event that day does not reach the same person; it reaches no other, and does not count as sent.
  const other = await shop.givenSale()
  const organizer = await shop.given.user({ memberOf: { id: other.companyId } })
  await shop.buy(at.lapsed, other.typeId, other.eventId)
  await endOrders([at.lapsed])
  const call = { params: { id: other.eventId } }
  await expect(shop.call(sendPendingReminders, call, { as: organizer })).rejects.toThrow('no_reminders')
  await shop.app.db
    .updateTable('reminders')
    .set({ day: sql`day - 1` })
    .execute()
  expect(await shop.call(sendPendingReminders, call, { as: organizer })).toMatchObject({ people: 1 })
})

test('a card that the provider reviews and a hold that is over are not asked to pay', async () => {
  const at = await given()
  const kinds = async () => (await at.preview()).groups.map(({ kind }) => kind)
  expect(await kinds()).toContain('cash')
  const detail = (status_detail: string) => shop.app.db.updateTable('payments').set({ status_detail }).execute()
  await detail('pending_review_manual')
  expect(await kinds()).not.toContain('cash')
  await detail('pending_waiting_payment')
  await shop.app.db
    .updateTable('orders')
    .set({ held_until: sql`app_now()` })
    .where('buyer_id', '=', at.owes.id)
    .execute()
  expect(await kinds()).not.toContain('cash')
})

test('two at once send once', async () => {
  const at = await given()
  const sent = await Promise.allSettled(Array.from({ length: 8 }, () => at.send()))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await shop.settle()
  expect((await inboxOf(at.owes)).filter((text) => text.startsWith('Te falta pagar'))).toHaveLength(1)
})

test('who has paid, bought or activated by the time it leaves gets nothing', async () => {
  const at = await given()
  await at.send()
  await shop.app.db.updateTable('orders').set({ state: 'expired' }).where('buyer_id', '=', at.owes.id).execute()
  await shop.given.ticket({ type: { id: at.typeId, eventId: at.eventId }, holder: at.lapsed })
  await shop.app.db.updateTable('users').set({ state: 'active' }).where('id', '=', at.waiting.id).execute()
  await shop.settle()
  for (const person of [at.owes, at.lapsed, at.waiting]) {
    expect((await inboxOf(person)).filter((text) => /^(Te falta|Todavía hay|Tu entrada para)/.test(text))).toEqual([])
  }
})

test('a hold that lapsed is reminded while its type has places, and for two days', async () => {
  const at = await given()
  await shop.app.db.updateTable('ticket_stock').set({ held: 0, sold: 50 }).where('type_id', '=', at.typeId).execute()
  const kinds = async () => (await at.preview()).groups.map(({ kind }) => kind)
  expect(await kinds()).not.toContain('expired')
  await shop.app.db.updateTable('ticket_stock').set({ sold: 1 }).where('type_id', '=', at.typeId).execute()
  expect(await kinds()).toContain('expired')
  await shop.app.db
    .updateTable('orders')
    .set({ ended_at: sql`app_now() - interval '49 hours'` })
    .where('buyer_id', '=', at.lapsed.id)
    .execute()
  expect(await kinds()).not.toContain('expired')
})

test('four devices of one phone and mail are one person, whom a day and a purchase count once (rule R6.14)', async () => {
  const sale = await shop.givenSale({ type: { capacity: 50 } })
  const organizer = await shop.given.user({ memberOf: { id: sale.companyId } })
  const call = { params: { id: sale.eventId } }
  const sol = newBuyer()
  const lapse = async () => {
    await sql`update users set accepts_advertising = true where state = 'pending'`.execute(shop.app.db)
    return shop.app.db
      .updateTable('orders')
      .set({ state: 'expired', held_until: null, ended_at: sql`app_now()` })
      .where('event_id', '=', sale.eventId)
      .where('state', '=', 'reserved')
      .execute()
  }
  for (let device = 0; device < 4; device += 1) await order(shop, sale, sol)
  await lapse()
  const preview = () => shop.call(getPendingReminders, call, { as: organizer })
  expect(await preview()).toMatchObject({ people: 1 })
  await shop.call(sendPendingReminders, call, { as: organizer })
  await shop.settle()
  const received = async () =>
    (await textsAt(shop, sol.mail)).filter((text) => text.startsWith('Todavía hay lugar')).length
  expect(await received()).toBe(1)
  // By another mailbox of the phone, the same day.
  await order(shop, sale, { ...newBuyer(), phone: sol.phone })
  await lapse()
  expect(await preview()).toMatchObject({ people: 0 })
  await sql`update reminders set day = day - 1`.execute(shop.app.db)
  expect(await preview()).toMatchObject({ people: 1 })
  // They bought with the account that verified the phone.
  const own = await shop.given.user({ phone: readPhone(sol.phone) })
  await shop.given.ticket({ type: { id: sale.typeId, eventId: sale.eventId }, holder: own })
  expect(await preview()).toMatchObject({ people: 0 })
})
