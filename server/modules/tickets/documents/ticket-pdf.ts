/** A ticket's PDF: one A5 page each, drawn as a stub (rule R17.3), with the QR as vectors so that any printer keeps it sharp. */
import PDFDocument from 'pdfkit'
import encodeQR from 'qr'
import { brand } from '#contract/brand.ts'
import { formatMoment } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import { formatTicketNumber } from '#contract/ticket-number.ts'
import { validUntilWords } from '#contract/tickets.ts'
import { FONTS, INKS, oneLine, printable, wholePdf } from './pdf-drawing.ts'

/** What one page says. */
export interface TicketPage {
  readonly eventName: string
  /** Null is undated. */
  readonly startsAt: string | null
  readonly venue: string
  readonly address: string
  readonly holderName: string
  readonly typeName: string
  readonly number: string
  /** Null for a ticket that no longer opens a door. */
  readonly code: string | null
  readonly priceCents: number
  /** Until when its type opens the door, if it has such an hour. */
  readonly validUntil: string | null
  readonly position: number
  readonly ofTotal: number
  readonly minimumAge: number | null
  readonly conditions: string | null
  /** JPEG. */
  readonly flyer: Buffer | null
}

const { NOCHE, MESA, PAPEL, HUMO, CELESTE, SOL } = INKS
const PERFORATION = '#b9b4a6'

const PAGE = { width: 419.53, height: 595.28 }
const CARD = { x: 18, y: 18, width: PAGE.width - 36, height: PAGE.height - 36, radius: 16 }
const PICTURE_HEIGHT = 150
const INSET = 22
const LEFT = CARD.x + INSET
const INNER = CARD.width - 2 * INSET
const QR_SIZE = 178
const QUIET_MODULES = 4

type Document = PDFKit.PDFDocument

/** The PDF of one or more tickets. */
export function drawTickets(pages: readonly TicketPage[]): Promise<Buffer> {
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    lang: 'es-AR',
    displayTitle: true,
    info: { Title: `${pages[0]?.eventName ?? ''} · ${brand.name}`, Author: brand.name },
  })
  const finished = wholePdf(doc)
  for (const page of pages) drawPage(doc, page)
  doc.end()
  return finished
}

function drawPage(doc: Document, page: TicketPage): void {
  doc.addPage()
  const cut = CARD.y + PICTURE_HEIGHT
  doc.save().roundedRect(CARD.x, CARD.y, CARD.width, CARD.height, CARD.radius).clip()
  doc.rect(CARD.x, CARD.y, CARD.width, CARD.height).fill(PAPEL)
  drawPicture(doc, page.flyer)
  drawTitle(doc, page.eventName, cut)
  doc.restore()
  drawPerforation(doc, cut)
  drawFields(doc, page, cut + 16)
  drawCode(doc, page, cut + 112)
  drawSmallPrint(doc, page)
}

function drawPicture(doc: Document, flyer: Buffer | null): void {
  const { x, y, width } = CARD
  doc.save().rect(x, y, width, PICTURE_HEIGHT).clip()
  if (flyer) {
    // As text, because the library keeps pictures by their name: the flyer of ten tickets is stored once.
    doc.image(`data:image/jpeg;base64,${flyer.toString('base64')}`, x, y, {
      cover: [width, PICTURE_HEIGHT],
      align: 'center',
      valign: 'center',
    })
  } else {
    drawNight(doc)
  }
  const shade = doc.linearGradient(x, y, x, y + PICTURE_HEIGHT)
  shade.stop(0.2, NOCHE, 0).stop(1, NOCHE, 0.9)
  doc.rect(x, y, width, PICTURE_HEIGHT).fill(shade)
  doc.restore()
}

/** Replaces a missing flyer: a night with its sun. */
function drawNight(doc: Document): void {
  const { x, y, width } = CARD
  const [centreX, centreY] = [x + width * 0.84, y + PICTURE_HEIGHT * 0.2]
  doc.rect(x, y, width, PICTURE_HEIGHT).fill(NOCHE)
  const rays = 20
  for (let ray = 0; ray < rays; ray += 1) {
    const [from, to] = [(ray / rays) * 2 * Math.PI, ((ray + 0.5) / rays) * 2 * Math.PI]
    doc
      .moveTo(centreX, centreY)
      .lineTo(centreX + Math.cos(from) * width, centreY + Math.sin(from) * width)
      .lineTo(centreX + Math.cos(to) * width, centreY + Math.sin(to) * width)
      .fill(MESA)
  }
  doc.circle(centreX, centreY, 30).fill(CELESTE)
  doc.circle(centreX, centreY, 20).fill(SOL)
}

