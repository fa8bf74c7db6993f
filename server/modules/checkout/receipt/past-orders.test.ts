import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrderReceipt, getOrders, getOrderStatus } from '#contract/checkout.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { findReceipt, listReturned } from '../queries.ts'
import { receiptTotals, drawReceipt, type Receipt } from './receipt-pdf.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(() => shop.close())

test('a past order tells its payment, what went back, and whether it has a receipt', async () => {
  const { buyer, paymentId, publicId } = await shop.paid()
  const [order] = (await shop.call(getOrders, { query: {} }, { as: buyer })).orders
  expect(order).toMatchObject({
    publicId,
    state: 'paid',
    payment: { status: 'approved' },
    refunds: [],
    refundedCents: 0,
    hasReceipt: true,
    heldUntil: null,
  })
  expect(order?.paidAt).not.toBeNull()
  await shop.simulator.control.refund(paymentId)
  await shop.settle()
  const [later] = (await shop.call(getOrders, { query: {} }, { as: buyer })).orders
  expect(later).toMatchObject({
    state: 'refunded',
    refunds: [{ state: 'external', amountCents: order?.totalCents }],
    refundedCents: order?.totalCents,
    hasReceipt: true,
  })
})

test('an order that was paid twice shows the payment that bought it, whatever is told of the other one later', async () => {
  const { buyer, publicId, preferenceId } = await shop.sentToPay()
  const bought = await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  await shop.advance({ minutes: 1 })
  await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
  const { rows } = await sql<{ status: string; isApplied: boolean }>`
    select p.status, p.is_applied as "isApplied" from payments p join orders o on o.id = p.order_id
     where o.public_id = ${publicId} order by p.last_updated_at`.execute(shop.app.db)
  expect(rows).toEqual([
    { status: 'approved', isApplied: true },
    { status: 'refunded', isApplied: false },
  ])
  const [order] = (await shop.call(getOrders, { query: {} }, { as: buyer })).orders
  expect(order).toMatchObject({ state: 'paid', refundedCents: 0, payment: { status: 'approved' } })
  expect(await findReceipt(shop.app, publicId)).toMatchObject({ paymentNumber: bought })

  await shop.simulator.control.refund(bought)
  await shop.settle()
  // It did buy the order: that the other one did not is no reason.
  expect(await shop.call(getOrderStatus, { params: { publicId } })).toMatchObject({ state: 'refunded', reason: null })
})

test('a past order carries its event’s flyer, when it has one', async () => {
  const { buyer, eventId } = await shop.paid()
  const flyerOf = async () => (await shop.call(getOrders, { query: {} }, { as: buyer })).orders[0]?.flyer
  expect(await flyerOf()).toBeNull()
  const image = { id: 'f'.repeat(64), width: 800, height: 1000 }
  await shop.app.db.insertInto('images').values(image).execute()
  await shop.app.db.updateTable('events').set({ flyer_id: image.id }).where('id', '=', eventId).execute()
  expect(await flyerOf()).toEqual(image)
})

test('they are searched by the event’s name, whatever its accents, and what is typed is no pattern', async () => {
  const { buyer, publicId } = await shop.paid({ event: { name: 'Peña Ñandú 100%' } })
  const found = async (search: string) =>
    (await shop.call(getOrders, { query: { search } }, { as: buyer })).orders.map((order) => order.publicId)
  expect(await found('nandu')).toEqual([publicId])
  expect(await found('100%')).toEqual([publicId])
  expect(await found('1%0')).toEqual([])
  expect(await found('otra noche')).toEqual([])
})

test('the receipt is its buyer’s alone, and only of what was paid', async () => {
  const { buyer, publicId } = await shop.paid()
  const receipt = (as: { token: string }, id = publicId) =>
    shop.call(getOrderReceipt, { params: { publicId: id } }, { as })
  const file = await receipt(buyer)
  expect(file.type).toBe('application/pdf')
  expect(await file.slice(0, 5).text()).toBe('%PDF-')
  expect(file.size).toBeGreaterThan(5000)
  expect(await shop.refusal(receipt(await shop.given.user()))).toBe('order_not_found')
  const unpaid = await shop.sentToPay()
  expect(await shop.refusal(receipt(unpaid.buyer, unpaid.publicId))).toBe('order_not_paid')
})

test('threat 35: a receipt is drawn once, and anew when money went back', async () => {
  const { buyer, publicId, paymentId } = await shop.paid()
  const ask = async () => {
    const file = await shop.call(getOrderReceipt, { params: { publicId } }, { as: buyer })
    return Buffer.from(await file.arrayBuffer()).toString('hex')
  }
  const kept = () => shop.app.db.selectFrom('kept_papers').select('key').where('owner_id', '=', buyer.id).execute()
  expect(new Set(await Promise.all([ask(), ask(), ask()])).size).toBe(1)
  const [first] = await kept()
  await shop.simulator.control.refund(paymentId)
  await shop.settle()
  await ask()
  await shop.app.queue.runJob(shop.app, 'papers.sweep')
  const later = await kept()
  expect([later.length, later[0]?.key === first?.key]).toEqual([1, false])
})

