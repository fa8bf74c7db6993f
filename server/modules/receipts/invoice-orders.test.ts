/** Invoices: asked for once per sale and once per refund, whatever fails, and nothing of it reaches order or tickets (rule R10.12). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getOrders } from '#contract/sales/checkout.ts'
import { updateCompanyFiscalData } from '#contract/companies/companies-fiscal-data.ts'
import type { InvoiceRequest, Invoicing } from '#server/adapters/invoicing/port.ts'
import { createInvoicingNone } from '#server/adapters/invoicing/invoicing-none.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { findReceipt, listIssued } from './queries.ts'
import { invoiceOrders, returnedParts } from './invoice-orders.ts'
import { sweepSales } from './sweep-sales.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await sql`delete from invoices`.execute(shop.app.db)
  await sql`update receipt_progress set looked_until = app_now() + interval '10 minutes'`.execute(shop.app.db)
})

/** An adapter that keeps what it was asked, and issues under a number of its own. */
function recorder(answer: (request: InvoiceRequest, asked: number) => unknown = () => undefined) {
  const asked: InvoiceRequest[] = []
  const invoicing: Invoicing = {
    async issue(request) {
      asked.push(request)
      await answer(request, asked.length)
      return { issued: { number: `0001-${asked.length}`, url: `https://facturas.example/${asked.length}` } }
    },
  }
  return { asked, invoicing, keys: () => asked.map(({ idempotencyKey }) => idempotencyKey) }
}
async function run(invoicing: Invoicing, times = 1): Promise<void> {
  const app = { ...shop.app, vendors: { ...shop.app.vendors, invoicing } }
  await shop.app.queue.runJob(shop.app, 'notifications.deliver')
  for (let n = 0; n < times; n += 1) {
    await sweepSales(app)
    await invoiceOrders(app)
  }
}
const rows = () =>
  shop.app.db
    .selectFrom('invoices')
    .select(['id', 'state', 'number', 'attempts', 'refund_id'])
    .orderBy(sql`refund_id nulls first`)
    .execute()
const idOf = async (publicId: string) => (await findReceipt(shop.app, { publicId }))?.id ?? ''
const stateOf = async (publicId: string, eventId: string) => [
  await shop.orderState(publicId),
  (await shop.ticketsOf(eventId)).map(({ state }) => state),
]

test('one document per paid order and per refund, however often it is looked for; the parts are the ledger’s', async () => {
  const { buyer, publicId, paymentId, purchase } = await shop.paid({ event: { absorbsServiceFee: true } })
  const orderId = await idOf(publicId)
  const { asked, invoicing, keys } = recorder()
  await Promise.all([run(invoicing, 2), run(invoicing, 2)])
  expect(keys()).toEqual([`sale-${orderId}`])
  const { totalCents } = purchase.order
  const [sale] = asked
  expect(sale).toMatchObject({ kind: 'sale', orderNumber: await shop.orderNumber(publicId), credits: null })
  expect((sale?.priceCents ?? 0) + (sale?.feeCents ?? 0)).toBe(totalCents)
  expect(sale?.feeCents).toBeGreaterThan(0)

  await shop.simulator.control.refund(paymentId, 10_000)
  await shop.settle()
  await run(invoicing, 2)
  await shop.simulator.control.refund(paymentId)
  await shop.settle()
  await run(invoicing, 3)
  expect(new Set(keys()).size).toBe(3)
  expect(asked).toHaveLength(3)
  const credits = asked.filter(({ kind }) => kind === 'refund')
  expect(credits.every((each) => each.credits?.number === '0001-1')).toBe(true)
  const [past] = (await shop.call(getOrders, { query: {} }, { as: buyer })).orders
  expect(past?.invoices[0]).toEqual({ number: '0001-1', url: 'https://facturas.example/1', isCredit: false })
  expect(past?.invoices.map(({ isCredit }) => isCredit)).toEqual([false, true, true])
  const sum = (part: 'priceCents' | 'feeCents') => credits.reduce((total, each) => total + each[part], 0)
  expect([sum('priceCents'), sum('feeCents')]).toEqual([sale?.priceCents, sale?.feeCents])
  expect((await listIssued(shop.app, orderId)).map(({ isCredit }) => isCredit)).toEqual([false, true, true])
})

