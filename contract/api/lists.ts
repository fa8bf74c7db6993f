/** One paged list: its query and its answer follow from what it lists and by what it sorts. */
import * as z from 'zod/mini'
import type { $ZodShape, $ZodType } from 'zod/v4/core'
import type { EndpointSpec } from './endpoint.ts'
import { pageQuery, pagination } from './pagination.ts'

interface ListSpec extends Omit<EndpointSpec, 'method' | 'query' | 'body' | 'response'> {
  /** The name of the rows in the answer, and one row: `{ drinks: drink }`. The total is called `totalDrinks`. */
  readonly rows: Readonly<Record<string, $ZodType>>
  /** Names to sort by; the first is the default. */
  readonly sort: readonly [string, ...string[]]
  readonly order: 'asc' | 'desc'
  /** Further fields of the query: the filters, `search` among them. */
  readonly filters?: $ZodShape
  /** Further fields of the answer. */
  readonly answer?: $ZodShape
  /** Rows of a page, when the caller does not say; 20. */
  readonly limit?: number
}

type RowsOf<Spec extends ListSpec> = Extract<keyof Spec['rows'], string>
type Fields<Shape> = Shape extends $ZodShape ? Shape : Record<never, never>
type Query<Spec extends ListSpec> = z.ZodMiniObject<
  ReturnType<typeof pageQuery> &
    Fields<Spec['filters']> & {
      sort: z.ZodMiniDefault<z.ZodMiniEnum<{ [Name in Spec['sort'][number]]: Name }>>
      order: z.ZodMiniDefault<z.ZodMiniEnum<{ asc: 'asc'; desc: 'desc' }>>
    }
>
type ListAnswer<Spec extends ListSpec> = z.ZodMiniObject<
  { [Name in RowsOf<Spec>]: z.ZodMiniArray<Spec['rows'][Name]> } & Fields<Spec['answer']> & {
      pagination: ReturnType<typeof pagination<`total${Capitalize<RowsOf<Spec>>}`>>
    }
>
type Own = 'rows' | 'sort' | 'order' | 'filters' | 'answer' | 'limit'

/** Declares a list; `csvOf` gives its file. Its server half is `pageOf`. */
export function listOf<const Spec extends ListSpec>(
  spec: Spec,
): Omit<Spec, Own> & { readonly method: 'GET'; readonly query: Query<Spec>; readonly response: ListAnswer<Spec> } {
  const { rows, sort, order, filters, answer, limit, ...rest } = spec
  const query = z.object({
    ...pageQuery(limit),
    ...filters,
    sort: z._default(z.enum([...sort]), sort[0]),
    order: z._default(z.enum(['asc', 'desc']), order),
  })
  const [[name, row]] = Object.entries(rows) as [[string, $ZodType]] // one name by the declaration
  const response = z.object({ [name]: z.array(row), ...answer, pagination: pagination(totalOf(name)) })
  return { ...rest, method: 'GET', query, response } as never // as the types above spell it out
}

/** `drinks` → `totalDrinks`. */
export function totalOf<const Name extends string>(name: Name): `total${Capitalize<Name>}` {
  return `total${name.charAt(0).toUpperCase()}${name.slice(1)}` as never // the same letters
}
