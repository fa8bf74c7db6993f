/** What the platform charges a company, from being set to the ledger (rules R7.6, R7.7). */
import { expect, test } from 'vitest'
import { getCompanyFees, updateCompanyFees } from '#contract/companies/companies-fees.ts'
import { listCompanies } from '#contract/companies/companies-managed.ts'
import { addDays, formatDay, fromLocal, toLocalDate } from '#contract/values/dates.ts'
import { getTicketTypes } from '#contract/events/events.ts'
import { createEvent, duplicateEvent, getManagedEvent, updateEvent } from '#contract/events/events-managed.ts'
import { DEFAULT_FEE_TERMS, type FeeTerms } from '#contract/values/prices.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const terms = { percentBps: 750, fixedCents: 200_00, leastCents: 500_00, mostCents: 3000_00 }

async function people() {
  const company = await shop.given.company({})
  const [owner, god] = [await shop.given.user({ memberOf: company }), await shop.given.user({ isGodAdmin: true })]
  const set = (body: Partial<FeeTerms> & { appliesFrom?: string | null }, as: GivenUser = god) =>
    shop.call(updateCompanyFees, { params: { id: company.id }, body: { ...terms, ...body } }, { as })
  const read = (as: GivenUser = owner) => shop.call(getCompanyFees, { params: { companyId: company.id } }, { as })
  const draft = (as: GivenUser = owner) => shop.call(createEvent, { body: { name: 'Fiesta Lunar' }, files: {} }, { as })
  return { company, owner, god, set, read, draft }
}
const inDays = (days: number) => addDays(toLocalDate(shop.clock.now()), days)

test('a company without terms of its own has everybody’s; what is set counts for the events that are made from then on', async () => {
  const { owner, set, read, draft } = await people()
  expect(await read()).toMatchObject({ current: DEFAULT_FEE_TERMS, since: null, next: [] })
  const before = await draft()
  expect(before.serviceFee).toEqual(DEFAULT_FEE_TERMS)
  await set({})
  expect(await read()).toMatchObject({ current: terms, next: [] })
  expect((await draft()).serviceFee).toEqual(terms)
  const kept = await shop.call(getManagedEvent, { params: { id: before.id } }, { as: owner })
  expect(kept.serviceFee).toEqual(DEFAULT_FEE_TERMS)
  // A copy is an event of today.
  const copy = await shop.call(duplicateEvent, { params: { id: before.id } }, { as: owner })
  expect(copy.serviceFee).toEqual(terms)
})

test('terms for a day to come wait for it; set again for that day, the last ones count', async () => {
  const { company, set, draft } = await people()
  await set({ appliesFrom: inDays(10), percentBps: 500 })
  const { current, next } = await set({ appliesFrom: inDays(10), percentBps: 600 })
  expect([current, next.map(({ percentBps }) => percentBps)]).toEqual([DEFAULT_FEE_TERMS, [600]])
  expect((await draft()).serviceFee).toEqual(DEFAULT_FEE_TERMS)
  await shop.advance({ hours: 24 * 11 })
  const later = await shop.given.user({ memberOf: company, companyRole: 'manager' })
  expect((await draft(later)).serviceFee).toMatchObject({ percentBps: 600 })
  expect((await shop.call(getCompanyFees, { params: { companyId: company.id } }, { as: later })).next).toEqual([])
})

test('its owners are notified of the date, the old and the new fee; setting the current fee again sends nothing', async () => {
  const { company, owner, set } = await people()
  const manager = await shop.given.user({ memberOf: company, companyRole: 'manager' })
  const mails = async (to: GivenUser) => {
    await shop.drain()
    const rows = await shop.app.db
      .selectFrom('dev_inbox')
      .select(['subject', 'body'])
      .where('recipient', '=', to.mail)
      .orderBy('id')
      .execute()
    return rows.map(({ subject, body }) => `${subject}\n${body}`)
  }
  await set({ appliesFrom: inDays(10) })
  const [mail = '', ...more] = await mails(owner)
  expect(more).toEqual([])
  expect(mail).toMatch(/^Cambia el cargo por servicio de Club Central\n/)
  expect(mail).toContain(formatDay(fromLocal(inDays(10), '00:00')))
  expect(mail).toContain('Hasta ahora: 10 % por entrada.')
  expect(mail).toContain('Desde ese día: 7,5 % + $200 por entrada, al menos $500 y como mucho $3.000.')
  await set({ appliesFrom: inDays(20), percentBps: 500 })
  expect((await mails(owner)).at(-1)).toContain('Hasta ahora: 7,5 % + $200')
  await set(DEFAULT_FEE_TERMS)
  expect(await mails(owner)).toHaveLength(2)
  // Said again it is no news; taken back it is, although nothing changes on that day then.
  await set({ appliesFrom: inDays(20), percentBps: 500 })
  expect(await mails(owner)).toHaveLength(2)
  await set({ appliesFrom: inDays(20) })
  const back = (await mails(owner)).slice(2)
  expect(back).toHaveLength(1)
  expect(back[0]).toContain(`lo que te avisamos para el ${formatDay(fromLocal(inDays(20), '00:00'))}`)
  expect(back[0]).toContain('Te habíamos avisado: 5 % + $200')
  expect(back[0]).toContain('Desde ese día: 7,5 % + $200')
  expect(await mails(manager)).toEqual([])
})

