/** What managers read of tickets and purchases: rows, figures, stories, and who sees whose contacts. */
import { expect, test } from 'vitest'
import { cancelTicket, generateTicket } from '#contract/sales/box-office.ts'
import { exportEventSales, listEventSales } from '#contract/sales/event-sales.ts'
import { getEventMetrics } from '#contract/events/metrics.ts'
import { getSettlement } from '#contract/companies/settlement.ts'
import {
  exportTicketDashboardSheet,
  getEventTicket,
  getTicketDashboard,
  listEventTickets,
} from '#contract/sales/ticket-desk.ts'
import { resendTicket, transferTicket } from '#contract/sales/tickets.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { formatOrderNumber } from '#contract/values/order-number.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { newBuyer, order as orderAsGuest } from '#server/testing/guests.ts'
import { givenPromoter, issueByPromoter } from '#server/testing/given-promoter.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { sellTickets } from '#server/testing/sell-tickets.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

async function given() {
  const sold = await sellTickets(shop)
  const { eventId, owner, first } = sold
  const guest = { userName: 'Nora Invitada', userPhone: '+5493515550101', userEmail: 'nora@previa.example' }
  const make = (body: object = {}) =>
    shop.call(
      generateTicket,
      { query: {}, body: { eventId, ticketType: sold.typeId, ...guest, ...body } },
      { as: owner },
    )
  const list = (query: object = {}, as: GivenUser = owner) =>
    shop.call(listEventTickets, { params: { id: eventId }, query }, { as })
  const dashboard = (query: object = {}, as: GivenUser = owner) => shop.call(getTicketDashboard, { query }, { as })
  const story = (ticketId = first, as: GivenUser = owner) =>
    shop.call(getEventTicket, { params: { id: eventId, ticketId } }, { as })
  const sales = (query: object = {}, as: GivenUser = owner) =>
    shop.call(listEventSales, { params: { id: eventId }, query }, { as })
  return { ...sold, make, list, dashboard, story, sales }
}

test('without a status those that keep their place; the filters, the number and the names narrow it', async () => {
  const { make, list, dashboard, eventId, typeId, owner, first, buyer } = await given()
  const { ticketIds } = await make({ isCourtesy: true })
  const cancelled = ticketIds[0] ?? ''
  await shop.call(cancelTicket, { params: { id: eventId, ticketId: cancelled }, body: {} }, { as: owner })
  const active = await list()
  expect(active.pagination).toMatchObject({ total: 2, totalTickets: 2 })
  expect(active.tickets.map(({ kind, state }) => [kind, state])).toEqual([
    ['paid', 'valid'],
    ['paid', 'valid'],
  ])
  expect((await list({ status: 'cancelled' })).tickets.map(({ id }) => id)).toEqual([cancelled])
  expect((await list({ status: 'all' })).tickets).toHaveLength(3)
  const { number } = active.tickets.find(({ id }) => id === first) ?? { number: '' }
  for (const username of [number, number.toLowerCase(), `${number.slice(0, 4)} ${number.slice(4)}`, number.slice(0, 5)])
    expect((await list({ username })).tickets.map(({ id }) => id)).toContain(first)
  expect((await list({ username: 'ferre camila' })).tickets).toHaveLength(2)
  expect((await list({ username: '%', status: 'all' })).tickets).toEqual([])
  const today = toLocalDate(shop.app.clock.now())
  expect((await list({ date: today, type: typeId })).tickets).toHaveLength(2)
  expect((await list({ date: '2020-01-01' })).tickets).toEqual([])
  expect((await list({ promoter: buyer.id })).tickets).toEqual([])
  expect((await dashboard({ event: eventId })).tickets).toEqual(active.tickets)
})