test('threat 35: a receipt that is kept is given out as often as it is asked for; drawing it anew is limited', async () => {
  const { buyer, publicId } = await shop.paid()
  const ask = () => shop.call(getOrderReceipt, { params: { publicId } }, { as: buyer })
  for (let n = 0; n < 35; n += 1) await ask()
  for (let n = 0; n < 29; n += 1) {
    await shop.app.db
      .updateTable('users')
      .set({ name: `Camila ${n}` })
      .where('id', '=', buyer.id)
      .execute()
    await ask()
  }
  await shop.app.db.updateTable('users').set({ name: 'Una más' }).where('id', '=', buyer.id).execute()
  expect(await shop.refusal(ask())).toBe('too_many_requests')
})

test('a receipt tells each amount that went back of its payment, and nothing of another one', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  const bought = await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
  const order = await findReceipt(shop.app, publicId)
  const returned = () => listReturned(shop.app, order?.id ?? '')
  expect(await returned()).toEqual([])
  await shop.simulator.control.refund(bought, 10_000)
  await shop.settle()
  await shop.simulator.control.refund(bought)
  await shop.settle()
  const amounts = (await returned()).map(({ amountCents }) => amountCents)
  expect(amounts).toHaveLength(2)
  expect(amounts.reduce((sum, each) => sum + each, 0)).toBe(order?.totalCents)
})

const ODD: Receipt = {
  publicId: 'Bp1ZbRBp1ZbRBp1ZbRBp1Z',
  publicUrl: 'https://previa.example',
  createdAt: '2026-11-20T23:00:00.000Z',
  paidAt: null,
  buyerName: '🎉 Camila Ferreyra',
  buyerMail: null,
  companyName: 'Club Central',
  companyLegalName: null,
  companyCuit: null,
  eventName: 'Una noche de nombre muy largo que no entra en una línea de ningún papel del mundo',
  startsAt: null,
  venue: 'Salón',
  city: 'Rosario',
  lines: Array.from({ length: 30 }, (_, index) => ({
    name: `Tanda ${index}`,
    quantity: 2,
    priceCents: 1_000_000,
    discountCents: 0,
    feeCents: 100_000,
  })),
  subtotalCents: 60_000_000,
  discountCode: null,
  discountCents: 0,
  feeCents: 6_000_000,
  totalCents: 66_000_000,
  refunds: [{ amountCents: 100_000, at: '2026-11-21T23:00:00.000Z' }],
  method: 'visa',
  paymentNumber: '1234567890',
}

test('a long receipt with odd names goes on on the next page', async () => {
  const bytes = await drawReceipt(ODD)
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
})

test('names of eighty letters stand whole, over two lines', async () => {
  const name = 'Entrada general anticipada con consumición y acceso al sector de los balcones'
  const bytes = await drawReceipt({ ...ODD, lines: ODD.lines.map((line) => ({ ...line, name })) })
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3)
})

test('the mail of paid tickets says where the receipt is; that of free ones does not', async () => {
  const mailOf = async (buyer: { mail: string | null }) => {
    const [mail] = await shop.app.db
      .selectFrom('dev_inbox')
      .select('body')
      .where('recipient', '=', buyer.mail)
      .where('subject', 'like', 'Tus entradas%')
      .execute()
    return mail?.body ?? 'no mail'
  }
  const { buyer } = await shop.paid()
  await shop.app.queue.runJob(shop.app, 'notifications.deliver')
  expect(await mailOf(buyer)).toContain('/cliente/historial')
  expect(await mailOf(buyer)).toContain('/devolucion')
  const free = await shop.givenSale({ type: { priceCents: 0 } })
  const guest = await shop.given.user()
  await shop.buy(guest, free.typeId, free.eventId, 2)
  await shop.app.queue.runJob(shop.app, 'notifications.deliver')
  expect(await mailOf(guest)).toContain('/entrada/')
  expect(await mailOf(guest)).not.toContain('/cliente/historial')
})

test('a discount stands between the prices and what was paid (rule R18.3)', () => {
  const lines = [{ name: 'General', quantity: 2, priceCents: 1_440_000, discountCents: 360_000, feeCents: 144_000 }]
  const amounts = { discountCode: 'VERANO20', discountCents: 720_000, subtotalCents: 2_880_000, feeCents: 288_000 }
  expect(receiptTotals({ ...ODD, refunds: [], ...amounts, lines, totalCents: 3_168_000 })).toEqual([
    ['Entradas', 3_600_000],
    ['Descuento VERANO20', -720_000],
    ['Cargo por servicio', 288_000],
    ['Total pagado', 3_168_000],
  ])
})
