/** Drinks that a ticket's holder buys for it afterwards: paid, served, handed on and refunded as orders of their own. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPurchase, getOrders, getOrderStatus } from '#contract/sales/checkout.ts'
import { listEventSales } from '#contract/sales/event-sales.ts'
import { startMassRefund } from '#contract/sales/refunds-mass.ts'
import { getRefundSummary, listRefundTickets, refundDrinks, refundTicketMoney } from '#contract/sales/refunds.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { getEventTicket } from '#contract/sales/ticket-desk.ts'
import { getTicketPdf, transferTicket } from '#contract/sales/tickets.ts'
import { cancelEvent } from '#contract/events/events-managed.ts'
import { pdfLines } from '#server/testing/pdf-text.ts'
import { openBar } from '#server/testing/sell-drinks.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

type Bar = Awaited<ReturnType<typeof openBar>>
const reason = 'No se sirvió'

/** A bar, and a buyer who has one ticket with its code. */
async function holderAtBar(...event: Parameters<typeof openBar> extends [unknown, ...infer Rest] ? Rest : never) {
  const bar = await openBar(shop, ...event)
  const sold = await bar.sell({}, 1)
  const [ticket] = sold.tickets
  if (!ticket?.code) throw new Error('There is no ticket with a code')
  const drinksOf = async (holder: GivenUser = sold.buyer) =>
    (await bar.ticketsOf(holder))[0]?.vouchers.map(({ name }) => name) ?? []
  return { ...sold, bar, ticket: { ...ticket, code: ticket.code }, drinksOf }
}

const enter = (bar: Bar, ticket: { id: string; code: string }) =>
  shop.call(
    scanTicket,
    { params: { ticketId: ticket.id }, body: { eventId: bar.eventId, code: ticket.code } },
    { as: bar.barman },
  )
const refundTicket = (bar: Bar, ticketId: string, as = bar.owner) =>
  shop.call(refundTicketMoney, { params: { id: bar.eventId }, body: { ticketId, reason } }, { as })
const refundAdded = (bar: Bar, orderId: string, as = bar.owner) =>
  shop.call(refundDrinks, { params: { id: bar.eventId }, body: { orderId, reason } }, { as })

test('a person who is inside adds drinks to the ticket, pays, and has them at the bar by the same code', async () => {
  const { bar, buyer, ticket, drinksOf } = await holderAtBar()
  await enter(bar, ticket)
  const purchase = await bar.add(buyer, ticket.id, { beer: 2, gin: 1 })
  expect(purchase.order).toMatchObject({
    state: 'reserved',
    lines: [],
    subtotalCents: 2 * 600_000 + 950_000,
    feeCents: 2 * 60_000 + 95_000,
    totalCents: 2 * 660_000 + 1_045_000,
  })
  expect(await drinksOf()).toEqual([])
  await bar.pay(purchase)
  const { publicId } = purchase.order
  expect(await shop.call(getOrderStatus, { params: { publicId }, query: {} })).toMatchObject({
    state: 'paid',
    nextStep: 'tickets',
  })
  expect((await drinksOf()).toSorted()).toEqual(['Cerveza', 'Cerveza', 'Gin'])
  const scanned = await bar.scan(ticket.code)
  expect(scanned.vouchers).toHaveLength(3)
  await bar.redeem(scanned.vouchers[0]?.id ?? '', ticket.code)
  // The paper names them, served or not.
  const pdf = await shop.call(getTicketPdf, { params: { id: ticket.id }, query: {} }, { as: buyer })
  expect(pdfLines(Buffer.from(await pdf.arrayBuffer())).join(' ')).toMatch(/2 × Cerveza,\s+1 × Gin/)
  // Bought again, they add up.
  await bar.pay(await bar.add(buyer, ticket.id, { gin: 1 }))
  expect(await drinksOf()).toHaveLength(4)
  const { orders } = await shop.call(getOrders, { query: {} }, { as: buyer })
  expect(orders.map(({ lines, drinks }) => [lines.length, drinks.length])).toEqual([
    [0, 1],
    [0, 2],
    [1, 0],
  ])
  const { sales } = await shop.call(listEventSales, { params: { id: bar.eventId }, query: {} }, { as: bar.owner })
  expect(sales.map(({ tickets, types, paid }) => [tickets, types.length, paid])).toEqual([
    [0, 0, 10_450],
    [0, 0, 23_650],
    [1, 1, 19_800],
  ])
  const steps = await shop.call(getEventTicket, { params: { id: bar.eventId, ticketId: ticket.id } }, { as: bar.owner })
  expect(steps.paid).toBe(19_800)
  expect(steps.steps.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['bought', 'admitted', 'drinks_added', 'served']),
  )
})

