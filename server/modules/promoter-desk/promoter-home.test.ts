/** What a promoter reads of their events, by an example that was counted by hand, and whose figures nobody else reads. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { getPromotedEvents, getReferralCode, getReferralMetrics } from '#contract/promoters/promoter-desk.ts'
import { countReferralVisit } from '#contract/promoters/promoters-visits.ts'
import { createReferralPurchase } from '#contract/sales/checkout.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

let sale: Awaited<ReturnType<SellingApp['givenSale']>>
let owner: GivenUser
let promoter: GivenUser
let other: GivenUser
let code: string

const assign = (eventId: string, userId: string) =>
  sql`insert into event_staff (event_id, user_id, kind) values (${eventId}, ${userId}, 'RRPP')`.execute(shop.app.db)
const codeOf = (as: GivenUser) => shop.call(getReferralCode, { query: { eventId: sale.eventId } }, { as })
const metricsOf = (as: GivenUser, rrppId?: string) =>
  shop.call(getReferralMetrics, { params: { id: sale.eventId }, query: { rrppId } }, { as })
const buyThrough = async (typed: string, as: GivenUser) => {
  const query = { eventId: sale.eventId, ticketTypeId: sale.typeId, quantity: 2, rrpp: typed }
  const bought = await shop.call(createReferralPurchase, { query, body: undefined }, { as })
  await shop.simulator.control.pay(await shop.preferenceOf(bought))
  await shop.settle()
  return bought
}

/** Two tickets of $18.000 by the promoter's link, of which one comes in. */
beforeAll(async () => {
  sale = await shop.givenSale({ event: { startsInHours: 3, name: 'Fiesta Lunar' }, type: { capacity: 50 } })
  owner = await shop.given.user({ memberOf: { id: sale.companyId } })
  promoter = await shop.given.user({ name: 'Lautaro Paz' })
  other = await shop.given.user({ name: 'Mía Sosa' })
  for (const { id } of [promoter, other]) await assign(sale.eventId, id)
  code = (await codeOf(promoter)).referralCode
  await buyThrough(code.toLowerCase(), await shop.given.user())
  const doorman = await shop.given.user({ staffOf: { id: sale.eventId } })
  const { number } = await shop.app.db.selectFrom('tickets').select('number').limit(1).executeTakeFirstOrThrow()
  const body = { eventId: sale.eventId, via: 'typed' as const }
  await shop.call(scanTicket, { params: { ticketId: number }, body }, { as: doorman })
})

test('a code is made at the first look and stays, one for each promoter; its link leads to the event', async () => {
  const again = await Promise.all(Array.from({ length: 20 }, () => codeOf(promoter)))
  expect(new Set(again.map(({ referralCode }) => referralCode))).toEqual(new Set([code]))
  expect(again[0]?.referralUrl).toMatch(new RegExp(`/evento/[^?]+\\?rrpp=${code}$`))
  const twenty = await shop.given.user()
  await assign(sale.eventId, twenty.id)
  const first = await Promise.all(Array.from({ length: 20 }, () => codeOf(twenty)))
  expect(new Set(first.map(({ referralCode }) => referralCode)).size).toBe(1)
})

test('the example, as its promoter and as the organizer reads it', async () => {
  const own = await metricsOf(promoter)
  expect(own).toMatchObject({ referralCode: code, user: { id: promoter.id, name: 'Lautaro Paz' } })
  expect(own.courtesyAvailability).toMatchObject({ rrppCourtesiesAvailable: 0, bound: 'promo' })
  expect(own.promo).toMatchObject({ remainingUses: 0, isActive: true, canSellInPerson: false, commission: null })
  expect(own.metrics).toMatchObject({
    orders: 1,
    tickets: 2,
    bought: 2,
    courtesies: 0,
    inPerson: 0,
    arrived: 1,
    noShows: null,
    grossCents: 3_960_000,
    refundedCents: 0,
    netCents: 3_960_000,
    earnedCents: 0,
  })
  const { user, metrics } = await metricsOf(owner, promoter.id)
  expect(metrics).toEqual(own.metrics)
  // The organizer did not write the name down: half of it, as everywhere.
  expect(user.name).toBe('Lautaro P.')
})

test('another promoter reads their own alone, and naming somebody else answers as one who does not exist', async () => {
  expect((await metricsOf(other)).metrics).toMatchObject({ orders: 0, tickets: 0, grossCents: 0 })
  expect(await shop.refusal(metricsOf(other, promoter.id))).toBe('person_not_found')
  expect(await shop.refusal(metricsOf(owner))).toBe('person_not_found')
  expect(await shop.refusal(metricsOf(await shop.given.user()))).toBe('forbidden')
})

