/** A ticket’s PDF: one A5 page each, drawn as a stub (rules R11.7, R17.3), with the QR as vectors so that any printer keeps it sharp. */
import encodeQR from 'qr'
import { brand } from '#contract/platform/brand.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { formatPrice } from '#contract/values/money.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { validUntilWords } from '#contract/sales/tickets.ts'
import { fitted, INKS, wholePdf, type Box } from './pdf-drawing.ts'
import { openPaper } from '#server/modules/papers/paper.ts'
import { FONTS } from '#server/modules/papers/pdf-fonts.ts'
import { printable } from './spell.ts'

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
  /** `2 × Cerveza, 1 × Gin tonic`: the drinks that it has; empty without any. */
  readonly drinks: string
  /** Until when its type opens the door, if it has such an hour. */
  readonly validUntil: string | null
  readonly position: number
  readonly ofTotal: number
  readonly minimumAge: number | null
  /** Its holder is under that age: it has no code. */
  readonly isBarredByAge?: boolean
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
/** The flyer's place in the head of the stub. */
const FLYER = { x: LEFT, y: CARD.y + 16, width: 150, height: PICTURE_HEIGHT - 32 }

interface Picture {
  readonly width: number
  readonly height: number
}
/** `openImage` is not in the library's types. */
type Document = PDFKit.PDFDocument & { openImage?(bytes: Buffer): Picture }
/** Those of one document, each opened once: the flyer of ten tickets is stored once. */
type Pictures = Map<Buffer, Picture>

/** The PDF of one or more tickets. */
export function drawTickets(pages: readonly TicketPage[]): Promise<Buffer> {
  const title = pages[0]?.eventName ?? ''
  const doc: Document = openPaper({ title, size: [PAGE.width, PAGE.height], margin: 0, autoFirstPage: false })
  const finished = wholePdf(doc)
  const pictures: Pictures = new Map()
  for (const page of pages) drawPage(doc, page, pictures)
  for (const { number, drinks } of pages.filter((page) => !fitsBeside(doc, page)))
    drawRest(doc, { label: 'Bebidas', title: `N.º ${formatTicketNumber(number)}`, text: drinks })
  const long = pages.filter((page) => !fitsStub(doc, page))
  const each = new Map(long.map((page) => [`${page.eventName}\n${page.conditions}`, page]))
  for (const { eventName, conditions } of each.values())
    drawRest(doc, { label: 'Condiciones de ingreso', title: eventName, text: conditions ?? '' })
  doc.end()
  return finished
}

function drawPage(doc: Document, page: TicketPage, pictures: Pictures): void {
  doc.addPage()
  const cut = CARD.y + PICTURE_HEIGHT
  doc.save().roundedRect(CARD.x, CARD.y, CARD.width, CARD.height, CARD.radius).clip()
  doc.rect(CARD.x, CARD.y, CARD.width, CARD.height).fill(PAPEL)
  doc.save().rect(CARD.x, CARD.y, CARD.width, PICTURE_HEIGHT).clip()
  if (page.flyer) drawFlyerHead(doc, pictureOf(doc, page.flyer, pictures), page.eventName)
  else drawNightHead(doc, page.eventName)
  doc.restore()
  doc.restore()
  drawPerforation(doc, cut)
  drawFields(doc, page, cut + 16)
  drawCode(doc, page, cut + 112)
  drawDrinks(doc, page, cut + 112)
  drawSmallPrint(doc, page)
}

/** The flyer whole, with the name next to it: a flyer carries its own lettering, and nothing is printed over that. */
function drawFlyerHead(doc: Document, picture: Picture, name: string): void {
  doc.rect(CARD.x, CARD.y, CARD.width, PICTURE_HEIGHT).fill(NOCHE)
  const scale = Math.min(FLYER.width / picture.width, FLYER.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  const top = FLYER.y + (FLYER.height - height) / 2
  doc.save().roundedRect(FLYER.x, top, width, height, 6).clip()
  // It takes what it has opened, which its types do not say.
  doc.image(picture as unknown as Buffer, FLYER.x, top, { width, height })
  doc.restore()
  const left = FLYER.x + width + 16
  drawTitle(doc, name, { x: left, y: FLYER.y, width: LEFT + INNER - left, height: FLYER.height }, 26)
}

function pictureOf(doc: Document, flyer: Buffer, pictures: Pictures): Picture {
  const picture = pictures.get(flyer) ?? doc.openImage?.(flyer) ?? FLYER
  pictures.set(flyer, picture)
  return picture
}

/** Without a flyer the name is the lettering, over a night with its sun. */
function drawNightHead(doc: Document, name: string): void {
  const { x, y, width } = CARD
  drawNight(doc)
  const shade = doc.linearGradient(x, y, x, y + PICTURE_HEIGHT)
  shade.stop(0.2, NOCHE, 0).stop(1, NOCHE, 0.9)
  doc.rect(x, y, width, PICTURE_HEIGHT).fill(shade)
  drawTitle(doc, name, { x: LEFT, y: CARD.y + 22, width: INNER, height: PICTURE_HEIGHT - 38 }, 32)
}

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

/** At the foot of its box. */
function drawTitle(doc: Document, name: string, box: Box, largest: number): void {
  const title = printable(name).toLocaleUpperCase('es-AR')
  doc.font(FONTS.display).fillColor(PAPEL)
  fitted(doc, title, box, { largest, smallest: 8, lineGap: -2, atFoot: true })
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
    const y = top + Math.floor(index / 2) * 38
    doc.font(FONTS.text).fontSize(9).fillColor(HUMO).text(label, x, y, { lineBreak: false })
    doc.font(FONTS.strong).fillColor(NOCHE)
    fitted(doc, value, { x, y: y + 11, width: column, height: 25 }, { largest: 13, smallest: 5 })
  })
  doc.font(FONTS.text).fillColor(HUMO)
  fitted(doc, page.address, { x: LEFT, y: top + 78, width: INNER, height: 16 }, { largest: 9, smallest: 4 })
}