test('one mail is sent of the purchase, with its receipt', async () => {
  const { bar, buyer, ticket } = await holderAtBar()
  const mail = async () => {
    for (const job of ['notifications.deliver', 'receipts.sweep', 'receipts.mail'] as const)
      await shop.app.queue.runJob(shop.app, job)
  }
  await mail()
  const before = await shop.app.db.selectFrom('dev_inbox').select('id').where('recipient', '=', buyer.mail).execute()
  await bar.pay(await bar.add(buyer, ticket.id, { beer: 2 }))
  await mail()
  const mails = await shop.app.db
    .selectFrom('dev_inbox')
    .select(['id', 'subject', 'body'])
    .where('recipient', '=', buyer.mail)
    .execute()
  const sent = mails.filter(({ id }) => !before.some((each) => each.id === id))
  expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Tus bebidas para /)])
  expect(sent[0]?.body).toContain('2 × Cerveza')
})

test('what costs nothing is on the ticket at once', async () => {
  const { bar, buyer, ticket, drinksOf } = await holderAtBar()
  const { order, paymentUrl, ticketUrl } = await bar.add(buyer, ticket.id, { water: 2 })
  expect([order.state, order.totalCents, paymentUrl, ticketUrl === undefined]).toEqual(['paid', 0, undefined, false])
  expect(await drinksOf()).toEqual(['Agua', 'Agua'])
  const [voucher] = (await bar.scan(ticket.code)).vouchers
  await bar.redeem(voucher?.id ?? '', ticket.code)
})

test('the same key is one order, under another request or call it is refused', async () => {
  const { bar, buyer, ticket } = await holderAtBar()
  const key = 'una-ronda-una-ronda'
  const twins = await Promise.all(Array.from({ length: 6 }, () => bar.add(buyer, ticket.id, { beer: 1 }, key)))
  expect(new Set(twins.map(({ order }) => order.publicId)).size).toBe(1)
  expect(await shop.refusal(bar.add(buyer, ticket.id, { beer: 2 }, key))).toBe('idempotency_mismatch')
  const body = { eventId: bar.eventId, ticketTypeId: bar.typeId, quantity: 1 }
  expect(await shop.refusal(shop.call(createPurchase, { body }, { as: buyer, idempotencyKey: key }))).toBe(
    'idempotency_mismatch',
  )
  await bar.pay(twins[0] ?? never())
  const again = await bar.add(buyer, ticket.id, { beer: 1 }, key)
  expect(again.order.state).toBe('paid')
})

test('a new order replaces the unpaid one of the ticket, and neither touches an unpaid one of tickets', async () => {
  const { bar, buyer, ticket } = await holderAtBar()
  const tickets = await shop.buy(buyer, bar.typeId, bar.eventId, 1)
  const first = await bar.add(buyer, ticket.id, { beer: 1 })
  const second = await bar.add(buyer, ticket.id, { gin: 1 })
  const state = (purchase: typeof first) => shop.orderState(purchase.order.publicId)
  expect([await state(tickets), await state(first), await state(second)]).toEqual(['reserved', 'cancelled', 'reserved'])
  // As a purchase of tickets replaces that of tickets alone.
  const more = await shop.buy(buyer, bar.typeId, bar.eventId, 2)
  expect([await state(tickets), await state(second), await state(more)]).toEqual(['cancelled', 'reserved', 'reserved'])
})

test('a hold of drinks ends by itself and holds no place; paid late, it still adds them while the event goes on', async () => {
  const { bar, buyer, ticket, drinksOf } = await holderAtBar({ startsInHours: 2, lastsHours: 5 })
  const late = await bar.add(buyer, ticket.id, { beer: 1 })
  const preference = await shop.preferenceOf(late)
  await shop.advance({ minutes: 18 })
  await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
  expect(await shop.orderState(late.order.publicId)).toBe('expired')
  await shop.simulator.control.pay(preference)
  await shop.settle()
  expect(await drinksOf()).toEqual(['Cerveza'])
  const over = await bar.add(buyer, ticket.id, { gin: 1 })
  const overPreference = await shop.preferenceOf(over)
  await shop.advance({ hours: 8 })
  await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
  await shop.simulator.control.pay(overPreference)
  await shop.settle()
  expect(await shop.refundsOf(over.order.publicId)).toMatchObject([{ source: 'late_payment', amountCents: 1_045_000 }])
})

