/** A page of a list from one select. */
import { sql, type ReferenceExpression, type SelectQueryBuilder } from 'kysely'
import { totalOf } from '#contract/lists.ts'
import { MAX_PAGE_SIZE, paginate } from '#contract/pagination.ts'
import { wordPatterns } from './search.ts'

interface PageQuery<Sort extends string> {
  readonly page: number
  readonly limit: number
  readonly sort: Sort
  readonly order: 'asc' | 'desc'
  readonly search?: string | undefined
}

interface PageOptions<DB, Tables extends keyof DB, Name extends string, Sort extends string> {
  /** What the answer calls the rows. */
  readonly rows: Name
  /** Breaks ties, so that no row is on two pages. */
  readonly id: ReferenceExpression<DB, Tables>
  readonly sort: Readonly<Record<Sort, ReferenceExpression<DB, Tables>>>
  /** Texts in which each word of `search` must occur, whatever its case and accents. */
  readonly search?: readonly ReferenceExpression<DB, Tables>[]
}

/**
 * Returns the rows of a page and its `pagination`. A list export asks for more rows than a page may have; it reads no
 * total, so none is counted.
 */
export async function pageOf<DB, Tables extends keyof DB, Row, const Name extends string, Sort extends string>(
  select: SelectQueryBuilder<DB, Tables, Row>,
  query: PageQuery<Sort>,
  { rows: name, id, sort, search = [] }: PageOptions<DB, Tables, Name, Sort>,
) {
  const { page, limit, order } = query
  const found = search.length === 0 ? select : wordPatterns(query.search ?? '').reduce(matching(search), select)
  const isExport = limit > MAX_PAGE_SIZE
  const [rows, counted] = await Promise.all([
    found
      .orderBy(sort[query.sort] as never, order) // a reference of this query, which orders it as well
      .orderBy(id as never, order)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    isExport
      ? undefined
      : found
          .clearSelect()
          .select(sql<number>`count(*)`.as('total'))
          .executeTakeFirstOrThrow(),
  ])
  const total = (counted as { total: number } | undefined)?.total ?? 0
  return { [name]: rows, pagination: paginate(totalOf(name), { page, limit, total }) } as Record<Name, Row[]> & {
    pagination: ReturnType<typeof paginate<`total${Capitalize<Name>}`>>
  }
}

function matching<DB, Tables extends keyof DB, Row>(texts: readonly ReferenceExpression<DB, Tables>[]) {
  return (select: SelectQueryBuilder<DB, Tables, Row>, pattern: string) =>
    select.where(({ or, eb }) =>
      or(texts.map((text) => eb(sql`plain_text(${eb.ref(text as never)})`, 'like', sql`plain_text(${pattern})`))),
    )
}
