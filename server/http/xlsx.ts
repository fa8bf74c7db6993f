/**
 * A spreadsheet of one sheet (ECMA-376), written row by row while it leaves: a header that stays in sight, numbers that add up,
 * and texts that are never computed.
 */
import { Readable, type PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import { toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import { TIMELESS, toEpochMs } from '#server/shared/clock.ts'
import { readable, yesNo, type Cell, type CsvColumn, type Moment } from '#server/shared/csv.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Places in `cellXfs` below. */
const HEADER = 1
const MONEY = 2
const MINUTE = 3
const DAY = 4
/** Days from the first of the sheet's calendar, 30 December 1899, to 1 January 1970. */
const FIRST_OF_1970 = 25_569
const MS_PER_DAY = 86_400_000

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relationship('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Hoja 1" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relationship('r1', 'worksheet', 'worksheets/sheet1.xml')}${relationship('r2', 'styles', 'styles.xml')}</Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${SHEETS}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}

/** A text among the pages gets a row of its own. */
export function xlsxOf<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[] | string>,
): Readable {
  const zip = new ZipFile()
  const file = zip.outputStream as PassThrough // which is what the library makes
  for (const [path, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(HEAD + xml), path, { mtime: TIMELESS })
  const sheet = Readable.from(sheetOf(columns, pages))
  // What the rows fail by ends the file: half of one is none.
  sheet.once('error', (error) => file.destroy(error))
  // Rows may fail before the answer reads the file. Reading it fails then too; its event must not end the process meanwhile.
  file.on('error', () => undefined)
  file.once('close', () => sheet.destroy())
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { mtime: TIMELESS })
  zip.end()
  return file
}

async function* sheetOf<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[] | string>,
): AsyncGenerator<string> {
  const widths = columns.map(
    ({ header }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${index === 0 ? 32 : Math.max(14, header.length + 3)}" customWidth="1"/>`,
  )
  yield `${HEAD}<worksheet xmlns="${SHEETS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  const places = columns.map((_, index) => columnName(index))
  let line = 0
  const rowOf = (cells: readonly ((at: string) => string)[]) => {
    line += 1
    return `<row r="${line}">${cells.map((cell, index) => cell(`${places[index]}${line}`)).join('')}</row>`
  }
  yield rowOf(columns.map(({ header }) => cellOf(header, HEADER)))
  for await (const rows of pages) {
    if (typeof rows === 'string') yield rowOf([cellOf(rows)])
    else
      yield rows.map((row) => rowOf(columns.map(({ cell, isMoney }) => cellOf(cell(row), isMoney && MONEY)))).join('')
  }
  yield '</sheetData></worksheet>'
}

/** `A`, `B` … `Z`, `AA`: readers that go by the address of a cell find none without it. */
function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** A cell, given its address. */
function cellOf(cell: Cell, style = 0): (at: string) => string {
  return (at) => {
    const look = `r="${at}"${style === 0 ? '' : ` s="${style}"`}`
    if (cell === null || cell === undefined) return `<c ${look}/>`
    if (typeof cell === 'number') return `<c ${look}><v>${cell}</v></c>`
    if (typeof cell === 'object') return `<c r="${at}" s="${cell.isDay ? DAY : MINUTE}"><v>${serialOf(cell)}</v></c>`
    // A text of this kind is never computed, so that it is written as typed.
    const text = typeof cell === 'boolean' ? yesNo(cell) : readable(cell)
    return `<c ${look} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
  }
}

/** The local date and time as the sheet counts them: days, and the part of one. */
function serialOf({ instant, isDay }: Moment): number {
  const local = toEpochMs(`${toLocalDate(instant)}T${isDay ? '00:00' : toLocalTime(instant)}Z`)
  return local / MS_PER_DAY + FIRST_OF_1970
}

/** What XML has no way to write is left out. */
// oxlint-disable-next-line no-control-regex -- those are what is left out
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

function escaped(text: string): string {
  const written = text.toWellFormed().replaceAll(UNWRITABLE, '')
  return written.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
