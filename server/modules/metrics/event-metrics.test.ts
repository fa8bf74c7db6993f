/** Each figure of an event by an example that was computed by hand, and who may read it. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  getBusinessDashboard,
  getEventMetrics,
  getEventPromoters,
  getEventSales,
  getEventTickets,
  getMetricsSummary,
} from '#contract/events/metrics.ts'
import { cancelTicket } from '#contract/sales/box-office.ts'
import { getSettlement } from '#contract/companies/settlement.ts'
import { getEventsDashboard, getManagedEvent } from '#contract/events/events-managed.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { getTicketDashboard } from '#contract/sales/ticket-desk.ts'
import { createReferralPurchase } from '#contract/sales/checkout.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { runChecks } from '#server/db/check-invariants.ts'
import { wholeInvariants } from '#server/db/invariants.ts'
import { compareCountedFigures, fold } from '#server/testing/compare-figures.ts'
import { enterCost } from '#server/testing/enter-cost.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { givenPromoter, issueByPromoter, sellByCode } from '#server/testing/given-promoter.ts'
import { accrue } from '#server/testing/recount-commissions.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { metrics } from './module.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

let sale: Awaited<ReturnType<SellingApp['givenSale']>>
let owner: GivenUser
let promoter: GivenUser
let other: GivenUser
const params = () => ({ params: { id: sale.eventId } })

/**
 * Two at $18.000 by a promoter's code, of which one comes in; one without, of which $5.500 go back from the seller's account: $5.000
 * of the price and $500 of the service fee. Buyers pay 10 % over the price, Mercado Pago keeps 7,61 % of what was paid.
 */