test('refused are the tickets of others, ended ones, closed bars and what the menu has not', async () => {
  const { bar, buyer, ticket } = await holderAtBar({ startsInHours: 2, lastsHours: 5 })
  const stranger = await shop.given.user()
  const asked = (as: GivenUser, drinks: Parameters<typeof bar.add>[2] = { beer: 1 }) =>
    shop.refusal(bar.add(as, ticket.id, drinks))
  expect(await asked(stranger)).toBe('ticket_not_found')
  const elsewhere = await openBar(shop)
  await sql`update drinks set is_available = false where id = ${bar.menu.gin}`.execute(shop.app.db)
  expect(await asked(buyer, { gin: 1 })).toBe('drink_not_available')
  await sql`update drinks set removed_at = app_now() where id = ${bar.menu.water}`.execute(shop.app.db)
  expect(await asked(buyer, { water: 1 })).toBe('drink_not_found')
  await sql`update drinks set event_id = ${elsewhere.eventId} where id = ${bar.menu.gin}`.execute(shop.app.db)
  expect(await asked(buyer, { gin: 1 })).toBe('drink_not_found')
  await sql`update events set forbids_minors = true, minimum_age = 18 where id = ${bar.eventId}`.execute(shop.app.db)
  await sql`update users set birth_date = '2015-01-01' where id = ${buyer.id}`.execute(shop.app.db)
  expect(await asked(buyer)).toBe('under_age')
  await sql`update users set birth_date = '1990-01-01', phone = null, phone_proved_at = null where id = ${buyer.id}`.execute(
    shop.app.db,
  )
  expect(await asked(buyer)).toBe('profile_incomplete')
  await sql`update users set phone = '+5493415559999' where id = ${buyer.id}`.execute(shop.app.db)
  await sql`update events set sale_closed_at = app_now() where id = ${bar.eventId}`.execute(shop.app.db)
  // The sale of tickets closes at the door, that of drinks does not.
  await bar.add(buyer, ticket.id, { beer: 1 })
  await sql`update companies set paid_sales_stopped_at = app_now() where id = ${bar.companyId}`.execute(shop.app.db)
  expect(await asked(buyer)).toBe('paid_sales_closed')
  await sql`update companies set paid_sales_stopped_at = null where id = ${bar.companyId}`.execute(shop.app.db)
  await sql`update events set state = 'inactive' where id = ${bar.eventId}`.execute(shop.app.db)
  expect(await asked(buyer)).toBe('drinks_closed')
  await sql`update events set state = 'active' where id = ${bar.eventId}`.execute(shop.app.db)
  await shop.advance({ hours: 8 })
  const session = await shop.app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', buyer.id)
    .executeTakeFirst()
  await sql`update sessions set expires_at = app_now() + interval '1 hour' where id = ${session?.id}`.execute(
    shop.app.db,
  )
  expect(await asked(buyer)).toBe('drinks_closed')
})

test('a ticket that is handed on takes added drinks along; what is paid for it afterwards goes back to its payer', async () => {
  const { bar, buyer, ticket, drinksOf } = await holderAtBar()
  await bar.pay(await bar.add(buyer, ticket.id, { beer: 1 }))
  const held = await bar.add(buyer, ticket.id, { gin: 1 })
  const preference = await shop.preferenceOf(held)
  const friend = await shop.given.user()
  await shop.call(transferTicket, { params: { id: ticket.id }, body: { toUserId: friend.id } }, { as: buyer })
  await shop.simulator.control.pay(preference)
  await shop.settle()
  expect(await drinksOf(friend)).toEqual(['Cerveza'])
  expect(await shop.refundsOf(held.order.publicId)).toMatchObject([
    { source: 'late_payment', state: 'completed', amountCents: 1_045_000 },
  ])
  expect(await shop.refusal(bar.add(buyer, ticket.id, { beer: 1 }))).toBe('ticket_not_found')
  const status = await shop.call(getOrderStatus, { params: { publicId: held.order.publicId }, query: {} })
  expect(status.reason).toContain('la entrada ya no podía sumar bebidas')
})

