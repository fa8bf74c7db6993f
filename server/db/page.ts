/** A page of a list from one select. */
import { sql, type Expression, type RawBuilder, type ReferenceExpression, type SelectQueryBuilder } from 'kysely'
import { totalOf } from '#contract/api/lists.ts'
import { paginate } from '#contract/api/pagination.ts'
import { wordPatterns } from './search.ts'
import { nextIds, type WholeList } from './whole-list.ts'

interface PageQuery<Sort extends string> {
  readonly page: number
  readonly limit: number
  readonly sort?: Sort
  readonly order?: 'asc' | 'desc'
  readonly search?: string | undefined
  /** Given, the next part of the whole list is read instead of a page. */
  readonly whole?: WholeList
}

interface OrderOptions<DB, Tables extends keyof DB, Sort extends string> {
  /** Breaks ties, so that no row is on two pages. */
  readonly id: ReferenceExpression<DB, Tables>
  /** What the names of `sort` order by, after any order that the select has already. */
  readonly sort?: Readonly<Record<Sort, ReferenceExpression<DB, Tables>>>
  /** Puts rows without a value last in both directions; by default they count as the highest. */
  readonly areNullsLast?: true
}

interface PageOptions<
  DB,
  Tables extends keyof DB,
  Row,
  Name extends string,
  Sort extends string,
  Shown,
  Answered,
  More,
> extends OrderOptions<DB, Tables, Sort> {
  /** What the answer calls the rows. */
  readonly rows: Name
  /** Texts in which each word of `search` must occur, whatever its case and accents. */
  readonly search?: readonly ReferenceExpression<DB, Tables>[]
  /** Reads the page's rows in another way, so that what costs much is computed for them alone. */
  readonly read?: (page: SelectQueryBuilder<DB, Tables, Row>) => Promise<readonly Shown[]>
  /** What the answer says of each row. */
  readonly map?: (row: Shown) => Answered
  /**
   * Further fields of the answer; a `total` among them saves counting. A whole list has none of them, because its file
   * shows the rows alone.
   */
  readonly more?: () => Promise<More>
}

/** Returns the rows of a page and its `pagination`; of a whole list the rows alone, and nothing is counted. */
export async function pageOf<
  DB,
  Tables extends keyof DB,
  Row,
  const Name extends string,
  Sort extends string = never,
  Shown = Row,
  Answered = Shown,
  More extends object = Record<never, never>,
>(
  select: SelectQueryBuilder<DB, Tables, Row>,
  query: PageQuery<Sort>,
  options: PageOptions<DB, Tables, Row, Name, Sort, Shown, Answered, More>,
) {
  const { rows: name, id, search = [] } = options
  const { page, limit, whole } = query
  const found =
    search.length === 0 ? select : wordPatterns(query.search ?? '').reduce(matching<DB, Tables, Row>(search), select)
  const ordered = inOrder(found, query, options)
  const read = async (part: typeof select) => {
    const rows = (await (options.read?.(part) ?? part.execute())) as readonly Shown[] // without `read` the select's own
    return options.map ? rows.map(options.map) : rows
  }
  const answer = (rows: readonly unknown[], total: number, more: object) =>
    ({ ...more, [name]: rows, pagination: paginate(totalOf(name), { page, limit, total }) }) as Omit<More, 'total'> &
      Record<Name, Answered[]> & { pagination: ReturnType<typeof paginate<`total${Capitalize<Name>}`>> }

  if (whole) {
    const firstIds = ordered
      .clearSelect()
      .select(sql<string>`${reference(id)}`.as('id'))
      .$castTo<{ id: string }>()
    const ids = await nextIds({ whole, limit }, (most) => firstIds.limit(most).execute())
    return answer(ids.length === 0 ? [] : await read(ordered.where(id, '=', sql<never>`any(${ids})`)), 0, {})
  }
  const { total: known, ...more }: { total?: number } = (await options.more?.()) ?? {}
  const [rows, total] = await Promise.all([
    read(ordered.limit(limit).offset((page - 1) * limit)),
    known ?? countOf(found),
  ])
  return answer(rows, total, more)
}

function inOrder<DB, Tables extends keyof DB, Row, Sort extends string>(
  found: SelectQueryBuilder<DB, Tables, Row>,
  { sort: name, order = 'asc' }: PageQuery<Sort>,
  { id, sort, areNullsLast }: OrderOptions<DB, Tables, Sort>,
): SelectQueryBuilder<DB, Tables, Row> {
  const by = name && sort?.[name]
  const sorted = by
    ? found.orderBy(reference(by), (item) => {
        const directed = order === 'desc' ? item.desc() : item.asc()
        return areNullsLast ? directed.nullsLast() : directed
      })
    : found
  return sorted.orderBy(reference(id), order)
}

async function countOf<DB, Tables extends keyof DB>(found: SelectQueryBuilder<DB, Tables, unknown>): Promise<number> {
  const counted = found
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('total'))
  return (await counted.$castTo<{ total: number }>().executeTakeFirstOrThrow()).total
}

function reference(to: unknown): Expression<unknown> {
  return typeof to === 'string' ? sql.ref(to) : (to as Expression<unknown>) // no reference is a callback here
}

function matching<DB, Tables extends keyof DB, Row>(texts: readonly ReferenceExpression<DB, Tables>[]) {
  return (select: SelectQueryBuilder<DB, Tables, Row>, pattern: RawBuilder<string>) =>
    select.where(({ or, eb }) => or(texts.map((text) => eb(sql`plain_text(${reference(text)})`, 'like', pattern))))
}
