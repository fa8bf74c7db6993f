/** The report of a mass refund, as a PDF: its sums, and every refund with how it ended. */
import { grouped } from '#contract/values/numbers.ts'
import { setImmediate } from 'node:timers/promises'
import { brand } from '#contract/platform/brand.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import type { RefundRow } from '#contract/sales/refunds.ts'
import type { MassRefund } from '#contract/sales/refunds-mass.ts'
import type { Proof } from '#contract/api/roles.ts'
import { perProcess, type App } from '#server/context.ts'
import { readWholeList } from '#server/db/whole-list.ts'
import type { FileAnswer } from '#server/http/bound.ts'
import { INKS, oneLine, wholePdf } from '#server/modules/tickets/documents/pdf-drawing.ts'
import { openPaper } from '#server/modules/papers/paper.ts'
import { FONTS } from '#server/modules/papers/pdf-fonts.ts'
import type { Actor } from '#server/shared/actor.ts'
import { createConcurrencyLimiter } from '#server/shared/concurrency-limiter.ts'
import { stateNames } from '../lists/documents.ts'
import { listRefunds } from '../lists/queries.ts'
import { getMassRefund } from './queries.ts'

/** The rest is in the spreadsheet, as the paper says. */
const MOST_ROWS = 10_000
const ROWS_AT_ONCE = 500
const MARGIN = 40
const WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - MARGIN
const ROW = 15
const COLUMNS = [
  { title: 'Entrada', x: 0, width: 0.13, of: (row: RefundRow) => row.ticket?.number ?? '—' },
  { title: 'Tipo', x: 0.14, width: 0.2, of: (row: RefundRow) => row.ticket?.type ?? '—' },
  { title: 'Quién pagó', x: 0.35, width: 0.26, of: (row: RefundRow) => row.payer.name },
  { title: 'Estado', x: 0.62, width: 0.18, of: (row: RefundRow) => stateNames[row.state] },
  { title: 'Importe', x: 0.81, width: 0.19, of: (row: RefundRow) => formatExactMoney(toCents(row.amount)) },
] as const

type Document = PDFKit.PDFDocument

/** Draws it, with up to `mostRows` refunds; one at a time in a process. Throws `mass_refund_not_found`, and `busy` when too many wait. */
export async function drawMassReport(
  app: App,
  actor: Actor,
  eventId: Proof<'managedEvent'>,
  id: string,
  mostRows = MOST_ROWS,
): Promise<FileAnswer> {
  const mass = await getMassRefund(app, eventId, id)
  const limiter = perProcess(app, 'refunds.reports', () =>
    createConcurrencyLimiter({ maxConcurrent: 1, maxWaiting: 20 }),
  )
  const bytes = await limiter.run(() => draw(app, actor, eventId, mass, mostRows), { from: actor.userId })
  return { contentType: 'application/pdf', bytes, downloadAs: `devolucion-${id}.pdf` }
}

async function draw(
  app: App,
  actor: Actor,
  eventId: Proof<'managedEvent'>,
  mass: MassRefund,
  mostRows: number,
): Promise<Buffer> {
  const doc = openPaper({ title: `Devolución de ${mass.event.name}`, size: 'A4', margin: MARGIN })
  const finished = wholePdf(doc)
  let y = drawHeader(doc, drawRest(doc, mass.all.count - mostRows, mostRows, drawSums(doc, mass, app.clock.now())))
  const query = { massRefundId: mass.id, sort: 'createdAt', order: 'asc' } as const
  const all = { state: undefined, source: undefined, search: undefined }
  const parts = readWholeList({ most: mostRows, atOnce: ROWS_AT_ONCE }, (part) =>
    listRefunds(app, { actor, proof: eventId, query: { ...query, ...all, ...part } }),
  )
  for await (const { refunds } of parts) {
    for (const row of refunds) {
      if (y + ROW > BOTTOM) {
        doc.addPage()
        y = drawHeader(doc, MARGIN)
      }
      doc.font(FONTS.text).fontSize(9).fillColor(INKS.NOCHE)
      for (const { x, width, of } of COLUMNS) oneLine(doc, of(row), MARGIN + x * WIDTH, y, width * WIDTH)
      y += ROW
    }
    // Others have their turn between the parts.
    await setImmediate()
  }
  doc.end()
  return finished
}

/** Gives where it ends. */
function drawSums(doc: Document, mass: MassRefund, now: string): number {
  doc.font(FONTS.display).fontSize(22).fillColor(INKS.NOCHE).text(brand.name, MARGIN, MARGIN)
  doc.font(FONTS.strong).fontSize(14)
  oneLine(doc, `Devolución de ${mass.event.name}`, MARGIN, MARGIN + 34, WIDTH)
  doc.font(FONTS.text).fontSize(10).fillColor(INKS.HUMO)
  oneLine(
    doc,
    `La pidió ${mass.requestedBy} el ${formatMoment(mass.createdAt)}: ${mass.reason}`,
    MARGIN,
    MARGIN + 54,
    WIDTH,
  )
  oneLine(doc, `Informe del ${formatMoment(now)}`, MARGIN, MARGIN + 68, WIDTH)
  const sums = [
    ['Todas', mass.all],
    ['Devueltas', mass.completed],
    ['En marcha', mass.processing],
    ['Esperan su turno', mass.waiting],
    ['No se pudo', mass.failed],
    ['No hicieron falta', mass.rejected],
  ] as const
  let y = MARGIN + 92
  for (const [name, { count, amount }] of sums) {
    doc.font(FONTS.text).fontSize(10).fillColor(INKS.NOCHE)
    oneLine(doc, name, MARGIN, y, WIDTH * 0.4)
    oneLine(doc, grouped(count), MARGIN + WIDTH * 0.4, y, WIDTH * 0.2)
    oneLine(doc, formatExactMoney(toCents(amount)), MARGIN + WIDTH * 0.6, y, WIDTH * 0.4)
    y += 16
  }
  return y + 14
}

/** Says how many are not on the paper, whose sums count them. Gives where it ends. */
function drawRest(doc: Document, rest: number, shown: number, y: number): number {
  if (rest <= 0) return y
  const [rows, left] = [grouped(shown), grouped(rest)]
  doc.font(FONTS.strong).fontSize(10).fillColor(INKS.NOCHE)
  oneLine(
    doc,
    `Acá están las primeras ${rows}. Faltan ${left}: están en la planilla de esta devolución.`,
    MARGIN,
    y,
    WIDTH,
  )
  return y + 26
}

function drawHeader(doc: Document, y: number): number {
  doc.font(FONTS.strong).fontSize(9).fillColor(INKS.HUMO)
  for (const { title, x, width } of COLUMNS) oneLine(doc, title, MARGIN + x * WIDTH, y, width * WIDTH)
  return y + ROW + 2
}
