/** Receipts by mail: once per paid order, after its tickets, again when it could not leave (rule R10.11). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Email, EmailMessage } from '#server/adapters/email/port.ts'
import type { App } from '#server/context.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { mailReceipts } from './mail-receipts.ts'
import { sweepSales } from './sweep-sales.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await sql`delete from receipt_mails`.execute(shop.app.db)
  await sql`delete from dev_inbox`.execute(shop.app.db)
  await sql`update receipt_progress set looked_until = app_now() + interval '10 minutes'`.execute(shop.app.db)
})

const deliverTickets = () => shop.app.queue.runJob(shop.app, 'notifications.deliver')
const note = () => sweepSales(shop.app)
const rows = () => shop.app.db.selectFrom('receipt_mails').selectAll().execute()
const inbox = async (recipient: string | null) =>
  (
    await shop.app.db.selectFrom('dev_inbox').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
  ).map(({ subject, attachments, body }) => ({ subject, attachments, body }))
function withEmail(send: Email['send']): App {
  return { ...shop.app, vendors: { ...shop.app.vendors, email: { isOn: true, send, async close() {} } } }
}

test('the payer gets the receipt in a separate mail, once, after the tickets', async () => {
  const { buyer, publicId } = await shop.paid()
  await note()
  await note()
  // Tickets that wait for their first attempt go before.
  expect(await mailReceipts(shop.app)).toBe(0)
  await deliverTickets()
  expect(await mailReceipts(shop.app)).toBe(1)
  await note()
  expect(await mailReceipts(shop.app)).toBe(0)
  const mails = await inbox(buyer.mail)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Tus entradas/),
    'Comprobante de tu compra para Fiesta Lunar Rosario',
  ])
  expect(mails[1]?.attachments).toMatchObject([
    { filename: `comprobante-${publicId}.pdf`, contentType: 'application/pdf' },
  ])
  expect(mails[1]?.body).toContain('no es válido como factura')
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1 }])
})

test('the jobs by the clock do all of it', async () => {
  const { buyer } = await shop.paid()
  await deliverTickets()
  for (const job of ['receipts.sweep', 'receipts.mail'] as const) await shop.app.queue.runJob(shop.app, job)
  expect((await inbox(buyer.mail)).map(({ subject }) => subject.slice(0, 11))).toContain('Comprobante')
})

test('a payment writes nothing of it, and free orders, unpaid ones and those of before have none', async () => {
  await shop.paid()
  expect(await rows()).toEqual([])
  await sql`update orders set paid_at = paid_at - interval '1 day'`.execute(shop.app.db)
  const { typeId, eventId } = await shop.givenSale({ type: { priceCents: 0 } })
  await shop.buy(await shop.given.user(), typeId, eventId)
  await shop.sentToPay()
  await note()
  expect(await rows()).toEqual([])
})

test('a mail host that is away has it tried again under the same key; the tickets have long left', async () => {
  await shop.paid()
  await deliverTickets()
  await note()
  const keys: string[] = []
  const failing = withEmail(async ({ idempotencyKey }: EmailMessage) => {
    keys.push(idempotencyKey)
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  })
  expect(await mailReceipts(failing)).toBe(1)
  expect(await mailReceipts(failing)).toBe(0)
  await shop.advance({ minutes: 1 })
  expect(await mailReceipts(failing)).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'queued', attempts: 2, last_error: 'Error ECONNREFUSED' }])
  await shop.advance({ minutes: 10 })
  expect(await mailReceipts(shop.app)).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 3 }])
  expect(new Set(keys).size).toBe(1)
  const delivered = await shop.app.db.selectFrom('deliveries').select('state').where('channel', '=', 'mail').execute()
  expect(delivered.every(({ state }) => state === 'sent')).toBe(true)
})

test('buyers without a mail, or whose account is closed, are skipped and not looked up again', async () => {
  const { buyer } = await shop.paid()
  await deliverTickets()
  await note()
  await shop.app.db.updateTable('users').set({ mail: null }).where('id', '=', buyer.id).execute()
  expect(await mailReceipts(shop.app)).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'failed', last_error: 'no_mail' }])
  await shop.advance({ minutes: 60 })
  expect(await mailReceipts(shop.app)).toBe(0)
})

test('where mail is off nothing is drawn for it', async () => {
  await shop.paid()
  await deliverTickets()
  await note()
  const off = { ...shop.app, vendors: { ...shop.app.vendors, email: { ...shop.app.vendors.email, isOn: false } } }
  const drawn = () => shop.app.db.selectFrom('kept_papers').select('key').where('kind', '=', 'receipt').execute()
  const before = await drawn()
  expect(await mailReceipts(off)).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'failed', last_error: 'email_off' }])
  expect(await drawn()).toEqual(before)
})

test('the mail of a refund says where to find the receipt that lists it', async () => {
  const { buyer, paymentId } = await shop.paid()
  await deliverTickets()
  await note()
  await mailReceipts(shop.app)
  await shop.simulator.control.refund(paymentId)
  await shop.settle()
  await note()
  expect(await mailReceipts(shop.app)).toBe(0)
  expect((await inbox(buyer.mail)).at(-1)?.body).toContain('Mis compras')
})

test('of a payment that had gone back it promises no tickets', async () => {
  const { buyer, preferenceId } = await shop.sentToPay()
  const paymentId = await shop.simulator.control.pay(preferenceId)
  await shop.simulator.control.refund(paymentId)
  await shop.settle()
  await deliverTickets()
  await note()
  await mailReceipts(shop.app)
  const mails = await inbox(buyer.mail)
  expect(mails.map(({ subject }) => subject)).toEqual(['Comprobante de tu compra para Fiesta Lunar Rosario'])
  expect(mails[0]?.body).toContain('lo que se devolvió')
  expect(mails[0]?.body).not.toContain('Tus entradas')
})
