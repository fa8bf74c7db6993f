/** A drink that was paid with a ticket is served once, to the ticket's holder, and not after its money went back. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createReferralPurchase } from '#contract/sales/checkout.ts'
import { refundDrinks, refundTicketMoney } from '#contract/sales/refunds.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { modules } from '#server/app.ts'
import { runChecks } from '#server/db/check-invariants.ts'
import { wholeInvariants } from '#server/db/invariants.ts'
import { inTransaction } from '#server/context.ts'
import { openBar } from '#server/testing/sell-drinks.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const acts = async (id: string) =>
  (await shop.app.db.selectFrom('audit_rows').select('action').where('object_id', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  )

/** The first of some tickets, with its code. */
function firstOf<Ticket extends { code: string | null; vouchers: readonly { id: string }[] }>(
  tickets: readonly Ticket[],
) {
  const [ticket] = tickets
  if (!ticket?.code) throw new Error('There is no ticket with a code')
  return { ...ticket, code: ticket.code, voucherId: ticket.vouchers[0]?.id ?? '' }
}

test('drinks are bought with the tickets, go round them, and are served once by the same code', async () => {
  const bar = await openBar(shop)
  const { buyer, purchase, tickets } = await bar.sell({ beer: 3, water: 1 })
  expect(purchase.order).toMatchObject({
    subtotalCents: 2 * 1_800_000 + 3 * 600_000,
    feeCents: 2 * 180_000 + 3 * 60_000,
    totalCents: 2 * 1_980_000 + 3 * 660_000,
  })
  expect(purchase.order.drinks.map(({ name, quantity, unitFeeCents }) => [name, quantity, unitFeeCents])).toEqual(
    expect.arrayContaining([
      ['Cerveza', 3, 60_000],
      ['Agua', 1, 0],
    ]),
  )
  const first = firstOf(tickets)
  expect(tickets.map(({ vouchers }) => vouchers.map(({ name }) => name).toSorted())).toEqual([
    ['Agua', 'Cerveza', 'Cerveza'],
    ['Cerveza'],
  ])
  const scanned = await bar.scan(first.code)
  expect(scanned.ticket).toMatchObject({ number: first.number, state: 'valid', holderName: 'Camila Ferreyra' })
  expect((await bar.scan(first.number)).vouchers).toEqual(scanned.vouchers)
  const { voucher } = await bar.redeem(first.voucherId, first.code)
  expect(voucher).toMatchObject({ redeemedBy: 'Bruno Barra', undoUntil: expect.any(String) })
  expect(await shop.refusal(bar.redeem(first.voucherId, first.code))).toBe('drink_voucher_redeemed')
  expect(await shop.refusal(bar.redeem(tickets[1]?.vouchers[0]?.id ?? '', first.code))).toBe('invalid_qr_code')
  expect((await bar.ticketsOf(buyer))[0]?.vouchers[0]?.redeemedAt).toBe(voucher.redeemedAt)
  expect(await acts(first.voucherId)).toEqual(['drink_voucher.redeem'])
})

test('a purchase by the link of a promoter takes drinks too', async () => {
  const bar = await openBar(shop)
  const buyer = await shop.given.user()
  const body = { eventId: bar.eventId, ticketTypeId: bar.typeId, quantity: 1, rrpp: 'NADIE' }
  const drinks = [{ drinkId: bar.menu.gin, quantity: 1 }]
  await bar.pay(await shop.call(createReferralPurchase, { query: {}, body: { ...body, drinks } }, { as: buyer }))
  expect((await bar.ticketsOf(buyer))[0]?.vouchers.map(({ name }) => name)).toEqual(['Gin'])
})

