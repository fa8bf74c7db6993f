/** A list and its file, bound to one handler, so that both say the same to the same caller. */
import { Readable } from 'node:stream'
import { toJSONSchema } from 'zod/v4/core'
import { toLocalDate } from '#contract/values/dates.ts'
import type { Answer, EndpointSpec } from '#contract/api/endpoint.ts'
import { MAX_EXPORTED_ROWS, MORE_ROWS } from '#contract/api/list-export.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { takeOrRefuse } from '#server/db/limits.ts'
import { readWholeList } from '#server/db/whole-list.ts'
import type { Actor } from '#server/shared/actor.ts'
import { BYTE_ORDER_MARK, csvLine, type CsvColumn } from '#server/shared/csv.ts'
import { bind, type Bound, type Call, type FileAnswer } from './bound.ts'
import { XLSX, xlsxOf } from './xlsx.ts'

/** What a module says of the file of one of its lists. */
export interface CsvTable<Spec extends EndpointSpec, Row> {
  /** Of the file, before the day. */
  readonly name: string
  readonly rows: (answer: Answer<Spec>) => readonly Row[]
  readonly columns: readonly CsvColumn<Row>[]
}

type Handle<List extends EndpointSpec> = (app: App, call: Call<List>) => Promise<Answer<List>>

/**
 * Binds a list and its two files, CSV and spreadsheet, to the list's handler, whose query goes on to `pageOf`: a file is read part by part
 * while it is sent.
 */
export function bindList<const List extends EndpointSpec, Row>(
  list: List,
  [csv, sheet]: readonly [csv: EndpointSpec, sheet: EndpointSpec],
  handle: Handle<List>,
  table: CsvTable<List, Row>,
): [Bound, Bound, Bound] {
  return [
    bind(list, handle as Parameters<typeof bind<List>>[1]), // a list answers JSON
    bindFile(list, csv, handle, table, { ending: 'csv', contentType: 'text/csv; charset=utf-8', bytesOf: csvOf }),
    bindFile(list, sheet, handle, table, { ending: 'xlsx', contentType: XLSX, bytesOf: xlsxOf }),
  ]
}

interface Format {
  readonly ending: string
  readonly contentType: string
  readonly bytesOf: <Row>(columns: readonly CsvColumn<Row>[], pages: AsyncIterable<readonly Row[] | string>) => Readable
}

function bindFile<List extends EndpointSpec, Row>(
  list: List,
  file: EndpointSpec,
  handle: Handle<List>,
  { name, rows, columns }: CsvTable<List, Row>,
  { ending, contentType, bytesOf }: Format,
): Bound {
  const isTyped = typedFilters(list)

  async function write(app: App, call: Call<List> & { actor: Actor }): Promise<FileAnswer> {
    const asked: object = { ...(call.query as object | undefined) }
    const parts = readWholeList(
      { most: MAX_EXPORTED_ROWS },
      async (part) => rows(await handle(app, { ...call, query: { ...asked, ...part } } as Call<List>)), // the list's input
    )
    // Before the work: who may have no more files today costs nothing.
    await inTransaction(app, (app) => takeOrRefuse(app, 'list-export', call.actor.userId))
    const first = await parts.next()
    const filters = Object.entries(asked)
      .filter(([key, value]) => value !== undefined && key !== 'page' && key !== 'limit')
      .map(([key, value]) => [key, isTyped.has(key) ? 'typed' : (value as unknown)] as const)
    await inTransaction(app, async (app) => {
      await audit(app, call.actor, 'list.export', ['list', list.path], { after: Object.fromEntries(filters) })
    })
    return {
      contentType,
      downloadAs: `${name}-${toLocalDate(app.clock.now())}.${ending}`,
      bytes: bytesOf(columns, partsOf(first, parts)),
    }
  }
  return { spec: file, handle: (app, call) => write(app, call as unknown as Call<List> & { actor: Actor }) } // the list's own input
}

/** The parts of a file, the first of which is read; a text in the end where there are more rows. */
async function* partsOf<Row>(
  first: IteratorResult<readonly Row[], boolean>,
  rest: AsyncIterator<readonly Row[], boolean>,
): AsyncGenerator<readonly Row[] | string> {
  let part = first
  for (; !part.done; part = await rest.next()) yield part.value
  if (part.value) yield MORE_ROWS
}

function csvOf<Row>(columns: readonly CsvColumn<Row>[], pages: AsyncIterable<readonly Row[] | string>): Readable {
  return Readable.from(linesOf(columns, pages))
}

async function* linesOf<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[] | string>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ header }) => header))
  for await (const rows of pages) {
    if (typeof rows === 'string') yield csvLine([rows])
    else yield rows.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join('')
  }
}

/** Filters in which people type, a name or a mail perhaps: what they typed is not for the audit. */
function typedFilters({ query }: EndpointSpec): ReadonlySet<string> {
  const { properties = {} } = query ? toJSONSchema(query, { io: 'output', unrepresentable: 'any' }) : {}
  const isText = (field: unknown) =>
    typeof field === 'object' && field !== null && 'type' in field && field.type === 'string' && !isFixed(field)
  return new Set(Object.keys(properties).filter((key) => isText(properties[key])))
}

function isFixed(field: object): boolean {
  return 'enum' in field || ('format' in field && (field.format === 'uuid' || field.format === 'date'))
}
