/** Files as programs of others read them: ExcelJS and SheetJS, which guess at numbers and dates as spreadsheets do. */
import { Readable } from 'node:stream'
import ExcelJS from 'exceljs'
import { expect, test } from 'vitest'
import * as SheetJS from 'xlsx'
import { csvLine, day, moment, type Cell, type CsvColumn } from '#server/shared/csv.ts'
import { xlsxOf } from './xlsx.ts'

/** What must come out as the text that it is. SheetJS asks `Date.parse` about whole dates, which skips what stands before them: none is here. */
const TEXTS = [
  '+5491143056911',
  '+5492920123456',
  '+13517770005',
  '0012',
  '123456789012345678',
  '1.500',
  '1E5',
  '12E45678',
  '3-4',
  '10/12',
  'MAR1',
  'NOV-25',
  '10-dic',
  'TRUE',
  '=1+1',
  '@SUM(1)',
  'NOCHE-20',
]
const SPELLED: Readonly<Record<string, string>> = {
  '+5491143056911': '+54 9 11 4305-6911',
  '+5492920123456': '+54 9 2920 12-3456',
  '+13517770005': '+1 351 777 0005',
}
const spelled = (text: string) => SPELLED[text] ?? text
const CSV = [['Texto'], ...TEXTS.map((text) => [text])].map(csvLine).join('')

/** Without the apostrophe by which a CSV file says that a cell is a text. */
const bare = (value: unknown) => (typeof value === 'string' ? value.replace(/^'/, '') : value)

test('no text of a CSV file becomes a number, a date or a formula in SheetJS', () => {
  const { Sheets } = SheetJS.read(CSV, { type: 'string', FS: ';' })
  const rows = SheetJS.utils.sheet_to_json<unknown[]>(Sheets['Sheet1'] as SheetJS.WorkSheet, { header: 1 })
  expect(rows.slice(1).map(([value]) => bare(value))).toEqual(TEXTS.map(spelled))
})

test('nor in ExcelJS', async () => {
  const sheet = await new ExcelJS.Workbook().csv.read(Readable.from([CSV]), { parserOptions: { delimiter: ';' } })
  const values = TEXTS.map((_, index) => sheet.getCell(index + 2, 1).value)
  expect(values.map(bare)).toEqual(TEXTS.map(spelled))
})

test('without the spelling both readers change them: the readers do guess', async () => {
  const raw = ['Texto', '+5491143056911', '0012', '1E5'].join('\r\n')
  const { Sheets } = SheetJS.read(raw, { type: 'string', FS: ';' })
  const rows = SheetJS.utils.sheet_to_json<unknown[]>(Sheets['Sheet1'] as SheetJS.WorkSheet, { header: 1 })
  expect(rows.slice(1).flat()).toEqual([5_491_143_056_911, 12, 100_000])
  const sheet = await new ExcelJS.Workbook().csv.read(Readable.from([raw]), { parserOptions: { delimiter: ';' } })
  expect([2, 3, 4].map((row) => sheet.getCell(row, 1).value)).toEqual([5_491_143_056_911, 12, 100_000])
})

/** Thirty columns, so that addresses go beyond `Z`. */
const columns: readonly CsvColumn<readonly Cell[]>[] = Array.from({ length: 30 }, (_, index) => ({
  header: `Columna ${index + 1}`,
  cell: (row) => row[index],
  ...(index === 1 && { isMoney: true as const }),
}))
const ROW: readonly Cell[] = [
  '+5491143056911',
  24_318.5,
  '0012',
  '=1+1',
  moment('2026-11-29T02:30:00Z'),
  day('2026-11-29T02:30:00Z'),
  true,
  null,
  ...Array.from({ length: 21 }, () => ''),
  'última',
]
async function bytes(): Promise<Buffer> {
  async function* pages() {
    yield [ROW]
    yield [ROW]
  }
  return Buffer.concat(await xlsxOf(columns, pages()).toArray())
}

test('a spreadsheet opens in SheetJS with its numbers, dates and texts', async () => {
  const { Sheets, SheetNames } = SheetJS.read(await bytes(), { cellDates: false })
  const sheet = Sheets[SheetNames[0] ?? ''] as SheetJS.WorkSheet
  expect(sheet['!ref']).toBe('A1:AD3')
  expect(sheet['A3']).toMatchObject({ t: 's', v: '+54 9 11 4305-6911' })
  expect(sheet['B3']).toMatchObject({ t: 'n', v: 24_318.5, w: '24,318.50' })
  expect(sheet['C2']).toMatchObject({ t: 's', v: '0012' })
  expect(sheet['D2']).toMatchObject({ t: 's', v: '=1+1' })
  expect(sheet['E2']).toMatchObject({ t: 'n', w: '2026-11-28 23:30' })
  expect(sheet['F2']).toMatchObject({ t: 'n', w: '2026-11-28' })
  expect(sheet['G2']).toMatchObject({ t: 's', v: 'sí' })
  expect(sheet['AD3']).toMatchObject({ t: 's', v: 'última' })
})

test('and in ExcelJS', async () => {
  const workbook = new ExcelJS.Workbook()
  const file = await bytes()
  await workbook.xlsx.load(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer)
  const [sheet] = workbook.worksheets
  expect([sheet?.rowCount, sheet?.columnCount]).toEqual([3, 30])
  const valueOf = (at: string) => sheet?.getCell(at).value
  expect(['A3', 'B3', 'C2', 'D2', 'G2', 'AD3'].map(valueOf)).toEqual([
    '+54 9 11 4305-6911',
    24_318.5,
    '0012',
    '=1+1',
    'sí',
    'última',
  ])
  expect(valueOf('E2')).toEqual(new Date('2026-11-28T23:30:00Z'))
  expect(sheet?.getCell('B3').numFmt).toBe('#,##0.00')
})