function drawCode(doc: Document, page: TicketPage, top: number): void {
  const { code, number, validUntil, minimumAge, isBarredByAge } = page
  const x = CARD.x + (CARD.width - QR_SIZE) / 2
  doc.roundedRect(x, top, QR_SIZE, QR_SIZE, 6).fill('#ffffff')
  if (code) {
    drawQr(doc, code, x, top)
  } else {
    doc.font(FONTS.strong).fontSize(13).fillColor(HUMO)
    const why = isBarredByAge ? `Es solo para mayores de ${minimumAge} años` : 'Esta entrada ya no está vigente'
    doc.text(why, x + 20, top + QR_SIZE / 2 - 16, {
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

/** Left of the code, at its height. */
const DRINKS = { x: LEFT, width: (INNER - QR_SIZE) / 2 - 8, height: QR_SIZE - 13 }
const SMALLEST_DRINKS = 5

/** Whether the drinks have room next to the code. */
function fitsBeside(doc: Document, { drinks }: TicketPage): boolean {
  const text = doc.font(FONTS.strong).fontSize(SMALLEST_DRINKS)
  return text.heightOfString(printable(drinks), { width: DRINKS.width }) <= DRINKS.height
}

function drawDrinks(doc: Document, page: TicketPage, top: number): void {
  if (page.drinks === '') return
  const { x, width, height } = DRINKS
  doc.font(FONTS.text).fontSize(9).fillColor(HUMO).text('Bebidas', x, top, { lineBreak: false })
  const text = fitsBeside(doc, page) ? page.drinks : 'Están en una página aparte.'
  doc.font(FONTS.strong).fillColor(NOCHE)
  fitted(doc, text, { x, y: top + 13, width, height }, { largest: 11, smallest: SMALLEST_DRINKS })
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

const SMALL_PRINT = { x: LEFT, y: CARD.y + CARD.height - 62, width: INNER, height: 31 }

function smallPrint({ minimumAge, conditions }: TicketPage): string {
  const age = minimumAge ? `Desde los ${minimumAge} años: llevá tu DNI.` : ''
  return [age, conditions && printable(conditions)].filter(Boolean).join(' ')
}

/** Whether age and conditions have room on the ticket itself. */
function fitsStub(doc: Document, page: TicketPage): boolean {
  const height = doc.font(FONTS.text).fontSize(7.5).heightOfString(smallPrint(page), { width: INNER })
  return height <= SMALL_PRINT.height
}

function drawSmallPrint(doc: Document, page: TicketPage): void {
  const text = fitsStub(doc, page) ? smallPrint(page) : smallPrint({ ...page, conditions: CONDITIONS_FOLLOW })
  doc.font(FONTS.text).fontSize(7.5).fillColor(HUMO).text(text, SMALL_PRINT.x, SMALL_PRINT.y, { width: INNER })
  const foot = CARD.y + CARD.height - 26
  doc.font(FONTS.strong).fontSize(9).fillColor(NOCHE)
  doc.text(brand.name, LEFT, foot, { lineBreak: false })
  doc.font(FONTS.text).fillColor(HUMO)
  const place = `${page.position} de ${page.ofTotal} · ${formatPrice(page.priceCents)}`
  doc.text(place, LEFT, foot, { width: INNER, align: 'right' })
}

const CONDITIONS_FOLLOW = 'Las condiciones de ingreso están en la última página.'

/** A page of its own for what is too long for the stub. */
function drawRest(doc: Document, { label, title, text }: Readonly<Record<'label' | 'title' | 'text', string>>): void {
  doc.addPage()
  const { x, y, width, height } = { ...CARD, x: LEFT, y: CARD.y + 12, width: INNER }
  doc.font(FONTS.strong).fontSize(9).fillColor(HUMO).text(label, x, y, { lineBreak: false })
  doc.font(FONTS.strong).fillColor(NOCHE)
  const used = fitted(doc, title, { x, y: y + 13, width, height: 50 }, { largest: 16, smallest: 8 })
  const top = y + 13 + used + 10
  doc.font(FONTS.text).fillColor(NOCHE)
  fitted(doc, text, { x, y: top, width, height: CARD.y + height - 12 - top }, { largest: 10, smallest: 5 })
}

function centred(doc: Document, text: string, y: number): void {
  doc.text(text, LEFT, y, { width: INNER, align: 'center' })
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase('es-AR') + text.slice(1)
}
