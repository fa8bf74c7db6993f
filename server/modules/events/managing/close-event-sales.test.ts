/** A sale closed by hand (rule R8.14), and paid types of a company that cannot collect: one answer everywhere. */
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPurchase } from '#contract/sales/checkout.ts'
import { quoteDiscount } from '#contract/sales/checkout-discounts.ts'
import { createDiscountCode } from '#contract/events/discounts.ts'
import { getEventHome, getEventPage, getTicketTypes } from '#contract/events/events.ts'
import {
  closeEventSales,
  deactivateEvent,
  getEventsDashboard,
  getManagedEvent,
  openEventSales,
  publishEvent,
} from '#contract/events/events-managed.ts'
import type { VisibleEventId } from '../queries.ts'
import { getPage, listTicketTypes } from '../queries.ts'
import { eventJsonLd } from '../first-paint/event-json-ld.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function given() {
  const of = await server.given.company()
  const owner = await server.given.user({ memberOf: of })
  const event = await server.given.event({ company: of })
  const paid = await server.given.ticketType({ event, priceCents: 1_000_000 })
  const free = await server.given.ticketType({ event, priceCents: 0 })
  return { owner, event, paid, free }
}

/** Availability of the event by card, page and structured data, and of its types by id. */
async function shown(id: string) {
  // Answers of public reads are kept for two seconds.
  await server.advance({ seconds: 3 })
  const card = await server.call(getEventHome, { params: { id } })
  const page = await server.call(getEventPage, { params: { id } })
  const { ticketTypes } = await server.call(getTicketTypes, { query: { eventId: id } })
  const event = id as VisibleEventId
  const jsonLd = eventJsonLd(await getPage(server.app, event), await listTicketTypes(server.app, event), {
    origin: 'https://previa.example',
    previousStart: null,
  })
  const { offers } = jsonLd as { offers: { price: number; availability: string }[] }
  return {
    event: [card.availability, page.availability],
    types: Object.fromEntries(ticketTypes.map((type) => [type.id, type.availability])),
    offers: Object.fromEntries(offers.map(({ price, availability }) => [price, availability.split('/').at(-1)])),
  }
}

test('a sale is closed and opened by hand; page and state stay', async () => {
  const { owner, event, paid, free } = await given()
  const call = (spec: typeof closeEventSales | typeof openEventSales, as: GivenUser = owner) =>
    server.call(spec, { params: { id: event.id } }, { as })
  expect(await server.refusal(call(openEventSales))).toBe('event_state')
  expect(await call(closeEventSales)).toMatchObject({ state: 'active', isSaleClosed: true, availability: 'closed' })
  expect(await server.refusal(call(closeEventSales))).toBe('event_state')
  expect(await shown(event.id)).toMatchObject({
    event: ['closed', 'closed'],
    types: { [paid.id]: 'closed', [free.id]: 'closed' },
  })
  const list = await server.call(getEventsDashboard, { query: {} }, { as: owner })
  expect(list.events).toMatchObject([{ id: event.id, isSaleClosed: true, saleStop: 'closed' }])
  expect(await call(openEventSales)).toMatchObject({ isSaleClosed: false, saleStop: null, availability: 'available' })
  expect(await shown(event.id)).toMatchObject({ types: { [paid.id]: 'available', [free.id]: 'available' } })
  const finance = await server.given.user({ memberOf: { id: await companyOf(event.id) }, companyRole: 'finance' })
  expect(await server.refusal(call(closeEventSales, finance))).toBe('company_role_not_allowed')
  const { rows } = await sql<{ action: string }>`
    select action from audit_rows where object_id = ${event.id} order by id`.execute(server.app.db)
  expect(rows.map(({ action }) => action)).toEqual(['event.close-sales', 'event.open-sales'])
})

test('publishing a paused event opens its sale', async () => {
  const { owner, event } = await given()
  const params = { id: event.id }
  await server.call(closeEventSales, { params }, { as: owner })
  await server.call(deactivateEvent, { params }, { as: owner })
  expect(await server.call(publishEvent, { params }, { as: owner })).toMatchObject({ isSaleClosed: false })
})

const account = (set: RawBuilder<unknown>) => (companyId: string) =>
  sql`update payment_accounts set ${set} where company_id = ${companyId}`.execute(server.app.db)
const company = (set: RawBuilder<unknown>) => (companyId: string) =>
  sql`update companies set ${set} where id = ${companyId}`.execute(server.app.db)

