/** A list and its file, bound to one handler, so that both say the same to the same caller. */
import { Readable } from 'node:stream'
import { toJSONSchema } from 'zod/v4/core'
import { toLocalDate } from '#contract/dates.ts'
import type { Answer, EndpointSpec } from '#contract/endpoint.ts'
import { MAX_EXPORTED_ROWS, MORE_ROWS } from '#contract/list-export.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { takeOrRefuse } from '#server/db/limits.ts'
import type { Actor } from '#server/shared/actor.ts'
import { BYTE_ORDER_MARK, csvLine, type CsvColumn } from '#server/shared/csv.ts'
import { bind, type Bound, type Call, type FileAnswer } from './bound.ts'
import { XLSX, xlsxOf } from './xlsx.ts'

/** Rows of one question to the list's handler. */
const ROWS_AT_ONCE = 1000

/** What a module says of the file of one of its lists. */
export interface CsvTable<Spec extends EndpointSpec, Row> {
  /** Of the file, before the day. */
  readonly name: string
  readonly rows: (answer: Answer<Spec>) => readonly Row[]
  readonly columns: readonly CsvColumn<Row>[]
}

type Handle<List extends EndpointSpec> = (app: App, call: Call<List>) => Promise<Answer<List>>

/** Ties `List` and its file to what answers the list. The file is asked for page by page while it leaves. */
export function bindList<const List extends EndpointSpec, Row>(
  list: List,
  file: EndpointSpec,
  handle: Handle<List>,
  table: CsvTable<List, Row>,
): [Bound, Bound] {
  return [
    bind(list, handle as Parameters<typeof bind<List>>[1]), // a list answers JSON
    bindFile(list, file, handle, table, { ending: 'csv', contentType: 'text/csv; charset=utf-8', bytesOf: csvOf }),
  ]
}

/** The list's spreadsheet, next to its CSV file. */
export function bindSheet<const List extends EndpointSpec, Row>(
  list: List,
  file: EndpointSpec,
  handle: Handle<List>,
  table: CsvTable<List, Row>,
): Bound {
  return bindFile(list, file, handle, table, { ending: 'xlsx', contentType: XLSX, bytesOf: xlsxOf })
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
    const read = async (page: number) => {
      const query = { ...asked, page, limit: ROWS_AT_ONCE }
      return rows(await handle(app, { ...call, query } as Call<List>)) // the same input on another page
    }
    // Before the work: who may have no more files today costs nothing.
    await inTransaction(app, (app) => takeOrRefuse(app, 'list-export', call.actor.userId))
    const first = await read(1)
    const filters = Object.entries(asked)
      .filter(([key, value]) => value !== undefined && key !== 'page' && key !== 'limit')
      .map(([key, value]) => [key, isTyped.has(key) ? 'typed' : (value as unknown)] as const)
    await inTransaction(app, async (app) => {
      await audit(app, call.actor, 'list.export', ['list', list.path], { after: Object.fromEntries(filters) })
    })
    return {
      contentType,
      downloadAs: `${name}-${toLocalDate(app.clock.now())}.${ending}`,
      bytes: bytesOf(columns, pagesOf(first, read)),
    }
  }
  return { spec: file, handle: (app, call) => write(app, call as unknown as Call<List> & { actor: Actor }) } // the list's own input
}

/** All rows, some at a time; a text in the end where there are more. */
async function* pagesOf<Row>(
  first: readonly Row[],
  read: (page: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[] | string> {
  const last = MAX_EXPORTED_ROWS / ROWS_AT_ONCE
  let rows = first
  for (let page = 1; rows.length > 0; page += 1) {
    yield rows
    if (rows.length < ROWS_AT_ONCE) return
    rows = await read(page + 1)
    if (page === last && rows.length > 0) {
      yield MORE_ROWS
      return
    }
  }
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
