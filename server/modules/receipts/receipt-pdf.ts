/** An itemised receipt on A4, with the right of withdrawal. It states that it is no fiscal invoice. */
import { brand } from '#contract/platform/brand.ts'
import { paymentMethodName } from '#contract/sales/checkout.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { formatOrderNumber } from '#contract/values/order-number.ts'
import { formatDay, toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import { formatCuit } from '#contract/values/cuit.ts'
import { missingWords, vatConditionNames, type PlatformData } from '#contract/platform/platform.ts'
import type { FiscalData } from '#contract/values/fiscal.ts'
import { formatExactMoney } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import { regretUntil } from '#contract/sales/regret.ts'
import { INKS, oneLine, wholePdf } from '#server/modules/tickets/documents/pdf-drawing.ts'
import { openPaper } from '#server/modules/papers/paper.ts'
import { FONTS } from '#server/modules/papers/pdf-fonts.ts'
import { printable } from '#server/modules/tickets/documents/spell.ts'

export interface Receipt {
  readonly number: string
  readonly publicUrl: string
  readonly createdAt: string
  readonly paidAt: string | null
  readonly buyerName: string
  readonly buyerMail: string | null
  readonly companyName: string
  /** As it stood when the order was paid; null when none had been given. */
  readonly seller: FiscalData | null
  readonly platform: PlatformData
  readonly eventName: string
  readonly startsAt: string | null
  readonly venue: string
  readonly city: string
  /** The ticket that it added drinks to; null for a purchase of tickets. */
  readonly ticketNumber: string | null
  readonly lines: readonly {
    readonly name: string
    readonly quantity: number
    /** Of one: what was paid for it, and how much less than its price that is. */
    readonly priceCents: number
    readonly discountCents: number
    readonly feeCents: number
  }[]
  readonly discountCode: string | null
  readonly discountCents: number
  readonly subtotalCents: number
  readonly feeCents: number
  readonly totalCents: number
  /** Refunds of its payment, oldest first. */
  readonly refunds: readonly { readonly amountCents: number; readonly at: string }[]
  /** Its fiscal documents, the sale's first. */
  readonly invoices: readonly { readonly number: string; readonly url: string | null; readonly isCredit: boolean }[]
  readonly method: string | null
  readonly paymentNumber: string | null
}

const MARGIN = 48
const WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - MARGIN
/** Left edges of the amount columns, from the left margin. */
const COLUMNS = { quantity: 0.5, price: 0.6, fee: 0.73, total: 0.86 } as const

type Document = PDFKit.PDFDocument

/** With its year: a receipt is kept for years. */
function moment(instant: string): string {
  return `${formatDay(instant)} ${toLocalDate(instant).slice(0, 4)}, ${toLocalTime(instant)}`
}

export function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const doc = openPaper({ title: 'Comprobante de compra', size: 'A4', margin: MARGIN })
  const finished = wholePdf(doc)
  drawHead(doc, receipt)
  const afterParties = drawParties(doc, receipt)
  const afterLines = drawLines(doc, receipt, afterParties + 4)
  const afterTotals = drawTotals(doc, receipt, afterLines + 10)
  drawSmallPrint(doc, receipt, afterTotals + 28)
  doc.end()
  return finished
}

function drawHead(doc: Document, receipt: Receipt): void {
  doc.font(FONTS.display).fontSize(26).fillColor(INKS.NOCHE).text(brand.name, MARGIN, MARGIN)
  doc
    .font(FONTS.strong)
    .fontSize(16)
    .text('Comprobante de compra', MARGIN, MARGIN + 40)
  doc.font(FONTS.text).fontSize(10).fillColor(INKS.HUMO)
  doc.text(`N.º ${formatOrderNumber(receipt.number)}`, MARGIN, MARGIN + 62)
  doc.text('Documento no válido como factura', MARGIN, MARGIN + 2, { width: WIDTH, align: 'right' })
  rule(doc, MARGIN + 84)
}

type Field = readonly [label: string, value: string, more?: readonly string[]]