test('a drink may be had after the door, with the same key it is one, and for a minute it may be taken back', async () => {
  const bar = await openBar(shop)
  const first = firstOf((await bar.sell({ gin: 1 }, 1)).tickets)
  const door = { params: { ticketId: first.id }, body: { eventId: bar.eventId, code: first.code } }
  await shop.call(scanTicket, door, { as: bar.barman })
  const served = await bar.redeem(first.voucherId, first.code, bar.barman, 'una-copa-una-copa')
  expect(await bar.redeem(first.voucherId, first.code, bar.barman, 'una-copa-una-copa')).toEqual(served)
  expect(await shop.refusal(bar.undo(first.voucherId, bar.owner))).toBe('redemption_final')
  expect((await bar.undo(first.voucherId)).voucher).toMatchObject({ redeemedAt: null, redeemedBy: null })
  expect((await bar.undo(first.voucherId)).voucher.redeemedAt).toBeNull()
  await bar.redeem(first.voucherId, first.code, bar.owner)
  await shop.advance({ seconds: 61 })
  expect(await shop.refusal(bar.undo(first.voucherId, bar.owner))).toBe('redemption_final')
  expect(await acts(first.voucherId)).toEqual(['drink_voucher.redeem', 'drink_voucher.undo', 'drink_voucher.redeem'])
})

test('who is handed the ticket has its drinks, and the code of who gave it has none', async () => {
  const bar = await openBar(shop)
  const { buyer, tickets } = await bar.sell({ beer: 1 }, 1)
  const first = firstOf(tickets)
  const friend = await shop.given.user()
  await shop.call(transferTicket, { params: { id: first.id }, body: { toUserId: friend.id } }, { as: buyer })
  expect(await shop.refusal(bar.scan(first.code))).toBe('invalid_qr_code')
  expect(await shop.refusal(bar.redeem(first.voucherId, first.code))).toBe('invalid_qr_code')
  const handed = firstOf(await bar.ticketsOf(friend))
  expect((await bar.redeem(handed.voucherId, handed.code)).voucher.name).toBe('Cerveza')
})

test('a refund takes what was not drunk, and no drink follows it', async () => {
  const bar = await openBar(shop, { startsInHours: 4 })
  const { purchase, tickets } = await bar.sell({ beer: 4 })
  const first = firstOf(tickets)
  const second = firstOf(tickets.slice(1))
  const ask = (ticketId: string, as = bar.owner) =>
    shop.call(refundTicketMoney, { params: { id: bar.eventId }, body: { ticketId, reason: 'No puede venir' } }, { as })
  await bar.redeem(first.voucherId, first.code)
  expect(await ask(first.id)).toMatchObject({ amount: 19_800 + 6_600 })
  expect(await shop.refusal(bar.redeem(first.vouchers[1]?.id ?? '', first.code))).toBe('ticket_inactive')
  await shop.settle()
  expect(await shop.orderState(purchase.order.publicId)).toBe('partially_refunded')
  // One who is in already: the ticket stays used, and its drinks go with the money.
  const door = { params: { ticketId: second.id }, body: { eventId: bar.eventId, code: second.code } }
  await shop.call(scanTicket, door, { as: bar.barman })
  const god = await shop.given.user({ isGodAdmin: true })
  expect(await ask(second.id, god)).toMatchObject({ amount: 19_800 + 2 * 6_600 })
  expect(await shop.refusal(bar.redeem(second.voucherId, second.code))).toBe('ticket_inactive')
})