test('the summary counts what the stock counts, and says who was the last that got one by hand', async () => {
  const { make, list, dashboard, eventId } = await given()
  await make({ isCourtesy: true, quantity: 3 })
  const { summary, promo, ticketTypes, courtesyAvailability, lastGeneratedTicket } = await list()
  expect(summary).toMatchObject([{ sold: 2, courtesies: 3, admitted: 0 }])
  expect([promo, ticketTypes.length]).toEqual([null, 1])
  expect(courtesyAvailability).toMatchObject({ eventCourtesiesRemaining: 97, eventFreeTicketsAvailable: 100 })
  expect(lastGeneratedTicket).toMatchObject({ holderName: 'Nora Invitada', type: 'General' })
  const all = await dashboard()
  expect(all.summary).toEqual(summary)
  expect([all.courtesyAvailability, all.ticketTypes]).toEqual([null, []])
  expect((await dashboard({ event: eventId })).courtesyAvailability).toEqual(courtesyAvailability)
})

test('another company’s events are in no list, and its tickets are unknown', async () => {
  const { eventId, first, story } = await given()
  const other = await sellTickets(shop)
  const strangers = await shop.call(getTicketDashboard, { query: { event: eventId } }, { as: other.owner })
  expect([strangers.tickets, strangers.courtesyAvailability, strangers.summary[0]?.sold]).toEqual([[], null, 0])
  const mine = shop.call(getEventTicket, { params: { id: other.eventId, ticketId: first } }, { as: other.owner })
  expect(await shop.refusal(mine)).toBe('ticket_not_found')
  expect(await shop.refusal(story(first, other.owner))).toBe('event_not_found')
})

test('the owner reads contacts of buyers whole, and masked those of people who were given a ticket', async () => {
  const { make, list, sales, story, buyer, companyId } = await given()
  await make({ isCourtesy: true })
  const manager = await shop.given.user({ memberOf: { id: companyId }, companyRole: 'manager' })
  const mailsFor = async (as?: GivenUser) =>
    new Set((await list({}, as)).tickets.map(({ kind, holder }) => `${kind} ${holder.mail}`))
  expect(await mailsFor()).toEqual(new Set([`paid ${buyer.mail}`, 'courtesy n***@previa.example']))
  expect(await mailsFor(manager)).toEqual(new Set(['paid p***@previa.example', 'courtesy n***@previa.example']))
  expect((await sales({}, manager)).sales[0]?.buyer.mail).toBe('p***@previa.example')
  expect((await sales()).sales[0]?.buyer.mail).toBe(buyer.mail)
  expect((await story(undefined, manager)).payer.mail).toBe('p***@previa.example')
})

test('the story: bought, sent, sent again, handed on, sent to its receiver, refunded', async () => {
  const { ask, first, second, story, buyer, owner } = await given()
  const receiver = await shop.given.user({ name: 'Bruno Herrera' })
  await shop.call(resendTicket, { body: { ticketId: first, channel: 'mail' } }, { as: owner })
  await shop.call(transferTicket, { params: { id: first }, body: { toUserId: receiver.id } }, { as: buyer })
  await shop.settle()
  const told = await story()
  expect(told).toMatchObject({ holder: { name: 'Bruno H.' }, payerName: 'Camila Ferreyra', paid: 19_800 })
  expect(told.steps.map(({ what }) => what).filter((what) => what !== 'sent')).toEqual([
    'bought',
    'resent',
    'transferred',
  ])
  expect(told.steps.find(({ what }) => what === 'transferred')).toMatchObject({
    by: 'Camila Ferreyra',
    to: 'Bruno H.',
  })
  const sent = told.steps.filter(({ what }) => what === 'sent')
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set(['Camila Ferreyra', 'Bruno H.']))
  const third = await shop.given.user({ name: 'Elena Insúa' })
  await shop.call(transferTicket, { params: { id: first }, body: { toUserId: third.id } }, { as: receiver })
  const handedOn = (await story()).steps.filter(({ what }) => what === 'transferred')
  expect(handedOn.map(({ by, to }) => [by, to])).toEqual([
    ['Camila Ferreyra', 'Bruno H.'],
    ['Bruno H.', 'Elena I.'],
  ])
  await ask(second)
  await shop.settle()
  const refunded = (await story(second)).steps.filter(({ what }) => what.startsWith('refund'))
  expect(refunded).toMatchObject([
    { what: 'refund_requested', by: owner.name, amount: 19_800, reason: 'No puede venir', source: 'organizer' },
    { what: 'refunded', amount: 19_800 },
  ])
})