/** Draws buyer, event and seller; returns the y of its end. */
function drawParties(doc: Document, receipt: Receipt): number {
  const fields: readonly Field[] = [
    ['Comprador', receipt.buyerName],
    ['Email', receipt.buyerMail ?? '—'],
    ['Evento', receipt.eventName],
    ['Cuándo', receipt.startsAt ? moment(receipt.startsAt) : 'Fecha a confirmar'],
    ['Dónde', `${receipt.venue}, ${receipt.city}`],
    ...(receipt.ticketNumber === null
      ? []
      : [['Para la entrada', `N.º ${formatTicketNumber(receipt.ticketNumber)}`] as Field]),
    ['Comprada', moment(receipt.paidAt ?? receipt.createdAt)],
    ['Pagada con', receipt.method ? paymentMethodName(receipt.method) : 'Mercado Pago'],
    ['Operación', receipt.paymentNumber ?? '—'],
    sellerField(receipt),
    platformField(receipt.platform),
  ]
  const column = (WIDTH - 24) / 2
  let y = MARGIN + 98
  for (let index = 0; index < fields.length; index += 2) {
    const ends = fields.slice(index, index + 2).map(([label, value, more = []], side) => {
      const x = MARGIN + side * (column + 24)
      oneLine(doc.font(FONTS.text).fontSize(9).fillColor(INKS.HUMO), label, x, y, column)
      const end = wholeText(doc.font(FONTS.strong).fontSize(11).fillColor(INKS.NOCHE), value, x, y + 12, column)
      doc.font(FONTS.text).fontSize(9).fillColor(INKS.HUMO)
      return more.reduce((top, text) => wholeText(doc, text, x, top, column), end + 1)
    })
    y = Math.max(...ends) + 9
  }
  return y
}

/** Under which name it is known, if that is another; who it is to the tax authority, or that it did not say (rule R7.8). */
export function sellerField({ companyName, seller }: Pick<Receipt, 'companyName' | 'seller'>): Field {
  const label = 'Organiza y vende'
  if (!seller) return [label, companyName, ['No informó sus datos fiscales al momento de la venta']]
  const known = seller.legalName === companyName ? [] : [companyName]
  return [label, seller.legalName, [...known, ...fiscalLines(seller)]]
}

export function platformField(platform: PlatformData): Field {
  const missing = missingWords(platform)
  return [
    'Intermedia y cobra el cargo por servicio',
    platform.legalName ?? brand.name,
    [
      ...fiscalLines(platform),
      ...(missing ? [missing] : []),
      ...(platform.isExample ? ['Datos de ejemplo: es una instalación de prueba'] : []),
    ],
  ]
}

function fiscalLines({ cuit, vatCondition, address }: Pick<PlatformData, 'cuit' | 'vatCondition' | 'address'>) {
  return [
    ...(cuit ? [`CUIT ${formatCuit(cuit)}`] : []),
    ...(vatCondition ? [vatConditionNames[vatCondition]] : []),
    ...(address ? [address] : []),
  ]
}

/** Whole, in as many lines as it takes: a receipt identifies. Gives where it ends. */
function wholeText(doc: Document, text: string, x: number, y: number, width: number): number {
  const shown = printable(text)
  doc.text(shown, x, y, { width })
  return y + doc.heightOfString(shown, { width })
}

/** The table of lines from `top`; gives where it ends. A long one goes on on the next page. */
function drawLines(doc: Document, { lines, ticketNumber }: Receipt, top: number): number {
  let y = top
  doc.font(FONTS.strong).fontSize(9).fillColor(INKS.HUMO)
  row(doc, y, [ticketNumber === null ? 'Entrada' : 'Bebida', 'Cant.', 'Precio', 'Cargo', 'Importe'])
  y += 16
  for (const { name, quantity, priceCents: paidCents, discountCents, feeCents } of lines) {
    if (y > BOTTOM - 160) {
      doc.addPage()
      y = MARGIN
    }
    rule(doc, y - 3)
    doc.font(FONTS.text).fontSize(10).fillColor(INKS.NOCHE)
    const priceCents = paidCents + discountCents
    const amount = formatExactMoney(quantity * (priceCents + feeCents))
    y = row(doc, y + 3, [name, String(quantity), formatExactMoney(priceCents), formatExactMoney(feeCents), amount]) + 7
  }
  rule(doc, y - 3)
  return y
}

function row(doc: Document, y: number, cells: readonly [string, string, string, string, string]): number {
  const [name, ...figures] = cells
  const bottom = wholeText(doc, name, MARGIN, y, WIDTH * COLUMNS.quantity - 8)
  const starts = Object.values(COLUMNS)
  figures.forEach((figure, index) => {
    const start = starts[index] ?? 0
    const end = starts[index + 1] ?? 1
    doc.text(figure, MARGIN + WIDTH * start, y, { width: WIDTH * (end - start), align: 'right', lineBreak: false })
  })
  return bottom
}