test('the seller’s data are those of the time of payment, whatever changes later', async () => {
  const { companyId, publicId } = await shop.paid()
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const data = {
    legalName: 'Lunar S.A.',
    cuit: '30703088534',
    vatCondition: 'exento',
    address: 'Corrientes 1, CABA',
  } as const
  const say = (legalName: string) =>
    shop.call(updateCompanyFiscalData, { params: { companyId }, body: { ...data, legalName } }, { as: owner })
  await shop.advance({ minutes: 1 })
  await say(data.legalName)
  const { asked, invoicing } = recorder()
  await run(invoicing)
  expect(asked[0]?.seller).toEqual({ name: 'Club Central', data: null })
  expect((await findReceipt(shop.app, { publicId }))?.seller).toBeNull()

  await shop.advance({ minutes: 1 })
  await sql`update orders set paid_at = app_now() where public_id = ${publicId}`.execute(shop.app.db)
  await shop.advance({ minutes: 1 })
  await say('Otra S.R.L.')
  expect((await findReceipt(shop.app, { publicId }))?.seller).toEqual(data)
})

test('an adapter that fails is retried under the same key, without limit; order and tickets are not affected', async () => {
  const { publicId, eventId } = await shop.paid()
  const before = await stateOf(publicId, eventId)
  let isDown = true
  const { invoicing, keys } = recorder(() => {
    if (isDown) throw new Error('down')
  })
  for (let day = 0; day < 12; day += 1) {
    await run(invoicing)
    await shop.advance({ hours: 7 })
  }
  expect(await stateOf(publicId, eventId)).toEqual(before)
  expect(await rows()).toMatchObject([{ state: 'queued', number: null }])
  isDown = false
  await run(invoicing)
  expect(new Set(keys()).size).toBe(1)
  expect(keys()).toHaveLength(13)
  expect(await rows()).toMatchObject([{ state: 'issued', number: '0001-13' }])
  expect(await shop.broken()).toEqual([])
})

test('a refund waits until its sale was answered', async () => {
  const { publicId, paymentId } = await shop.paid()
  let isDown = true
  const { asked, invoicing } = recorder(() => {
    if (isDown) throw new Error('down')
  })
  await shop.simulator.control.refund(paymentId)
  await shop.settle()
  await run(invoicing)
  expect(asked.map(({ kind }) => kind)).toEqual(['sale'])
  isDown = false
  await shop.advance({ minutes: 5 })
  await run(invoicing, 2)
  expect(asked.map(({ kind }) => kind)).toEqual(['sale', 'sale', 'refund'])
  expect(asked[2]?.credits).toEqual({ number: '0001-2', url: 'https://facturas.example/2' })
  expect(await shop.orderState(publicId)).toBe('refunded')
})

test('tickets that wait for their first attempt go before', async () => {
  await shop.paid()
  const { asked, invoicing } = recorder()
  await sweepSales(shop.app)
  expect(await invoiceOrders({ ...shop.app, vendors: { ...shop.app.vendors, invoicing } })).toBe(0)
  await run(invoicing)
  expect(asked).toHaveLength(1)
})

test('where there is no adapter nothing is issued, and that is noted once', async () => {
  const { publicId } = await shop.paid()
  await run(createInvoicingNone(), 2)
  expect(await rows()).toMatchObject([{ state: 'none', number: null, attempts: 1 }])
  expect(await listIssued(shop.app, await idOf(publicId))).toEqual([])
  const { asked, invoicing } = recorder()
  await run(invoicing)
  expect(asked).toEqual([])
})

test('what the company bore of the fee comes back to it, and is not its to credit', () => {
  expect(
    returnedParts([
      { kind: 'refund', from: 'company', to: 'buyers', amountCents: 20_000 },
      { kind: 'refund_fee', from: 'platform', to: 'company', amountCents: 2000 },
    ]),
  ).toEqual({ priceCents: 18_000, feeCents: 2000 })
})