function drawTitle(doc: Document, name: string, cut: number): void {
  const title = printable(name).toLocaleUpperCase('es-AR')
  const available = PICTURE_HEIGHT - INSET - 16
  doc.font(FONTS.display)
  let size = 32
  const height = () => doc.fontSize(size).heightOfString(title, { width: INNER, lineGap: -2 })
  while (size > 12 && height() > available) size -= 2
  const used = height()
  const cutOff = used > available ? { height: available, ellipsis: true } : {}
  doc.fillColor(PAPEL).text(title, LEFT, cut - 16 - Math.min(used, available), { width: INNER, lineGap: -2, ...cutOff })
}

function drawPerforation(doc: Document, cut: number): void {
  const right = CARD.x + CARD.width
  doc
    .moveTo(CARD.x + 14, cut)
    .lineTo(right - 14, cut)
    .lineWidth(1)
    .dash(4, { space: 4 })
    .stroke(PERFORATION)
    .undash()
  doc.circle(CARD.x, cut, 9).circle(right, cut, 9).fill('#ffffff')
}

function drawFields(doc: Document, page: TicketPage, top: number): void {
  const column = (INNER - 16) / 2
  const fields = [
    ['Titular', page.holderName],
    ['Tipo', page.typeName],
    ['Fecha', page.startsAt ? capitalised(formatMoment(page.startsAt)) : 'A confirmar'],
    ['Lugar', page.venue],
  ] as const
  fields.forEach(([label, value], index) => {
    const x = LEFT + (index % 2) * (column + 16)
    const y = top + Math.floor(index / 2) * 36
    oneLine(doc.font(FONTS.text).fontSize(9).fillColor(HUMO), label, x, y, column)
    oneLine(doc.font(FONTS.strong).fontSize(13).fillColor(NOCHE), value, x, y + 12, column)
  })
  oneLine(doc.font(FONTS.text).fontSize(9).fillColor(HUMO), page.address, LEFT, top + 76, INNER)
}

function drawCode(doc: Document, { code, number, validUntil }: TicketPage, top: number): void {
  const x = CARD.x + (CARD.width - QR_SIZE) / 2
  doc.roundedRect(x, top, QR_SIZE, QR_SIZE, 6).fill('#ffffff')
  if (code) {
    drawQr(doc, code, x, top)
  } else {
    doc.font(FONTS.strong).fontSize(13).fillColor(HUMO)
    doc.text('Esta entrada ya no está vigente', x + 20, top + QR_SIZE / 2 - 16, {
      width: QR_SIZE - 40,
      align: 'center',
    })
  }
  centred(doc.font(FONTS.strong).fontSize(17).fillColor(NOCHE), `N.º ${formatTicketNumber(number)}`, top + QR_SIZE + 7)
  let below = top + QR_SIZE + 28
  if (code && validUntil) {
    centred(doc.font(FONTS.strong).fontSize(11).fillColor(NOCHE), validUntilWords(validUntil), below)
    below += 15
  }
  const advice = code ? 'Funciona sin conexión. Mostrá el QR en la puerta: entra una sola vez.' : ''
  centred(doc.font(FONTS.text).fontSize(9).fillColor(HUMO), advice, below)
}

/** Rows of dark modules as rectangles of one path: no seams between them on any screen. */
function drawQr(doc: Document, code: string, x: number, y: number): void {
  const rows = encodeQR(code, 'raw', { ecc: 'medium', border: QUIET_MODULES })
  const module = QR_SIZE / rows.length
  rows.forEach((row, line) => {
    for (let start = row.indexOf(true); start >= 0;) {
      const next = row.indexOf(false, start)
      const end = next < 0 ? row.length : next
      doc.rect(x + start * module, y + line * module, (end - start) * module, module)
      start = row.indexOf(true, end)
    }
  })
  doc.fill(NOCHE)
}

function drawSmallPrint(doc: Document, page: TicketPage): void {
  const bottom = CARD.y + CARD.height
  const lines = [
    page.minimumAge ? `Desde los ${page.minimumAge} años: llevá tu DNI.` : null,
    page.conditions ? printable(page.conditions) : null,
  ].filter((line) => line !== null)
  if (lines.length > 0) {
    doc.font(FONTS.text).fontSize(7.5).fillColor(HUMO)
    doc.text(lines.join(' '), LEFT, bottom - 62, { width: INNER, height: 30, ellipsis: true })
  }
  doc.font(FONTS.strong).fontSize(9).fillColor(NOCHE)
  doc.text(brand.name, LEFT, bottom - 26, { lineBreak: false })
  doc.font(FONTS.text).fillColor(HUMO)
  const place = `${page.position} de ${page.ofTotal} · ${formatPrice(page.priceCents)}`
  doc.text(place, LEFT, bottom - 26, { width: INNER, align: 'right' })
}

function centred(doc: Document, text: string, y: number): void {
  doc.text(text, LEFT, y, { width: INNER, align: 'center' })
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase('es-AR') + text.slice(1)
}