test.each<[string, (companyId: string) => Promise<unknown>]>([
  ['without an account', (id) => sql`delete from payment_accounts where company_id = ${id}`.execute(server.app.db)],
  ['whose account was disconnected', account(sql`state = 'disconnected', ended_because = 'disconnected'`)],
  ['whose access the provider revoked', account(sql`state = 'disconnected', ended_because = 'revoked'`)],
  ['whose token ended', account(sql`state = 'refresh_failed', token_expires_at = app_now() - interval '1 minute'`)],
  ['whose token was erased', account(sql`access_token_sealed = null`)],
  ['whose new account does not sell yet', account(sql`sells_from = app_now() + interval '1 hour'`)],
  ['whose sales wait for refunds without balance', company(sql`paid_sales_stopped_at = app_now()`)],
])('a company %s sells its free types alone, and nothing shows the others as on sale', async (name, change) => {
  const { owner, event, paid, free } = await given()
  const buyer = await server.given.user()
  const order = (ticketTypeId: string) =>
    server.call(createPurchase, { body: { eventId: event.id, ticketTypeId, quantity: 1 } }, { as: buyer })
  await change(await companyOf(event.id))
  expect(await shown(event.id)).toEqual({
    event: ['available', 'available'],
    types: { [paid.id]: 'closed', [free.id]: 'available' },
    offers: { 11_000: 'Discontinued', 0: 'InStock' },
  })
  // The lists and screens of its people say so; an event of free types alone sells on.
  const saleStop = name.includes('refunds without balance') ? 'unfunded' : 'account'
  const list = await server.call(getEventsDashboard, { query: {} }, { as: owner })
  expect(list.events).toMatchObject([{ id: event.id, saleStop }])
  const read = { params: { id: event.id } }
  expect(await server.call(getManagedEvent, read, { as: owner })).toMatchObject({ saleStop, isSaleClosed: false })
  await server.app.db.updateTable('ticket_types').set({ visibility: 'courtesy' }).where('id', '=', paid.id).execute()
  expect(await server.call(getManagedEvent, read, { as: owner })).toMatchObject({ saleStop: null })
  await server.app.db.updateTable('ticket_types').set({ visibility: 'visible' }).where('id', '=', paid.id).execute()
  expect(await server.refusal(order(paid.id))).toBe('paid_sales_closed')
  expect((await order(free.id)).order.state).toBe('paid')
  const code = (name: string, percent: number) =>
    server.call(createDiscountCode, { params: { id: event.id }, body: { code: name, percent } }, { as: owner })
  await code('MITAD', 50)
  await code('TODO', 100)
  const quote = (name: string) =>
    server.call(quoteDiscount, { params: { id: event.id }, body: { code: name } }, { as: buyer })
  expect(await server.refusal(quote('MITAD'))).toBe('paid_sales_closed')
  // What costs nothing needs no account, as the order decides.
  expect((await quote('TODO')).ticketTypes).toMatchObject([{ id: paid.id, unitPriceCents: 0 }])
  await server.app.db
    .updateTable('events')
    .set({ sale_closed_at: sql`app_now()` })
    .where('id', '=', event.id)
    .execute()
  expect(await server.refusal(quote('TODO'))).toBe('event_not_on_sale')
})

test.each<[string, string, 'available' | 'closed']>([
  ['a failed refresh keeps the account until its token ends', `state = 'refresh_failed'`, 'available'],
  ['an account that another will replace sells until then', `sells_until = app_now() + interval '1 hour'`, 'available'],
  ['and no longer', `sells_until = app_now()`, 'closed'],
])('%s', async (_name, set, availability) => {
  const { event, paid } = await given()
  await account(sql.raw(set))(await companyOf(event.id))
  expect((await shown(event.id)).types[paid.id]).toBe(availability)
})

test('a blocked company sells nothing, free types included', async () => {
  const { event, paid, free } = await given()
  await company(sql`state = 'blocked'`)(await companyOf(event.id))
  expect(await shown(event.id)).toEqual({
    event: ['closed', 'closed'],
    types: { [paid.id]: 'closed', [free.id]: 'closed' },
    offers: { 11_000: 'Discontinued', 0: 'Discontinued' },
  })
  const buyer = await server.given.user()
  for (const { id: ticketTypeId } of [paid, free]) {
    const body = { eventId: event.id, ticketTypeId, quantity: 1 }
    expect(await server.refusal(server.call(createPurchase, { body }, { as: buyer }))).toBe('event_not_on_sale')
  }
})

async function companyOf(eventId: string): Promise<string> {
  const row = await server.app.db.selectFrom('events').select('company_id').where('id', '=', eventId).executeTakeFirst()
  return row?.company_id ?? ''
}