test('a refund of the drinks takes those that were not served, and they leave the ticket', async () => {
  const { bar, buyer, ticket, drinksOf } = await holderAtBar()
  await enter(bar, ticket)
  const purchase = await bar.add(buyer, ticket.id, { beer: 3 })
  await bar.pay(purchase)
  const { publicId } = purchase.order
  const [first, second] = (await bar.scan(ticket.code)).vouchers
  await bar.redeem(first?.id ?? '', ticket.code)
  const { tickets } = await shop.call(listRefundTickets, { params: { id: bar.eventId }, query: {} }, { as: bar.owner })
  expect(tickets.find(({ isDrinks }) => isDrinks)).toMatchObject({
    ticketId: ticket.id,
    orderId: publicId,
    amount: 19_800,
    refundable: 13_200,
    drinks: ['Cerveza', 'Cerveza'],
    obstacle: null,
  })
  expect(await refundAdded(bar, publicId)).toMatchObject({ amount: 13_200, ticket: null, endsTicket: false })
  expect(await shop.refusal(bar.redeem(second?.id ?? '', ticket.code))).toBe('ticket_inactive')
  expect(await drinksOf()).toEqual(['Cerveza'])
  expect(await shop.refusal(refundAdded(bar, publicId))).toBe('drinks_not_refundable')
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('partially_refunded')
  expect((await bar.ticketsOf(buyer))[0]?.state).toBe('used')
  const { refundable, completed } = await shop.call(
    getRefundSummary,
    { params: { id: bar.eventId } },
    { as: bar.owner },
  )
  expect([refundable.amount, completed.amount]).toEqual([0, 13_200])
  const other = await openBar(shop)
  expect(await shop.refusal(refundAdded(other, publicId))).toBe('order_not_found')
})

test('the refund of a ticket leaves added drinks to a refund of their own, once the ticket has ended', async () => {
  const { bar, buyer, ticket } = await holderAtBar()
  const purchase = await bar.add(buyer, ticket.id, { beer: 2 })
  await bar.pay(purchase)
  const held = await bar.add(buyer, ticket.id, { gin: 1 })
  const preference = await shop.preferenceOf(held)
  expect(await refundTicket(bar, ticket.id)).toMatchObject({ amount: 19_800 })
  // Neither is served while the money is on its way back.
  const [voucher] = await shop.app.db
    .selectFrom('drink_vouchers')
    .select('id')
    .where('ticket_id', '=', ticket.id)
    .execute()
  expect(await shop.refusal(bar.redeem(voucher?.id ?? '', ticket.code))).toBe('ticket_inactive')
  await shop.simulator.control.pay(preference)
  await shop.settle()
  await shop.settle()
  expect(await shop.refundsOf(purchase.order.publicId)).toMatchObject([
    { source: 'organizer', state: 'completed', amountCents: 1_320_000 },
  ])
  expect(await shop.orderState(purchase.order.publicId)).toBe('refunded')
  expect(await shop.refundsOf(held.order.publicId)).toMatchObject([
    { source: 'late_payment', state: 'completed', amountCents: 1_045_000 },
  ])
})

test('a mass refund of the event and its cancellation return added drinks, those of used tickets too', async () => {
  const { bar, buyer, ticket } = await holderAtBar()
  await enter(bar, ticket)
  const paid = await bar.add(buyer, ticket.id, { beer: 2 })
  await bar.pay(paid)
  const held = await bar.add(buyer, ticket.id, { gin: 1 })
  const preference = await shop.preferenceOf(held)
  const { name } = await shop.app.db
    .selectFrom('events')
    .select('name')
    .where('id', '=', bar.eventId)
    .executeTakeFirstOrThrow()
  const params = { id: bar.eventId }
  await shop.call(cancelEvent, { params, body: { reason, confirmation: name } }, { as: bar.owner })
  await shop.settle()
  expect(await shop.orderState(held.order.publicId)).toBe('cancelled')
  await shop.simulator.control.pay(preference)
  await shop.settle()
  expect(await shop.refundsOf(held.order.publicId)).toMatchObject([{ source: 'late_payment', state: 'completed' }])
  await shop.call(startMassRefund, { params, body: { reason, confirmation: name } }, { as: bar.owner })
  for (let round = 0; round < 6; round += 1) {
    await shop.app.queue.runJob(shop.app, 'refunds.mass')
    await shop.app.queue.runJob(shop.app, 'refunds.sweep')
    await shop.advance({ seconds: 3 })
  }
  await shop.settle()
  expect(await shop.refundsOf(paid.order.publicId)).toMatchObject([
    { source: 'event_cancelled', state: 'completed', amountCents: 1_320_000 },
  ])
})

test('a chargeback of the drinks keeps them from the bar and leaves the ticket alone; won, they are served again', async () => {
  const { bar, buyer, ticket, drinksOf } = await holderAtBar()
  const paymentId = await bar.pay(await bar.add(buyer, ticket.id, { beer: 1 }))
  await shop.simulator.control.chargeBack(paymentId)
  await shop.settle()
  expect(await drinksOf()).toEqual([])
  expect((await bar.ticketsOf(buyer))[0]?.state).toBe('valid')
  await shop.simulator.control.settleChargeback(paymentId, 'won')
  await shop.settle()
  expect(await drinksOf()).toEqual(['Cerveza'])
  const [voucher] = (await bar.scan(ticket.code)).vouchers
  await bar.redeem(voucher?.id ?? '', ticket.code)
})

function never(): never {
  throw new Error('There is none')
}
