import { inflateRawSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { day, moment, type CsvColumn } from '#server/shared/csv.ts'
import { xlsxOf } from './xlsx.ts'

interface Row {
  readonly name: string
  readonly pesos: number | null
}
const columns: readonly CsvColumn<Row>[] = [
  { header: 'Evento', cell: ({ name }) => name },
  { header: 'Pagado', cell: ({ pesos }) => pesos, isMoney: true },
  { header: 'Cobró', cell: ({ pesos }) => pesos !== null },
]

async function* pages(...all: readonly (readonly Row[] | string)[]) {
  yield* all
}

async function written(...all: readonly (readonly Row[] | string)[]): Promise<Map<string, string>> {
  const bytes = Buffer.concat(await xlsxOf(columns, pages(...all)).toArray())
  return unzipped(bytes)
}

/** The files of an archive, by its directory in the end. */
function unzipped(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(bytes.lastIndexOf('PK\u0005\u0006') + 16)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const size = bytes.readUInt32LE(at + 20)
    const nameLength = bytes.readUInt16LE(at + 28)
    const rest = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    const local = bytes.readUInt32LE(at + 42)
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    files.set(name, inflateRawSync(bytes.subarray(begin, begin + size)).toString('utf8'))
    at += 46 + nameLength + rest
  }
  return files
}

const sheetOf = async (...all: readonly (readonly Row[] | string)[]) =>
  (await written(...all)).get('xl/worksheets/sheet1.xml')

test('a header and a row for each, numbers as numbers and money with its centavos', async () => {
  const files = await written([{ name: 'Noche', pesos: 24_318.5 }], [{ name: 'Otra', pesos: null }])
  expect([...files.keys()].toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  const rows = [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/g)].map(([, cells = '']) => cells)
  expect(rows).toHaveLength(3)
  expect(rows[0]?.replaceAll(/<[^>]*>/g, '|')).toContain('Evento')
  expect(rows[1]).toContain('<c r="B2" s="2"><v>24318.5</v></c>')
  expect(rows[2]).toContain('<c r="B3" s="2"/>')
  expect(rows[2]).toContain('>no</t>')
})

test('what people typed is never computed, nor part of the sheet’s own words', async () => {
  const sheet = await sheetOf([{ name: '=1+1</t></is></c><c><f>1</f>&"\u0000\uD800\u0007', pesos: 0 }])
  expect(sheet).toContain(
    `<t xml:space="preserve">=1+1&lt;/t&gt;&lt;/is&gt;&lt;/c&gt;&lt;c&gt;&lt;f&gt;1&lt;/f&gt;&amp;"\uFFFD</t>`,
  )
  expect(sheet).not.toContain('<f>')
})

test('an instant is a date that sorts and is counted with, to the minute or the day', async () => {
  const dated: readonly CsvColumn<string | null>[] = [
    { header: 'Pedida', cell: (at) => moment(at) },
    { header: 'Día', cell: (at) => day(at) },
  ]
  async function* rows() {
    yield ['2026-11-29T02:30:00Z', null]
  }
  const files = unzipped(Buffer.concat(await xlsxOf(dated, rows()).toArray()))
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  // 28 November 2026, 23:30 in Buenos Aires.
  expect(sheet).toContain(
    `<row r="2"><c r="A2" s="3"><v>46354.97916666667</v></c><c r="B2" s="4"><v>46354</v></c></row>`,
  )
  expect(sheet).toContain('<row r="3"><c r="A3"/><c r="B3"/></row>')
  expect(files.get('xl/styles.xml')).toContain('formatCode="yyyy\\-mm\\-dd\\ hh:mm"')
})

test('what holds no more rows says so', async () => {
  expect(await sheetOf([{ name: 'Una', pesos: 1 }], 'Hay más')).toContain('>Hay más</t>')
})

test('a row that cannot be had ends the file, which is visibly incomplete', async () => {
  async function* failing(): AsyncGenerator<readonly Row[]> {
    yield [{ name: 'Una', pesos: 1 }]
    throw new Error('the rows are gone')
  }
  await expect(xlsxOf(columns, failing()).toArray()).rejects.toThrow('the rows are gone')
})

test('the same rows are the same file, whenever it is made', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const made = async (at: string) => {
    vi.setSystemTime(at)
    return Buffer.concat(await xlsxOf(columns, pages([{ name: 'Fiesta Lunar', pesos: 1 }])).toArray())
  }
  const [first, second] = [await made('2026-11-23T21:00:00Z'), await made('2027-03-01T09:00:01Z')]
  expect(first.equals(second)).toBe(true)
})
