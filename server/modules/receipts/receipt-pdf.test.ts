import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrderReceipt } from '#contract/sales/receipts.ts'
import { EXAMPLE_PLATFORM } from '#server/shared/platform.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { findReceipt, listReturned } from './queries.ts'
import { drawReceipt, platformField, receiptTotals, sellerField, type Receipt } from './receipt-pdf.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(() => shop.close())

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

test('threat 35: a receipt is drawn once, and again after a refund', async () => {
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

test('threat 35: a stored receipt may be downloaded without limit; drawing it again is limited', async () => {
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

test('a receipt lists each refunded amount of its payment, and nothing of another payment', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  const bought = await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
  const order = await findReceipt(shop.app, { publicId })
  expect(order?.paymentNumber).toBe(bought)
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
  number: '7KQ29XM8',
  publicUrl: 'https://previa.example',
  createdAt: '2026-11-20T23:00:00.000Z',
  paidAt: null,
  buyerName: '🎉 Camila Ferreyra',
  buyerMail: null,
  companyName: 'Club Central',
  seller: null,
  platform: EXAMPLE_PLATFORM,
  invoices: [],
  eventName: 'Una noche de nombre muy largo que no entra en una línea de ningún papel del mundo',
  startsAt: null,
  venue: 'Salón',
  ticketNumber: null,
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

test('names of eighty letters are shown whole, over two lines', async () => {
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

test('a discount is shown between the prices and the amount paid (rule R18.3)', () => {
  const lines = [{ name: 'General', quantity: 2, priceCents: 1_440_000, discountCents: 360_000, feeCents: 144_000 }]
  const amounts = { discountCode: 'VERANO20', discountCents: 720_000, subtotalCents: 2_880_000, feeCents: 288_000 }
  expect(receiptTotals({ ...ODD, refunds: [], ...amounts, lines, totalCents: 3_168_000 })).toEqual([
    ['Entradas', 3_600_000],
    ['Descuento VERANO20', -720_000],
    ['Cargo por servicio', 288_000],
    ['Total pagado', 3_168_000],
  ])
})

const fiscal = {
  legalName: 'Asociación Civil, Cultural y Recreativa Unión y Progreso del Sur de la Provincia de Buenos Aires',
  cuit: '30703088534',
  vatCondition: 'exento',
  address:
    'Avenida Presidente Hipólito Yrigoyen 12345, piso 12, departamento 34, San Nicolás de los Arroyos, Buenos Aires',
} as const

test('the seller is shown with its fiscal data, or with a note of what is missing (rule R7.8)', () => {
  expect(sellerField({ companyName: 'Club Central', seller: fiscal })).toEqual([
    'Organiza y vende',
    fiscal.legalName,
    ['Club Central', 'CUIT 30-70308853-4', 'IVA Sujeto Exento', fiscal.address],
  ])
  expect(sellerField({ companyName: 'Club Central', seller: null })[2]).toEqual([
    'No informó sus datos fiscales al momento de la venta',
  ])
})

test('the platform is shown with its own fiscal data: an example is marked, a missing value is named', () => {
  expect(platformField(EXAMPLE_PLATFORM)[2]).toContain('Datos de ejemplo: es una instalación de prueba')
  expect(platformField({ ...EXAMPLE_PLATFORM, isExample: false })[2]).toEqual([
    'CUIT 30-00000000-7',
    'IVA Responsable Inscripto',
    'Ciudad Autónoma de Buenos Aires, Argentina',
  ])
  const none = { legalName: null, cuit: null, vatCondition: null, address: null, isExample: false }
  expect(platformField(none)).toEqual([
    'Intermedia y cobra el cargo por servicio',
    'Previa',
    ['Sin informar: razón social, CUIT, condición frente al IVA, domicilio fiscal'],
  ])
})

test('an issued invoice is shown on the receipt, with its address', async () => {
  const invoices = [
    { number: '0001-00000012', url: 'https://facturas.example/0001-00000012', isCredit: false },
    { number: '0001-00000013', url: null, isCredit: true },
  ]
  const bytes = await drawReceipt({ ...ODD, lines: ODD.lines.slice(0, 2), seller: fiscal, invoices })
  expect(bytes.toString('latin1')).toContain('https://facturas.example/0001-00000012')
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})