beforeAll(async () => {
  sale = await shop.givenSale({ event: { startsInHours: 3, name: 'Fiesta Lunar' }, type: { capacity: 50 } })
  const { eventId, typeId, companyId } = sale
  owner = await shop.given.user({ memberOf: { id: companyId } })
  promoter = await shop.given.user({ name: 'Lautaro Paz' })
  other = await shop.given.user({ name: 'Mía Sosa' })
  const doorman = await shop.given.user({ staffOf: { id: eventId } })
  for (const { id } of [promoter, other])
    await sql`insert into event_staff (event_id, user_id, kind) values (${eventId}, ${id}, 'RRPP')`.execute(shop.app.db)
  await sql`update event_staff set given_by = ${owner.id}, given_to = ${other.id}, given_name = 'Mía de prensa'
    where event_id = ${eventId} and user_id = ${other.id}`.execute(shop.app.db)
  await sql`insert into promos (event_id, promoter_id, code) values (${eventId}, ${promoter.id}, 'LAUTI')`.execute(
    shop.app.db,
  )
  const query = { eventId, ticketTypeId: typeId, quantity: 2, rrpp: 'LAUTI' }
  const first = await shop.call(createReferralPurchase, { query, body: undefined }, { as: await shop.given.user() })
  await shop.simulator.control.pay(await shop.preferenceOf(first))
  const second = await shop.buy(await shop.given.user(), typeId, eventId)
  const payment = await shop.simulator.control.pay(await shop.preferenceOf(second))
  await shop.settle()
  await fold(shop)
  await shop.simulator.control.refund(payment, 550_000)
  await shop.settle()
  const { number } = await shop.app.db
    .selectFrom('tickets as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .select('t.number')
    .where('o.promoter_id', '=', promoter.id)
    .executeTakeFirstOrThrow()
  const body = { eventId, via: 'typed' as const }
  await shop.call(scanTicket, { params: { ticketId: number }, body }, { as: doorman })
})

const EXAMPLE = {
  sales: 2,
  tickets: 3,
  discountCents: 0,
  paidCents: 5_940_000,
  refundedCents: 550_000,
  // $5.400 less $500.
  platformCents: 490_000,
  // 7,61 % of $39.600 and of $19.800.
  providerCents: 452_034,
  commissionCents: 0,
  costCents: 0,
  keptCents: 5_940_000 - 550_000 - 490_000 - 452_034,
  issued: 3,
  courtesies: 0,
  inPerson: 0,
  arrived: 1,
}

test('the summary is what was computed by hand, the same before and after it is counted, and the settlement’s', async () => {
  const read = () => shop.call(getEventMetrics, params(), { as: owner })
  const first = await read()
  expect(first).toMatchObject({
    event: { name: 'Fiesta Lunar' },
    taken: 3,
    sold: 3,
    capacity: 50,
    held: 0,
    noShows: null,
  })
  expect(first.totals).toEqual(EXAMPLE)
  expect(first.byPromoters).toMatchObject({ sales: 1, tickets: 2, paidCents: 3_960_000 })
  expect(await compareCountedFigures(shop, { owner, ...sale })).toEqual([])
  expect(await read()).toEqual(first)
  const byEvent = await shop.call(getMetricsSummary, { params: { eventId: sale.eventId } }, { as: owner })
  expect(byEvent).toEqual(first)
})

test('sales are given by the day and the month on which they were made', async () => {
  const { days, months } = await shop.call(getEventSales, params(), { as: owner })
  const today = toLocalDate(shop.app.clock.now())
  expect(days).toEqual([{ day: today, ...EXAMPLE }])
  expect(months).toEqual([{ month: today.slice(0, 7), ...EXAMPLE }])
})

test('tickets are given by type, arrivals by quarter of an hour, and who did not come once the door is closed', async () => {
  const { types, arrivals, noShows } = await shop.call(getEventTickets, params(), { as: owner })
  expect(types).toMatchObject([
    { id: sale.typeId, price: 18_000, capacity: 50, sold: 3, courtesies: 0, issued: 3, arrived: 1 },
  ])
  expect(arrivals.map(({ arrived }) => arrived)).toEqual([1])
  expect(Date.parse(arrivals[0]?.at ?? '') % 900_000).toBe(0)
  expect(noShows).toBeNull()
})

test('a promoter sees their own line alone, the event’s people all of them and no name that a phone could turn into', async () => {
  const line = {
    name: 'Lautaro P.',
    referralCode: 'LAUTI',
    sales: 1,
    tickets: 2,
    courtesies: 0,
    arrived: 1,
    paidCents: 3_960_000,
    refundedCents: 0,
    commissionCents: 0,
  }
  const all = await shop.call(getEventPromoters, params(), { as: owner })
  expect(all.promoters).toMatchObject([line, { name: 'Mía de prensa', sales: 0, paidCents: 0, referralCode: null }])
  const own = await shop.call(getEventPromoters, params(), { as: other })
  expect(own.promoters).toMatchObject([{ userId: other.id, name: 'Mía Sosa' }])
  expect(await shop.refusal(shop.call(getEventMetrics, params(), { as: promoter }))).toBe('forbidden')
})

test('a company reads its months and events, best first, and what wants a look; no other company’s', async () => {
  const { id: poor } = await shop.given.event({
    company: { id: sale.companyId },
    name: 'Feria del Disco',
    startsInHours: 24 * 30,
  })
  await shop.given.event({ company: { id: sale.companyId }, name: 'Sin publicar', startsInHours: 48, state: 'pending' })
  const { id: typeId } = await shop.given.ticketType({ event: { id: poor }, priceCents: 1_000_000 })
  const purchase = await shop.buy(await shop.given.user(), typeId, poor)
  await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await shop.settle()
  const foreign = await shop.paid()
  const board = await shop.call(getBusinessDashboard, { query: {} }, { as: owner })
  expect(board.events.map(({ name }) => name)).toEqual(['Fiesta Lunar', 'Feria del Disco'])
  expect(board.events[0]).toMatchObject(EXAMPLE)
  // $11.000 more were paid.
  expect(board.totals).toMatchObject({ sales: 3, paidCents: 7_040_000 })
  expect(board.months).toMatchObject([{ paidCents: 7_040_000 }])
  expect(board.attention).toEqual([
    { what: 'unpublished', event: { id: expect.any(String), name: 'Sin publicar' }, count: 0 },
    { what: 'slow', event: { id: sale.eventId, name: 'Fiesta Lunar' }, count: 6 },
  ])
  const query = { companyId: foreign.companyId }
  expect(await shop.refusal(shop.call(getBusinessDashboard, { query }, { as: owner }))).toBe('company_not_found')
  const admin = await shop.given.user({ isAdmin: true })
  const theirs = await shop.call(getBusinessDashboard, { query }, { as: admin })
  expect(theirs.totals).toMatchObject({ sales: 1, tickets: 2 })
  const all = await shop.call(getBusinessDashboard, { query: {} }, { as: admin })
  expect(all.totals.sales).toBe(4)
})

test('tickets sold and money kept are one figure on every screen: summary, lists, metrics, business and settlement', async () => {
  const place = await shop.givenSale({ event: { startsInHours: 30 }, type: { capacity: 50 } })
  const as = await shop.given.user({ memberOf: { id: place.companyId } })
  const free = await shop.given.ticketType({ event: { id: place.eventId }, priceCents: 0 })
  const paid = await shop.buy(await shop.given.user(), place.typeId, place.eventId, 2)
  const payment = await shop.simulator.control.pay(await shop.preferenceOf(paid))
  await shop.buy(await shop.given.user(), free.id, place.eventId, 1)
  await shop.settle()
  const returned = await shop.buy(await shop.given.user(), place.typeId, place.eventId, 1)
  await shop.simulator.control.refund(await shop.simulator.control.pay(await shop.preferenceOf(returned)))
  await shop.settle()
  await enterCost(shop.app, place, 100_000_000)
  const { eventId, companyId } = place
  const managed = await shop.call(getManagedEvent, { params: { id: eventId } }, { as })
  const { events } = await shop.call(getEventsDashboard, { query: {} }, { as })
  const metrics = await shop.call(getEventMetrics, { params: { id: eventId } }, { as })
  const business = await shop.call(getBusinessDashboard, { query: {} }, { as })
  const { summary } = await shop.call(getTicketDashboard, { query: { event: eventId } }, { as })
  const { totals } = await shop.call(getSettlement, { params: { companyId }, query: { eventId } }, { as })
  expect(payment).toBeTruthy()
  expect({
    managed: managed.ticketTypes.reduce((sum, { sold }) => sum + sold, 0),
    listed: events.find(({ id }) => id === eventId)?.sold,
    metrics: metrics.sold,
    business: [business.sold, business.events[0]?.sold],
    tickets: summary[0]?.sold,
  }).toEqual({ managed: 3, listed: 3, metrics: 3, business: [3, 3], tickets: 3 })
  const { paidCents, refundedCents, platformCents, providerCents, commissionCents, costCents, keptCents } = totals
  expect(costCents).toBe(100_000_000)
  expect(keptCents).toBe(paidCents - refundedCents - platformCents - providerCents - commissionCents)
  for (const read of [metrics.totals, business.totals, business.events[0]])
    expect(read).toMatchObject({ paidCents, refundedCents, platformCents, providerCents, costCents, keptCents })
})

test('figures that went wrong are found', async () => {
  await fold(shop)
  await fold(shop)
  const check = () => runChecks(shop.app.db, wholeInvariants([metrics]))
  expect(await check()).toEqual([])
  await sql`update event_figures set paid_cents = paid_cents + 1 where event_id = ${sale.eventId} and part = 'hour'`.execute(
    shop.app.db,
  )
  expect(await check()).toEqual([
    { name: 'the figures of an event are those of the ledger, its tickets and its door', ids: [sale.eventId] },
  ])
  await sql`select metrics_forget_totals()`.execute(shop.app.db)
})

test('who did not come are the tickets that expired unused', async () => {
  const past = await shop.givenSale({ event: { startsInHours: 2, lastsHours: 4 } })
  const purchase = await shop.buy(await shop.given.user(), past.typeId, past.eventId, 2)
  await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await shop.settle()
  await shop.advance({ hours: 24 * 4 })
  await shop.app.queue.runJob(shop.app, 'events.finish-past')
  await shop.app.queue.runJob(shop.app, 'tickets.expire')
  const as = await shop.given.user({ memberOf: { id: past.companyId } })
  const { noShows } = await shop.call(getEventTickets, { params: { id: past.eventId } }, { as })
  expect(noShows).toBe(2)
})

test('what a promoter sold by code and by hand, gave, and earns of it is in their line, and in the settlement', async () => {
  const own = await shop.givenSale({ event: { startsInHours: 3 }, type: { capacity: 50 } })
  const as = await shop.given.user({ memberOf: { id: own.companyId } })
  const seller = await givenPromoter(shop, own.eventId, { bps: 1000 })
  await sellByCode(shop, own, seller.code, 2)
  await issueByPromoter(shop, own, seller)
  await issueByPromoter(shop, own, seller, true)
  await accrue(shop)
  const line = {
    userId: seller.id,
    sales: 2,
    tickets: 3,
    courtesies: 1,
    // Two of $18.000 with 10 % over it, and one of $18.000 in cash.
    paidCents: 3_960_000 + 1_800_000,
    // 10 % of three at $18.000.
    commissionCents: 540_000,
  }
  const read = () => shop.call(getEventPromoters, { params: { id: own.eventId } }, { as })
  expect((await read()).promoters).toMatchObject([line])
  expect(await compareCountedFigures(shop, { owner: as, ...own })).toEqual([])
  expect((await read()).promoters).toMatchObject([line])
})

test('a courtesy and a sale in person that were undone are left out, counted already or not', async () => {
  const own = await shop.givenSale({ event: { startsInHours: 3 }, type: { capacity: 50 } })
  const as = await shop.given.user({ memberOf: { id: own.companyId } })
  const seller = await givenPromoter(shop, own.eventId, null)
  const courtesy = await issueByPromoter(shop, own, seller, true)
  await issueByPromoter(shop, own, seller, true)
  const sold = await issueByPromoter(shop, own, seller)
  const read = async () => {
    const { totals } = await shop.call(getEventMetrics, { params: { id: own.eventId } }, { as })
    const { promoters } = await shop.call(getEventPromoters, { params: { id: own.eventId } }, { as })
    const { issued, courtesies, inPerson } = totals
    return { issued, courtesies, inPerson, ofSeller: promoters[0]?.courtesies }
  }
  const undo = (ticketId: string) =>
    shop.call(cancelTicket, { params: { id: own.eventId, ticketId }, body: { reason: 'No viene' } }, { as })
  expect(await read()).toEqual({ issued: 3, courtesies: 2, inPerson: 1, ofSeller: 2 })
  await undo(courtesy)
  expect(await read()).toEqual({ issued: 2, courtesies: 1, inPerson: 1, ofSeller: 1 })
  await fold(shop)
  await fold(shop)
  await undo(sold)
  expect(await read()).toEqual({ issued: 1, courtesies: 1, inPerson: 0, ofSeller: 1 })
  expect(await compareCountedFigures(shop, { owner: as, ...own })).toEqual([])
  await fold(shop)
  await fold(shop)
  expect(await read()).toEqual({ issued: 1, courtesies: 1, inPerson: 0, ofSeller: 1 })
})

test('what a pending account brought counts for the person that it is joined to, counted already or not', async () => {
  const place = await shop.givenSale({ event: { startsInHours: 3 }, type: { capacity: 50 } })
  const { eventId, typeId } = place
  const host = await shop.given.user({ memberOf: { id: place.companyId } })
  const [waiting, person] = [await givenPromoter(shop, eventId, null), await givenPromoter(shop, eventId, null)]
  await sellByCode(shop, { eventId, typeId }, waiting.code, 2)
  await sellByCode(shop, { eventId, typeId }, person.code)
  await fold(shop)
  await fold(shop)
  await sellByCode(shop, { eventId, typeId }, waiting.code)
  await sql`select promoters_move_promos(${waiting.id}, ${person.id}), checkout_move_promoter(${waiting.id}, ${person.id}),
                   metrics_move_figures(${waiting.id}, ${person.id})`.execute(shop.app.db)
  const { promoters } = await shop.call(getEventPromoters, { params: { id: eventId } }, { as: host })
  const brought = promoters.filter(({ tickets }) => tickets > 0)
  expect(brought.map(({ userId, sales, tickets }) => [userId, sales, tickets])).toEqual([[person.id, 3, 4]])
  expect(await compareCountedFigures(shop, { owner: host, ...place })).toEqual([])
})
