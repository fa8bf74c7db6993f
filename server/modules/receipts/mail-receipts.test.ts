/** Receipts by mail: once per paid order, with its tickets, or by itself where they left without it (rule R10.11). */
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

/** Delivers the tickets while receipts cannot be drawn. */
async function deliverWithout(draw: () => Promise<never>) {
  const modules = shop.app.modules.map((module) =>
    module.name === 'receipts' ? { ...module, hooks: { ...module.hooks, drawDueReceipt: draw } } : module,
  )
  await shop.app.queue.runJob({ ...shop.app, modules }, 'notifications.deliver')
}
const failing = () => deliverWithout(() => Promise.reject(new Error('no receipt')))

test.each([true, false])(
  'the payer gets the receipt once, in the mail of the tickets (noted before: %s)',
  async (isNoted) => {
    const { buyer, publicId } = await shop.paid()
    if (isNoted) await note()
    expect(await mailReceipts(shop.app)).toBe(0)
    await deliverTickets()
    await note()
    expect(await mailReceipts(shop.app)).toBe(0)
    const [mail, ...others] = await inbox(buyer.mail)
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(/^Tus entradas/)
    expect(mail?.attachments).toMatchObject([
      { filename: 'entradas.pdf' },
      { filename: `comprobante-${await shop.orderNumber(publicId)}.pdf`, contentType: 'application/pdf' },
    ])
    expect(mail?.body).toContain('El comprobante va adjunto')
    expect(await rows()).toMatchObject([{ state: 'sent', last_error: null }])
    // Sent again, a ticket comes without it.
    await sql`update deliveries set state = 'queued', group_id = id, resends = 1, next_attempt_at = app_now()
             where channel = 'mail' and ticket_id in (select t.id from tickets t join orders o on o.id = t.order_id
                                                        where o.public_id = ${publicId} and t.position = 1)`.execute(
      shop.app.db,
    )
    await deliverTickets()
    expect((await inbox(buyer.mail)).at(-1)).toMatchObject({
      subject: expect.stringMatching(/^Tu entrada/),
      attachments: [{ filename: 'entradas.pdf' }],
    })
  },
)

test('a receipt that fails or takes long holds up no tickets, and follows by itself, by the jobs of the clock', async () => {
  for (const deliver of [failing, () => deliverWithout(() => new Promise<never>(() => {}))]) {
    const { buyer, publicId } = await shop.paid()
    await deliver()
    for (const job of ['receipts.sweep', 'receipts.mail'] as const) await shop.app.queue.runJob(shop.app, job)
    const [tickets, receipt, ...others] = await inbox(buyer.mail)
    expect(others).toEqual([])
    expect(tickets?.attachments).toMatchObject([{ filename: 'entradas.pdf' }])
    expect(receipt).toMatchObject({
      subject: 'Comprobante de tu compra para Fiesta Lunar Rosario',
      attachments: [
        { filename: `comprobante-${await shop.orderNumber(publicId)}.pdf`, contentType: 'application/pdf' },
      ],
      body: expect.stringContaining('no es válido como factura'),
    })
  }
})

test('while a mail of tickets waits for its next attempt, the receipt waits to go with it', async () => {
  const { buyer } = await shop.paid()
  await note()
  const away = withEmail(() => Promise.reject(new Error('away')))
  await shop.app.queue.runJob(away, 'notifications.deliver')
  expect(await mailReceipts(shop.app)).toBe(0)
  await shop.advance({ minutes: 1 })
  await deliverTickets()
  expect(await mailReceipts(shop.app)).toBe(0)
  expect((await inbox(buyer.mail)).map(({ attachments }) => attachments)).toMatchObject([[{}, {}]])
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
  await failing()
  await note()
  const keys: string[] = []
  const away = withEmail(async ({ idempotencyKey }: EmailMessage) => {
    keys.push(idempotencyKey)
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  })
  expect(await mailReceipts(away)).toBe(1)
  expect(await mailReceipts(away)).toBe(0)
  await shop.advance({ minutes: 1 })
  expect(await mailReceipts(away)).toBe(1)
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
  await failing()
  await note()
  await shop.app.db.updateTable('users').set({ mail: null }).where('id', '=', buyer.id).execute()
  expect(await mailReceipts(shop.app)).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'failed', last_error: 'no_mail' }])
  await shop.advance({ minutes: 60 })
  expect(await mailReceipts(shop.app)).toBe(0)
})

test('where mail is off nothing is drawn for it', async () => {
  await shop.paid()
  await failing()
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