test('what was redeemed before a refund of all else stays redeemed; of who is in, it is served again', async () => {
  const bar = await openBar(shop, { startsInHours: 4 })
  const { tickets, buyer } = await bar.sell({ beer: 4 })
  const [first, second] = [firstOf(tickets), firstOf(tickets.slice(1))]
  const added = await bar.add(buyer, second.id, { gin: 2 })
  await bar.pay(added)
  const gins = (await bar.ticketsOf(buyer)).flatMap(({ vouchers }) => vouchers.filter(({ name }) => name === 'Gin'))
  const refund = (ticketId: string, as = bar.owner) =>
    shop.call(refundTicketMoney, { params: { id: bar.eventId }, body: { ticketId, reason: 'No puede venir' } }, { as })
  await bar.redeem(first.voucherId, first.code)
  expect(await refund(first.id)).toMatchObject({ amount: 19_800 + 6_600 })
  expect(await shop.refusal(bar.undo(first.voucherId)), 'on its way back').toBe('redemption_refunded')
  await shop.settle()
  expect(await shop.refusal(bar.undo(first.voucherId)), 'returned').toBe('redemption_refunded')
  expect(await acts(first.voucherId)).toEqual(['drink_voucher.redeem'])
  // The other drinks of a used ticket went back, and this one is served instead.
  const door = { params: { ticketId: second.id }, body: { eventId: bar.eventId, code: second.code } }
  await shop.call(scanTicket, door, { as: bar.barman })
  await bar.redeem(second.voucherId, second.code)
  await bar.redeem(gins[0]?.id ?? '', second.code)
  await refund(second.id, await shop.given.user({ isGodAdmin: true }))
  const body = { orderId: added.order.publicId, reason: 'No se sirvió' }
  await shop.call(refundDrinks, { params: { id: bar.eventId }, body }, { as: bar.owner })
  await shop.settle()
  for (const id of [second.voucherId, gins[0]?.id ?? '']) {
    await bar.undo(id)
    expect((await bar.redeem(id, second.code)).voucher.redeemedAt).not.toBeNull()
  }
  expect(await shop.refusal(bar.redeem(gins[1]?.id ?? '', second.code))).toBe('ticket_inactive')
  expect(await shop.broken()).toEqual([])
})

test('only those who scan at this event serve, while its door is open', async () => {
  const bar = await openBar(shop, { startsInHours: 48 })
  const first = firstOf((await bar.sell({ beer: 1 }, 1)).tickets)
  const elsewhere = await openBar(shop)
  const asked = async (as: Parameters<typeof bar.redeem>[2]) => [
    await shop.refusal(bar.scan(first.code, as)),
    await shop.refusal(bar.redeem(first.voucherId, first.code, as)),
  ]
  const foreign = ['event_not_found', 'drink_voucher_not_found']
  const here = { id: bar.eventId }
  expect(await asked(elsewhere.barman)).toEqual(foreign)
  expect(await asked(elsewhere.owner)).toEqual(foreign)
  expect(await asked(await shop.given.user({ staffOf: here, canScan: false }))).toEqual(foreign)
  const finance = await shop.given.user({ memberOf: { id: bar.companyId }, companyRole: 'finance' })
  expect(await asked(finance)).toEqual(foreign)
  expect(await asked(bar.barman)).toEqual(['ticket_inactive', 'ticket_inactive'])
  expect(await shop.refusal(elsewhere.scan(first.code))).toBe('wrong_event_qr')
})

test.each([
  [
    'a voucher that is not there',
    sql`delete from drink_vouchers where position = 1`,
    'I3 a paid order has the vouchers',
  ],
  [
    'a drink that is not in the total',
    sql`update order_drinks set unit_price_cents = 100`,
    'orders add up to their lines and drinks',
  ],
  [
    'a price that the ledger has not',
    sql`update drink_vouchers set price_cents = 100`,
    'M1 a sale in the ledger is the price',
  ],
  [
    'a drink that was drunk and refunded',
    sql`update drink_vouchers set redeemed_at = app_now(), redeemed_by = id`,
    'M6 no ticket',
  ],
])('%s is found', async (_name, breakIt, expected) => {
  const bar = await openBar(shop, { startsInHours: 4 })
  const first = firstOf((await bar.sell({ beer: 2 }, 1)).tickets)
  const body = { ticketId: first.id, reason: 'No puede venir' }
  await shop.call(refundTicketMoney, { params: { id: bar.eventId }, body }, { as: bar.owner })
  await shop.settle()
  let found: string[] = []
  const undone = inTransaction(shop.app, async ({ db }) => {
    await breakIt.execute(db)
    found = (await runChecks(db, wholeInvariants(modules))).map(({ name }) => name)
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect(found.some((name) => name.startsWith(expected))).toBe(true)
})