test('a courtesy’s story begins with who gave it and ends with who cancelled it', async () => {
  const { make, story, eventId, owner } = await given()
  const [id = ''] = (await make({ isCourtesy: true })).ticketIds
  await shop.call(
    cancelTicket,
    { params: { id: eventId, ticketId: id }, body: { reason: 'Ya no viene' } },
    { as: owner },
  )
  const steps = (await story(id)).steps.filter(({ what }) => what !== 'sent')
  expect(steps).toMatchObject([
    { what: 'issued', by: owner.name, to: 'Nora Invitada' },
    { what: 'cancelled', by: owner.name, reason: 'Ya no viene' },
  ])
})

test('the purchases add up to the settlement, those in person too, and are found by their number', async () => {
  const { make, ask, first, sales, owner, eventId, companyId } = await given()
  await make({ quantity: 2 })
  await ask(first, { partialAmount: 5000 })
  await shop.settle()
  const { totals } = await shop.call(getSettlement, { params: { companyId }, query: { eventId } }, { as: owner })
  const all = (await sales()).sales
  const sum = (of: (sale: (typeof all)[number]) => number) => all.reduce((pesos, sale) => pesos + of(sale), 0)
  expect([all.length, sum(({ tickets }) => tickets)]).toEqual([totals.sales, totals.tickets])
  expect([sum(({ paid }) => paid), sum(({ refunded }) => refunded)]).toEqual([75_600, 5000])
  expect([sum(({ paid }) => paid) * 100, sum(({ refunded }) => refunded) * 100]).toEqual([
    totals.paidCents,
    totals.refundedCents,
  ])
  const number = all.find(({ orderNumber }) => orderNumber !== null)?.orderNumber ?? ''
  for (const search of [number, formatOrderNumber(number)])
    expect((await sales({ search })).sales).toMatchObject([
      { orderNumber: number, state: 'partially_refunded', types: [{ name: 'General', quantity: 2 }] },
    ])
  expect((await sales({ state: 'paid' })).sales).toMatchObject([{ orderNumber: null, paid: 36_000, tickets: 2 }])
})

test('a purchase that was free is none, as in the metrics; what a promoter sold in person shows them', async () => {
  const { sales, owner, eventId, typeId } = await given()
  const before = (await sales()).sales.length
  const free = await shop.given.ticketType({ event: { id: eventId }, name: 'Gratis', priceCents: 0 })
  await orderAsGuest(shop, { eventId, typeId: free.id }, newBuyer())
  const promoter = await givenPromoter(shop, eventId, null, { name: 'Lautaro Vende' })
  await issueByPromoter(shop, { eventId, typeId }, promoter)
  await shop.settle()
  const all = (await sales()).sales
  expect(all).toHaveLength(before + 1)
  expect(all.find(({ promoterName }) => promoterName !== null)).toMatchObject({
    orderNumber: null,
    promoterName: 'Lautaro V.',
  })
  const { totals } = await shop.call(getEventMetrics, { params: { id: eventId } }, { as: owner })
  expect([all.length, all.reduce((sum, { tickets }) => sum + tickets, 0)]).toEqual([totals.sales, totals.tickets])
})

test('the files have the same rows', async () => {
  const { eventId, owner } = await given()
  const params = { id: eventId }
  const csv = await (await shop.call(exportEventSales, { params, query: {} }, { as: owner })).text()
  expect(csv.trim().split('\r\n')[1]).toMatch(/^[0-9A-Z]{4} [0-9A-Z]{4};.*;Pagada;Camila Ferreyra;/)
  const sheet = await shop.call(exportTicketDashboardSheet, { query: {} }, { as: owner })
  expect(sheet.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
})