/** Lists the totals, from the prices to payments and refunds. */
export function receiptTotals(receipt: Receipt): [label: string, cents: number][] {
  return [
    [receipt.ticketNumber === null ? 'Entradas' : 'Bebidas', receipt.subtotalCents + receipt.discountCents],
    ...(receipt.discountCents > 0
      ? [[`Descuento ${receipt.discountCode}`, -receipt.discountCents] as [string, number]]
      : []),
    ['Cargo por servicio', receipt.feeCents],
    ['Total pagado', receipt.totalCents],
    ...receipt.refunds.map(({ amountCents, at }): [string, number] => [`Devuelto el ${moment(at)}`, -amountCents]),
  ]
}

function drawTotals(doc: Document, receipt: Receipt, top: number): number {
  let y = top
  for (const [label, amountCents] of receiptTotals(receipt)) {
    if (y > BOTTOM - 22) {
      doc.addPage()
      y = MARGIN
    }
    const isTotal = label === 'Total pagado'
    doc
      .font(isTotal ? FONTS.strong : FONTS.text)
      .fontSize(isTotal ? 13 : 10)
      .fillColor(INKS.NOCHE)
    doc.text(label, MARGIN, y, { width: WIDTH * 0.8, align: 'right' })
    const text = amountCents < 0 ? `-${formatExactMoney(-amountCents)}` : formatExactMoney(amountCents)
    doc.text(text, MARGIN + WIDTH * 0.8, y, { width: WIDTH * 0.2, align: 'right', lineBreak: false })
    y += isTotal ? 22 : 17
  }
  return y
}

/** The text must be true whenever it is printed: it names the last day, not whether that day is past. */
function regretWords({ createdAt, paidAt, startsAt, publicUrl, ticketNumber }: Receipt): string {
  const { until } = regretUntil(paidAt ?? createdAt, startsAt)
  const unless = ticketNumber === null ? 'si la entrada no se usó' : 'si no se retiraron las bebidas'
  if (until === null)
    return 'Esta compra se hizo a menos de 24 horas del evento: ya no admitía arrepentimiento. Si el evento se cancela o cambia, te corresponde la devolución total.'
  return `Podés arrepentirte de esta compra hasta el ${moment(until)}, ${unless}. Te devolvemos todo, también el cargo por servicio, sin pedirte el motivo. Usá el Botón de Arrepentimiento en ${publicUrl}${paths.refundPolicy()}.`
}

function paperWords({ invoices, platform }: Receipt): string {
  const it = 'Es la constancia de lo que compraste y pagaste. No es una factura:'
  const [invoice] = invoices.filter(({ isCredit }) => !isCredit)
  if (invoice)
    return `${it} la de esta compra es la N.º ${invoice.number}. Si no la podés abrir, escribinos a ${brand.supportMail}.`
  return `${it} quien organiza emite la del precio de la entrada, y ${platform.legalName ?? brand.name} la del cargo por servicio. Si la necesitás, escribinos a ${brand.supportMail}.`
}

function drawSmallPrint(doc: Document, receipt: Receipt, top: number): void {
  const regretLink = `${receipt.publicUrl}${paths.refundPolicy()}`
  const texts: readonly (readonly [title: string, text: string, link?: string | undefined])[] = [
    ['Tu derecho de arrepentimiento', regretWords(receipt), regretLink],
    ...receipt.invoices.map(
      ({ number, url, isCredit }) =>
        [
          isCredit ? 'Nota de crédito' : 'Factura',
          url ? `N.º ${number} · ${url}` : `N.º ${number}`,
          url ?? undefined,
        ] as const,
    ),
    ['Qué es este papel', paperWords(receipt)],
  ]
  doc.y = top
  for (const [title, text, link] of texts) {
    const height = doc.font(FONTS.text).fontSize(9).heightOfString(printable(text), { width: WIDTH })
    if (doc.y + height + 14 > BOTTOM) {
      doc.addPage()
      doc.y = MARGIN
    }
    doc.font(FONTS.strong).fontSize(10).fillColor(INKS.NOCHE).text(title, MARGIN, doc.y, { width: WIDTH })
    doc
      .font(FONTS.text)
      .fontSize(9)
      .fillColor(INKS.HUMO)
      .text(printable(text), MARGIN, doc.y + 2, { width: WIDTH, ...(link && { link }) })
    doc.y += 10
  }
}

function rule(doc: Document, y: number): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.7)
    .stroke('#d8d4c8')
}
