/** The receipt of a promoter's settlement on A4, the same for both sides. */
import { brand } from '#contract/platform/brand.ts'
import { formatDay, toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import { formatExactMoney } from '#contract/values/money.ts'
import { openPaper } from '#server/modules/papers/paper.ts'
import { FONTS } from '#server/modules/papers/pdf-fonts.ts'
import { INKS, wholePdf } from '#server/modules/tickets/documents/pdf-drawing.ts'
import { printable } from '#server/modules/tickets/documents/spell.ts'
import { settlementLines } from './messages.ts'

export interface PrintedSettlement {
  readonly id: string
  readonly promoterName: string
  readonly eventName: string
  readonly companyName: string
  readonly startsAt: string | null
  readonly createdAt: string
  readonly endedAt: string
  readonly commissionCents: number
  readonly handedInCents: number
  readonly countedCents: number
}

const MARGIN = 48
const WIDTH = 595.28 - 2 * MARGIN

const moment = (instant: string) => `${formatDay(instant)} ${toLocalDate(instant).slice(0, 4)}, ${toLocalTime(instant)}`

export function drawSettlement(settlement: PrintedSettlement): Promise<Buffer> {
  const title = 'Comprobante de liquidación'
  const doc = openPaper({ title, size: 'A4', margin: MARGIN })
  const finished = wholePdf(doc)
  doc.font(FONTS.display).fontSize(26).fillColor(INKS.NOCHE).text(brand.name, MARGIN, MARGIN)
  doc.font(FONTS.strong).fontSize(16).text(title).moveDown(0.2)
  doc.font(FONTS.text).fontSize(9).fillColor(INKS.HUMO).text('Documento no válido como factura').moveDown(1.2)
  const { promoterName, companyName, eventName, startsAt, createdAt, endedAt } = settlement
  const facts: [label: string, value: string][] = [
    ['RRPP', promoterName],
    ['Organización', companyName],
    ['Evento', eventName],
    ['Cuándo', startsAt ? moment(startsAt) : 'Fecha a confirmar'],
    ['Propuesta por la organización', moment(createdAt)],
    ['Confirmada por el RRPP', moment(endedAt)],
  ]
  for (const [label, value] of facts) {
    doc.font(FONTS.text).fontSize(9).fillColor(INKS.HUMO).text(label, { width: WIDTH })
    doc.font(FONTS.strong).fontSize(11).fillColor(INKS.NOCHE).text(printable(value), { width: WIDTH }).moveDown(0.5)
  }
  doc.moveDown(0.8)
  for (const [label, cents] of settlementLines(settlement)) line(doc, label, formatExactMoney(cents), false)
  line(doc, ...total(settlement.countedCents), true)
  doc.moveDown(1.5).font(FONTS.text).fontSize(9).fillColor(INKS.HUMO)
  doc.text(`Las dos partes la dieron por hecha. Identificador: ${settlement.id}`, MARGIN, doc.y, { width: WIDTH })
  doc.end()
  return finished
}

function total(countedCents: number): [label: string, amount: string] {
  if (countedCents === 0) return ['No cambió plata de manos', '—']
  return [
    countedCents > 0 ? 'Entregado por el RRPP a la organización' : 'Pagado por la organización al RRPP',
    formatExactMoney(Math.abs(countedCents)),
  ]
}

function line(doc: PDFKit.PDFDocument, label: string, amount: string, isTotal: boolean): void {
  doc
    .font(isTotal ? FONTS.strong : FONTS.text)
    .fontSize(isTotal ? 13 : 11)
    .fillColor(INKS.NOCHE)
  const { y } = doc
  doc.text(label, MARGIN, y, { width: WIDTH * 0.7 })
  const end = doc.y
  doc.text(amount, MARGIN + WIDTH * 0.7, y, { width: WIDTH * 0.3, align: 'right', lineBreak: false })
  doc.y = end + 6
}