test.each([
  ['a day that is past', { appliesFrom: '2020-01-01' }, 'appliesFrom'],
  ['centavos', { fixedCents: 150 }, 'fixedCents'],
  ['less than nothing', { leastCents: -100 }, 'leastCents'],
  ['more than the law of the house', { percentBps: 3001 }, 'percentBps'],
  ['a most under the least', { mostCents: 400_00 }, 'mostCents'],
])('%s is refused at its field', async (_name, body, field) => {
  const { set, read } = await people()
  await expect(set(body)).rejects.toMatchObject({ body: { code: 'invalid_input', details: [{ path: [field] }] } })
  expect(await read()).toMatchObject({ current: DEFAULT_FEE_TERMS, next: [] })
})

test('only god admins set them; the company reads its own, and of no other', async () => {
  const { owner, company, set } = await people()
  expect(await shop.refusal(set({}, owner))).toBe('forbidden')
  expect(await shop.refusal(set({}, await shop.given.user({ isAdmin: true })))).toBe('forbidden')
  expect(await shop.refusal(set({}, await shop.given.user({ isLegal: true })))).toBe('forbidden')
  const other = await shop.given.user({ memberOf: await shop.given.company({}) })
  const read = shop.call(getCompanyFees, { params: { companyId: company.id } }, { as: other })
  expect(await shop.refusal(read)).toBe('company_not_found')
})

test('an organizer says who bears the fee, and cannot say how much it is', async () => {
  const { owner, draft } = await people()
  const { id } = await draft()
  const body = { absorbsServiceFee: true, serviceFeeBps: 0, serviceFee: { ...terms, percentBps: 0 } }
  const changed = await shop.call(updateEvent, { params: { id }, body, files: {} }, { as: owner }).catch(() => null)
  const event = changed ?? (await shop.call(getManagedEvent, { params: { id } }, { as: owner }))
  expect(event.serviceFee).toEqual(DEFAULT_FEE_TERMS)
})

/** What each account holds of an order, by the ledger. */
async function balances(publicId: string): Promise<Record<string, number>> {
  const rows = await shop.app.db
    .selectFrom('ledger_entries as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(['l.debit', 'l.credit', 'l.amount_cents as cents'])
    .where('o.public_id', '=', publicId)
    .where('l.kind', '<>', 'provider_fee')
    .execute()
  const held: Record<string, number> = {}
  for (const { debit, credit, cents } of rows) {
    held[debit] = (held[debit] ?? 0) + cents
    held[credit] = (held[credit] ?? 0) - cents
  }
  return held
}

test.each([
  ['over the price', false, { fee: 1800, total: 39_600_00, company: 36_000_00 }],
  ['out of the price', true, { fee: 0, total: 36_000_00, company: 32_400_00 }],
])(
  'a fee %s: what is shown is what is asked, what the provider keeps for us and what the ledger says',
  async (_name, absorbsServiceFee, expected) => {
    const paid = await shop.paid({ event: { absorbsServiceFee }, type: { priceCents: 18_000_00 } })
    const { ticketTypes } = await shop.call(getTicketTypes, { query: { eventId: paid.eventId } })
    expect(ticketTypes[0]).toMatchObject({ price: 18_000, fee: expected.fee })
    const { order } = paid.purchase
    expect(order.totalCents).toBe(expected.total)
    expect(order.lines[0]?.unitFeeCents).toBe(expected.fee * 100)
    const payment = shop.simulator.control.payment(paid.paymentId)
    expect([payment.amountCents, payment.marketplaceFeeCents]).toEqual([expected.total, 3600_00])
    expect(await balances(paid.publicId)).toEqual({
      buyers: -expected.total,
      company: expected.company,
      platform: 3600_00,
    })

    // A third goes back, then the rest: everybody is where they were.
    const third = expected.total / 3
    await shop.simulator.control.refund(paid.paymentId, third)
    await shop.settle()
    expect(await balances(paid.publicId)).toEqual({
      buyers: third - expected.total,
      company: (expected.company * 2) / 3,
      platform: 2400_00,
    })
    await shop.simulator.control.refund(paid.paymentId)
    await shop.settle()
    expect(await balances(paid.publicId)).toEqual({ buyers: 0, company: 0, platform: 0 })
  },
)

test('an order keeps the fee of its hold, whatever the event says meanwhile', async () => {
  const sent = await shop.sentToPay({ event: { absorbsServiceFee: false }, type: { priceCents: 18_000_00 } })
  const owner = await shop.given.user({ memberOf: { id: sent.companyId } })
  const body = { absorbsServiceFee: true }
  await shop.call(updateEvent, { params: { id: sent.eventId }, body, files: {} }, { as: owner })
  await shop.simulator.control.pay(sent.preferenceId)
  await shop.settle()
  expect(await balances(sent.publicId)).toEqual({ buyers: -39_600_00, company: 36_000_00, platform: 3600_00 })
})

test('companies are listed with their fee, for those who look after all of them', async () => {
  const { company, owner, god, set } = await people()
  await set({})
  const list = (as: GivenUser) =>
    shop.call(listCompanies, { query: { limit: 100, sort: 'createdAt', order: 'desc' } }, { as })
  const { companies, pagination } = await list(god)
  expect(companies.find(({ id }) => id === company.id)).toMatchObject({
    state: 'approved',
    totalEvents: 0,
    serviceFee: terms,
  })
  expect(pagination.totalCompanies).toBe(companies.length)
  for (const who of [{ isAdmin: true }, { isLegal: true }]) {
    expect((await list(await shop.given.user(who))).companies.length).toBe(companies.length)
  }
  expect(await shop.refusal(list(owner))).toBe('forbidden')
})