test('which limit binds is said with what is left of it: the promoter’s, the event’s or the places', async () => {
  const left = async () => (await metricsOf(promoter)).courtesyAvailability
  const free = await shop.given.ticketType({ event: { id: sale.eventId }, priceCents: 0, capacity: 7 })
  const set = (uses: number, limit: number) =>
    sql`with e as (update events set courtesy_limit = ${limit} where id = ${sale.eventId})
        update promos set max_uses = ${uses} where promoter_id = ${promoter.id}`.execute(shop.app.db)
  await set(5, 6)
  expect(await left()).toMatchObject({ actualAvailableCourtesies: 5, bound: 'promo' })
  await set(10, 6)
  expect(await left()).toMatchObject({ actualAvailableCourtesies: 6, bound: 'event', eventCourtesiesRemaining: 6 })
  await set(10, 9)
  const allow = (types: string[] | null) =>
    shop.app.db.updateTable('promos').set({ allowed_type_ids: types }).where('promoter_id', '=', promoter.id).execute()
  await allow([free.id])
  expect(await left()).toMatchObject({ actualAvailableCourtesies: 7, bound: 'stock', placesToGive: 7 })
  await allow(null)
  await set(0, 50)
  await sql`delete from ticket_stock where type_id = ${free.id}`.execute(shop.app.db)
  await sql`delete from ticket_types where id = ${free.id}`.execute(shop.app.db)
})

test('who promotes no more keeps reading nothing, and their code brings nothing', async () => {
  const gone = await shop.given.user()
  await assign(sale.eventId, gone.id)
  const { referralCode } = await codeOf(gone)
  await sql`delete from event_staff where user_id = ${gone.id}`.execute(shop.app.db)
  await shop.advance({ seconds: 6 }) // roles are read again
  expect(await shop.refusal(codeOf(gone))).toMatch(/forbidden|event_not_found/)
  const bought = await buyThrough(referralCode, await shop.given.user())
  expect(bought.referralInfo ?? null).toBeNull()
})

test('the list has the events that one sells, the next first, and what one brought to all of them', async () => {
  const later = await shop.givenSale({ event: { startsInHours: 200, name: 'Noche de Ñandúes' } })
  await assign(later.eventId, promoter.id)
  await shop.advance({ seconds: 6 }) // roles are read again
  const { events, totals } = await shop.call(getPromotedEvents, { query: {} }, { as: promoter })
  expect(events.map(({ name, tickets, arrived }) => [name, tickets, arrived])).toEqual([
    ['Fiesta Lunar', 2, 1],
    ['Noche de Ñandúes', 0, 0],
  ])
  expect(totals).toEqual({
    tickets: 2,
    courtesies: 0,
    arrived: 1,
    earnedCents: 0,
    confirmedCents: 0,
    owedCents: 0,
    cashCents: 0,
  })
  const named = await shop.call(getPromotedEvents, { query: { eventName: 'nandu' } }, { as: promoter })
  expect(named.events.map(({ name }) => name)).toEqual(['Noche de Ñandúes'])
  const over = await shop.call(getPromotedEvents, { query: { status: 'success' } }, { as: promoter })
  expect(over.events).toEqual([])
  const none = await shop.call(getPromotedEvents, { query: {} }, { as: other })
  expect(none.events.map(({ name }) => name)).toEqual(['Fiesta Lunar'])
})

test('openings of a link are counted for its promoter; robots, unknown codes and other events count nowhere', async () => {
  const before = (await metricsOf(promoter)).metrics.visits
  const open = (typed: string, eventId: string, agent: string, device = `visita-${randomUUID()}`) =>
    shop.call(
      countReferralVisit,
      { body: { eventId, code: typed } },
      { headers: { 'user-agent': agent, 'x-device-id': device } },
    )
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
  const elsewhere = await shop.givenSale({})
  await Promise.all(Array.from({ length: 20 }, () => open(code.toLowerCase(), sale.eventId, phone)))
  await open(code, elsewhere.eventId, phone)
  await open('NOEXISTE', sale.eventId, phone)
  await open(code, sale.eventId, 'WhatsApp/2.24.20.89 A')
  expect((await metricsOf(promoter)).metrics.visits).toBe(before + 20)
  // A device counts once a day, however often at once.
  await Promise.all(Array.from({ length: 5 }, () => open(code, sale.eventId, phone, 'un-aparato-que-vuelve')))
  expect((await metricsOf(promoter)).metrics.visits).toBe(before + 21)
})
