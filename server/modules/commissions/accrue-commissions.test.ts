/** What promoters earn, by examples that were computed by hand. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelTicket, generateTicket } from '#contract/sales/box-office.ts'
import { rrppGenerateTicket } from '#contract/sales/box-office-promoters.ts'
import { createReferralPurchase } from '#contract/sales/checkout.ts'
import { refundTicketMoney } from '#contract/sales/refunds.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { inTransaction } from '#server/context.ts'
import { giveUpTickets } from '#server/modules/tickets/give-up-tickets.ts'
import type { GivenUser, UserLiteral } from '#server/testing/given.ts'
import { givenPromoter, issueByPromoter, sellByCode, setTerms, type Terms } from '#server/testing/given-promoter.ts'
import { newBuyer, order as orderAsGuest } from '#server/testing/guests.ts'
import { accrue, enteredCommissions, recountCommissions } from '#server/testing/recount-commissions.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { findBalance } from './queries-balances.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const promoterOf = (eventId: string, terms: Terms | null, literal?: UserLiteral) =>
  givenPromoter(shop, eventId, terms, literal)
const sell = (sale: Sale, code: string, quantity?: number) => sellByCode(shop, sale, code, quantity)

interface Sale {
  readonly eventId: string
  readonly typeId: string
}

async function earned(eventId: string, { id }: { readonly id: string }): Promise<number> {
  await accrue(shop)
  const [entered, counted] = [await enteredCommissions(shop, eventId), await recountCommissions(shop, eventId)]
  for (const [person, cents] of counted) expect(entered.get(person) ?? 0).toBe(cents)
  return entered.get(id) ?? 0
}

async function give(owner: GivenUser, eventId: string, ticketId: string, partialAmount?: number, endTicket = false) {
  const body = { ticketId, reason: 'Una prueba', endTicket, ...(partialAmount === undefined ? {} : { partialAmount }) }
  await shop.call(refundTicketMoney, { params: { id: eventId }, body }, { as: owner })
  await shop.settle()
}

async function scan(eventId: string, number: string) {
  const doorman = await shop.given.user({ staffOf: { id: eventId } })
  await shop.call(scanTicket, { params: { ticketId: number }, body: { eventId, via: 'typed' } }, { as: doorman })
}

async function givenShop(priceCents = 1_800_000) {
  const sale = await shop.givenSale({ event: { startsInHours: 3, lastsHours: 5 }, type: { capacity: 50, priceCents } })
  return { ...sale, owner: await shop.given.user({ memberOf: { id: sale.companyId } }) }
}

test('a percent is of the price alone, down to whole centavos of each ticket, and enters once', async () => {
  // 7,77 % of $1.234 is $95,8818; the fee of $123,40 counts for nothing.
  const sale = await givenShop(123_400)
  const promoter = await promoterOf(sale.eventId, { bps: 777 })
  await sell(sale, promoter.code, 3)
  expect(await earned(sale.eventId, promoter)).toBe(3 * 9_588)
  const { rows } = await sql`select kind, amount_cents, order_id is not null as "hasOrder" from ledger_entries
    where promo_id = ${promoter.promoId}`.execute(shop.app.db)
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ kind: 'commission', amount_cents: 9_588, hasOrder: true })))
  await sql`update commission_mark set ledger_id = 0, scanned_until = 'epoch', next_at = null, next_ledger_id = null, next_scanned_until = null`.execute(
    shop.app.db,
  )
  expect(await earned(sale.eventId, promoter)).toBe(3 * 9_588)
})

test('who has no terms, or sold before they had any, earns nothing; terms bind from their moment on', async () => {
  const sale = await givenShop()
  const promoter = await promoterOf(sale.eventId, null)
  await sell(sale, promoter.code)
  expect(await earned(sale.eventId, promoter)).toBe(0)
  await setTerms(shop, promoter.promoId, { bps: 1000 })
  await sell(sale, promoter.code)
  expect(await earned(sale.eventId, promoter)).toBe(180_000)
  await shop.advance({ seconds: 1 })
  await setTerms(shop, promoter.promoId, { fixed: 50_000 })
  await sell(sale, promoter.code, 2)
  expect(await earned(sale.eventId, promoter)).toBe(180_000 + 2 * 50_000)
})

test('by arrival only who was scanned counts', async () => {
  const sale = await givenShop()
  const promoter = await promoterOf(sale.eventId, { bps: 1000, on: 'arrival' })
  const { tickets } = await sell(sale, promoter.code, 2)
  expect(await earned(sale.eventId, promoter)).toBe(0)
  await scan(sale.eventId, tickets[0]?.number ?? '')
  expect(await earned(sale.eventId, promoter)).toBe(180_000)
})

test('a part of a ticket takes back the percent of what went back of its price, and an amount stays until the ticket has ended', async () => {
  const sale = await givenShop()
  const percent = await promoterOf(sale.eventId, { bps: 1000 })
  const fixed = await promoterOf(sale.eventId, { fixed: 70_000 })
  const [one, other] = [await sell(sale, percent.code, 2), await sell(sale, fixed.code, 2)]
  // $9.900 of $19.800 are $9.000 of the price; $5.000 are $4.545,45 of it and $454,55 of the fee.
  await give(sale.owner, sale.eventId, one.tickets[0]?.id ?? '', 9_900)
  expect(await earned(sale.eventId, percent)).toBe(90_000 + 180_000)
  await give(sale.owner, sale.eventId, one.tickets[1]?.id ?? '', 5_000)
  expect(await earned(sale.eventId, percent)).toBe(90_000 + 134_545)
  await give(sale.owner, sale.eventId, other.tickets[0]?.id ?? '', 9_900)
  expect(await earned(sale.eventId, fixed)).toBe(140_000)
  await give(sale.owner, sale.eventId, other.tickets[1]?.id ?? '', 9_900, true)
  expect(await earned(sale.eventId, fixed)).toBe(70_000)
  await give(sale.owner, sale.eventId, one.tickets[0]?.id ?? '')
  expect(await earned(sale.eventId, percent)).toBe(134_545)
})

test("the seller's own refund of a part is shared by the tickets of the purchase, and of all of it takes everything", async () => {
  const sale = await givenShop()
  const promoter = await promoterOf(sale.eventId, { bps: 1000 })
  const { paymentId } = await sell(sale, promoter.code, 3)
  // A third of a centavo more of the first ones: 100.01 over three tickets.
  await shop.simulator.control.refund(paymentId, 10_001)
  await shop.settle()
  const shares = [3_333, 3_334, 3_334].map((back) => 1_800_000 - (back - Math.round(back / 11)))
  const expected = shares.reduce((sum, kept) => sum + Math.floor(kept / 10), 0)
  expect(await earned(sale.eventId, promoter)).toBe(expected)
  await shop.simulator.control.refund(paymentId)
  await shop.settle()
  expect(await earned(sale.eventId, promoter)).toBe(0)
})

test.each([
  ['lost', 0],
  ['won', 360_000],
] as const)('a chargeback takes everything back, also of who came; %s, %i are earned', async (outcome, left) => {
  const sale = await givenShop()
  const promoter = await promoterOf(sale.eventId, { bps: 1000 })
  const { paymentId, tickets } = await sell(sale, promoter.code, 2)
  await scan(sale.eventId, tickets[0]?.number ?? '')
  expect(await earned(sale.eventId, promoter)).toBe(360_000)
  await shop.simulator.control.chargeBack(paymentId)
  await shop.settle()
  expect(await earned(sale.eventId, promoter)).toBe(0)
  await shop.simulator.control.settleChargeback(paymentId, outcome)
  await shop.settle()
  expect(await earned(sale.eventId, promoter)).toBe(left)
})

test('an amount is never more than is kept of the price: of a cheaper type, or after a part went back', async () => {
  const sale = await givenShop(100_000)
  const promoter = await promoterOf(sale.eventId, { fixed: 150_000 })
  const { tickets } = await sell(sale, promoter.code, 2)
  expect(await earned(sale.eventId, promoter)).toBe(2 * 100_000)
  // $550 of $1.100 are $500 of the price.
  await give(sale.owner, sale.eventId, tickets[0]?.id ?? '', 550)
  expect(await earned(sale.eventId, promoter)).toBe(150_000)
})

test('what was sold in person earns as well, until it is cancelled; a courtesy, and what the organizer sold, earn nothing', async () => {
  const sale = await givenShop()
  const { eventId, typeId } = sale
  const seller = await promoterOf(eventId, { bps: 1500 })
  await issueByPromoter(shop, sale, seller, true)
  const ticketId = await issueByPromoter(shop, sale, seller)
  await issueByPromoter(shop, sale, seller)
  const to = await shop.given.user()
  const body = { eventId, ticketType: typeId, isCourtesy: false, quantity: 1, idUserToSend: to.id }
  await shop.call(generateTicket, { query: {}, body }, { as: sale.owner })
  expect(await earned(eventId, seller)).toBe(540_000)
  await shop.call(cancelTicket, { params: { id: eventId, ticketId }, body: {} }, { as: sale.owner })
  expect(await earned(eventId, seller)).toBe(270_000)
})

test('sales of a pending account count for the person that it is joined to', async () => {
  const sale = await givenShop()
  const promoter = await promoterOf(sale.eventId, { bps: 1000 })
  const person = await promoterOf(sale.eventId, { bps: 2000 })
  await sell(sale, promoter.code)
  await sell(sale, person.code)
  await sql`select promoters_move_promos(${promoter.id}, ${person.id})`.execute(shop.app.db)
  await sell(sale, person.code)
  expect(await earned(sale.eventId, person)).toBe(180_000 + 2 * 360_000)
})

test('while a transaction is open its entries are waited for', async () => {
  const sale = await givenShop()
  const promoter = await promoterOf(sale.eventId, { bps: 1000 })
  await accrue(shop)
  const open = await shop.app.db.startTransaction().execute()
  await sql`select 1 from events for share`.execute(open)
  await sell(sale, promoter.code)
  await accrue(shop)
  await accrue(shop)
  expect(await enteredCommissions(shop, sale.eventId)).toEqual(new Map())
  await open.commit().execute()
  expect(await earned(sale.eventId, promoter)).toBe(180_000)
})

test('what a promoter sold to themselves earns nothing; what a holder gives up with their account stays earned', async () => {
  const sale = await givenShop()
  const seller = await promoterOf(sale.eventId, { bps: 1000 }, { name: 'Lola Vende' })
  const ticketId = await issueByPromoter(shop, sale, seller)
  expect(await earned(sale.eventId, seller)).toBe(180_000)
  const { name, phone, mail } = seller
  const body = { eventId: sale.eventId, ticketType: sale.typeId, isCourtesy: false }
  const self = { userName: name, userPhone: phone ?? '', userEmail: mail ?? '' }
  await shop.call(rrppGenerateTicket, { query: {}, body: { ...body, ...self } }, { as: seller })
  expect(await earned(sale.eventId, seller)).toBe(180_000)
  const { holder_id: holderId } = await shop.app.db
    .selectFrom('tickets')
    .select('holder_id')
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  await inTransaction(shop.app, (app) => giveUpTickets(app, holderId))
  expect(await earned(sale.eventId, seller)).toBe(180_000)
  const { cashCents } = await findBalance(shop.app, sale.eventId, seller.id)
  expect(cashCents).toBe(2 * 1_800_000)
})

test('a promoter who buys without a session, by a contact or an alias, earns nothing and is answered like anybody; nor by changing it since', async () => {
  const sale = await givenShop()
  const seller = await promoterOf(sale.eventId, { bps: 1000 }, { mail: 'lola.vende@gmail.com' })
  const buy = async (contacts: Partial<ReturnType<typeof newBuyer>>) => {
    const bought = await orderAsGuest(shop, sale, { ...newBuyer(), ...contacts }, { rrpp: seller.code })
    await shop.simulator.control.pay(await shop.preferenceOf(bought))
    await shop.settle()
    return bought
  }
  const stranger = await buy({})
  expect(await earned(sale.eventId, seller)).toBe(180_000)
  const phone = seller.phone ?? ''
  for (const own of [{ phone }, { mail: 'lolavende+1@googlemail.com' }, { phone, mail: 'lola.vende@gmail.com' }]) {
    const bought = await buy(own)
    expect(Object.keys(bought).toSorted()).toEqual(Object.keys(stranger).toSorted())
    expect(bought.referralInfo).toEqual(stranger.referralInfo)
    expect(bought.order.totalCents).toBe(stranger.order.totalCents)
    expect(await earned(sale.eventId, seller)).toBe(180_000)
  }
  const alias = await shop.given.user({ mail: 'l.o.l.a.vende@gmail.com' })
  const query = { eventId: sale.eventId, ticketTypeId: sale.typeId, quantity: 1, rrpp: seller.code }
  const bought = await shop.call(createReferralPurchase, { query, body: undefined }, { as: alias })
  await shop.simulator.control.pay(await shop.preferenceOf(bought))
  await shop.settle()
  expect(await earned(sale.eventId, seller)).toBe(180_000)
  const fresh = { mail: 'otra@previa.example', phone: '+5493415550999' }
  await shop.app.db.updateTable('users').set(fresh).where('id', '=', seller.id).execute()
  await sql`update commission_mark set ledger_id = 0, scanned_until = 'epoch', next_at = null, next_ledger_id = null, next_scanned_until = null`.execute(
    shop.app.db,
  )
  expect(await earned(sale.eventId, seller)).toBe(180_000)
})

test('what a promoter sold to an alias of theirs in person earns nothing, whomever the phone names', async () => {
  const sale = await givenShop()
  const seller = await promoterOf(sale.eventId, { bps: 1000 }, { mail: 'lola.vende2@gmail.com' })
  await issueByPromoter(shop, sale, seller)
  const friend = await shop.given.user()
  const to = { userName: friend.name, userPhone: friend.phone ?? '', userEmail: 'lolavende2+amiga@gmail.com' }
  const body = { eventId: sale.eventId, ticketType: sale.typeId, isCourtesy: false, ...to }
  await shop.call(rrppGenerateTicket, { query: {}, body }, { as: seller })
  expect(await earned(sale.eventId, seller)).toBe(180_000)
})
