import type { LoaderFunctionArgs, Params } from 'react-router'
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import { MAX_PAGE } from '#contract/api/pagination.ts'
import { fillPath } from '#contract/api/paths.ts'
import { places, type ScreenName } from '#contract/platform/places.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import type { ListFile } from './ExportButton.tsx'
import type { Filter, FilterControl } from './filters.ts'

/** Present in an answer that is one page of a list; other answers have all rows. */
export interface Pages {
  readonly page: number
  readonly limit: number
  readonly totalPages: number
  readonly total: number
  /** There are more rows than were counted. */
  readonly isTotalCapped?: true | undefined
}

export type ListSpec = EndpointSpec & { readonly method: 'GET' }
/** The query of an endpoint; without one, nothing can be asked. */
export type ListQuery<Spec extends EndpointSpec> =
  CallInput<Spec> extends { query: infer Query extends object } ? Query : Record<never, never>
type ValueOf<Spec extends EndpointSpec, Key extends PropertyKey> =
  ListQuery<Spec> extends { [K in Key]?: infer Value } ? NonNullable<Value> : never
export type SortKey<Spec extends EndpointSpec> = ValueOf<Spec, 'sort'> & string
type FilterKey<Spec extends EndpointSpec> = Exclude<keyof ListQuery<Spec>, 'page' | 'limit' | 'sort' | 'order'>
type Direction = 'asc' | 'desc'

export interface Order<Key extends string> {
  readonly sort: Key
  readonly order: Direction
}

/** Its name in the address, and its labels where no header can be pressed; one label if the endpoint has no direction. */
type SortSpec = readonly [param: string, labels?: string | { readonly [D in Direction]?: string }]

interface ListOptions<Spec extends EndpointSpec, Row> {
  /** Its address and the parameters of its path are those of this screen. */
  readonly screen: ScreenName
  readonly rows: (answer: Answer<Spec>) => readonly Row[]
  /** What identifies a row; `id` without it. */
  readonly rowKey?: keyof Row & string
  /** The endpoint's path parameters; without it, those of the screen's address with the same names. */
  readonly params?: (route: Params) => CallInput<Spec> extends { params: infer Input } ? Input : never
  /** What of the query the screen's address says. */
  readonly fromRoute?: (route: Params) => ListQuery<Spec>
  /** The thing whose rows are listed is in the address too: its name there, and the endpoint's path parameter. */
  readonly within?: readonly [param: string, key: string]
  /** By the names of the endpoint's query; drawn in this order. */
  readonly filters?: { readonly [Key in FilterKey<Spec>]?: Filter<ValueOf<Spec, Key>> }
  /** The first key in its first direction is the server's default. */
  readonly sort?: { readonly [Key in SortKey<Spec>]: SortSpec }
  /** Sent where the address says nothing. */
  readonly defaults?: ListQuery<Spec>
  /** The endpoint answers with all rows at once. */
  readonly isWhole?: true
  /** How many rows a page may have, the usual number first; `[]` if the endpoint decides. */
  readonly sizes?: readonly number[]
  /** Read again each time it is opened, since others change it too. */
  readonly fresh?: boolean
  /** The endpoint of all its rows as a file. */
  readonly file?: ListFile
}

/** `isWhole` of the endpoints without pages, which only their types show: the browser has no schema of what a read takes. */
type WholeOrPaged<Spec extends EndpointSpec> = 'limit' extends keyof ListQuery<Spec>
  ? { readonly isWhole?: never }
  : { readonly isWhole: true }

/** A filter as the list draws it, typed where the types are known. */
export interface ListControl<Spec extends EndpointSpec> {
  readonly key: string
  readonly control: FilterControl
  /** What a query holds of it, as in the address; empty for nothing. */
  readonly text: (query: ListQuery<Spec>) => string
  /** The change of the query to this text; to all of them without one. */
  readonly part: (text: string | undefined) => ListQuery<Spec>
}

export interface List<Spec extends EndpointSpec, Row> {
  readonly spec: Spec
  readonly rows: (answer: Answer<Spec>) => readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly pagesOf: (answer: Answer<Spec>) => Pages
  readonly sizes: readonly number[]
  readonly file: ListFile | undefined
  readonly controls: readonly ListControl<Spec>[]
  /** By the name in the query: also of filters without a control, such as a period's last day. */
  readonly controlOf: (key: string) => ListControl<Spec> | undefined
  readonly orders: readonly (Order<SortKey<Spec>> & { readonly label: string })[]
  readonly orderOf: (query: ListQuery<Spec>) => Order<SortKey<Spec>> | undefined
  readonly part: (change: { page: number } | { limit: number } | Order<SortKey<Spec>>) => ListQuery<Spec>
  /** The parameter that an address gives with `within`. */
  readonly routeOf: (address: URLSearchParams) => Params
  /** The query of an address; leaves out what is not well formed. */
  readonly read: (address: URLSearchParams) => ListQuery<Spec>
  /** The address of the list with this query, without what is as usual; `dialog` opens a dialog there. */
  readonly href: (query: ListQuery<Spec>, route?: Params, dialog?: Readonly<Record<string, string>>) => string
  readonly isFiltered: (query: ListQuery<Spec>) => boolean
  /** What is sent for a query, also to the list's file. */
  readonly input: (query: ListQuery<Spec>, route?: Params) => CallInput<Spec>
  /** The query that removes every filter. */
  readonly emptyFilters: ListQuery<Spec>
  readonly query: (query: ListQuery<Spec>, route?: Params) => ReturnType<typeof endpointQuery<Spec>>
  /** Begins to read and does not wait: the list has a face for that. */
  readonly loader: (navigation: LoaderFunctionArgs) => null
}

/** The loosest form of a query, for what is the same of every list. */
interface AnyQuery {
  [key: string]: unknown
  page?: number | undefined
  limit?: number | undefined
  sort?: string | undefined
  order?: Direction | undefined
}

const PARAM = /[:{](\w+)\}?/g

/**
 * A list whose filters, order, page and page size are in its address; `ListView` draws it. The types are the endpoint's; inside,
 * the work is the same for all lists, on `AnyQuery`.
 */
export function defineList<const Spec extends ListSpec, Row>(
  spec: Spec,
  options: ListOptions<Spec, Row> & WholeOrPaged<Spec>,
): List<Spec, Row> {
  type Query = ListQuery<Spec>
  const { screen, rows, rowKey = 'id', params, fromRoute, within, sort = {}, defaults, fresh = true, file } = options
  const sizes = options.sizes ?? (options.isWhole ? [] : [20, 50, 100])
  const filters = Object.entries<Filter<never>>((options.filters ?? {}) as Record<string, Filter<never>>) // its own entries
  const sorts = Object.entries<SortSpec>(sort)
  const orders = sorts.flatMap(([by, [, labels = {}]]) =>
    typeof labels === 'string'
      ? [{ sort: by as SortKey<Spec>, order: 'asc' as const, label: labels }]
      : Object.entries(labels).map(
          ([order, label]) => ({ sort: by, order, label }) as List<Spec, Row>['orders'][number],
        ),
  ) // by its own keys
  const [first] =
    orders.length > 0 ? orders : sorts.map(([by]) => ({ sort: by as SortKey<Spec>, order: 'asc' as const }))
  const hasDirection = sorts.every(([, [, labels]]) => typeof labels !== 'string')
  const pattern = places[screen].path
  const endpointParams = [...spec.path.matchAll(PARAM)].map(([, name = '']) => name)
  const paramsOf =
    params ?? ((route: Params) => Object.fromEntries(endpointParams.map((name) => [name, route[name] ?? ''])))

  function read(address: URLSearchParams): Query {
    const query: AnyQuery = {}
    for (const [key, filter] of filters) {
      const value = filter.read(address.get(filter.param) ?? '')
      if (value !== undefined) query[key] = value
    }
    const by = sorts.find(([, [param]]) => param === address.get('orden'))?.[0]
    if (by !== undefined && by !== first?.sort) query.sort = by
    const order = (['asc', 'desc'] as const).find((known) => known === address.get('sentido'))
    if (hasDirection && order && order !== first?.order) query.order = order
    const page = Math.trunc(Number(address.get('pagina')))
    if (page > 1) query.page = Math.min(page, MAX_PAGE)
    const limit = sizes.find((size) => size === Number(address.get('filas')))
    if (limit && limit !== sizes[0]) query.limit = limit
    return query as Query // made of the endpoint's own names and values
  }

  function href(asked: Query, route: Params = {}, dialog: Readonly<Record<string, string>> = {}): string {
    const query: AnyQuery = asked as AnyQuery // read by name
    const address = new URLSearchParams()
    const whole = within && route[within[1]]
    if (within && whole) address.set(within[0], whole)
    for (const [key, filter] of filters) {
      const value = query[key]
      if (value !== undefined) address.set(filter.param, filter.write(value as never)) // the filter's own value
    }
    const by = sorts.find(([known]) => known === query.sort)
    if (by && by[0] !== first?.sort) address.set('orden', by[1][0])
    if (hasDirection && query.order && query.order !== first?.order) address.set('sentido', query.order)
    if (query.page && query.page > 1) address.set('pagina', String(query.page))
    if (query.limit && query.limit !== sizes[0]) address.set('filas', String(query.limit))
    for (const [name, of] of Object.entries(dialog)) address.set(name, of)
    const path = fillPath(pattern, ...[...pattern.matchAll(PARAM)].map(([, name = '']) => route[name] ?? ''))
    const text = address.toString()
    return text ? `${path}?${text}` : path
  }

  function input(query: Query, route: Params = {}): CallInput<Spec> {
    const [limit] = sizes
    const whole = { ...(limit !== undefined && { limit }), ...defaults, ...fromRoute?.(route), ...query }
    return {
      ...(spec.params && { params: paramsOf(route) }),
      ...(spec.query && { query: whole }),
    } as unknown as CallInput<Spec> // its params and its query
  }
  const routeOf = (address: URLSearchParams): Params => (within ? { [within[1]]: address.get(within[0]) ?? '' } : {})
  const queryOf: List<Spec, Row>['query'] = (query, route) => endpointQuery<Spec>(spec, input(query, route), { fresh })

  const controlOf = ([key, filter]: (typeof filters)[number], control: FilterControl): ListControl<Spec> => ({
    key,
    control,
    text(query) {
      const value = (query as AnyQuery)[key] // read by name
      return value === undefined ? '' : filter.write(value as never) // the filter's own value
    },
    part: (text) => ({ [key]: text ? filter.read(text) : undefined }) as Query, // of its own filter
  })

  return {
    spec,
    rows,
    rowKey: (row) => String((row as Readonly<Record<string, unknown>>)[rowKey]), // one of its own keys
    pagesOf(answer) {
      const { pagination } = answer as { pagination?: Pages } // by every paged endpoint
      const total = rows(answer).length
      return pagination ?? { page: 1, limit: total, totalPages: 1, total }
    },
    sizes,
    file,
    controls: filters.flatMap((entry) => (entry[1].control ? [controlOf(entry, entry[1].control)] : [])),
    controlOf(key) {
      const entry = filters.find(([known]) => known === key)
      return entry && controlOf(entry, { kind: 'day', label: '' })
    },
    orders,
    orderOf(query) {
      const { sort: by = first?.sort, order = first?.order ?? 'asc' } = query as Partial<Order<SortKey<Spec>>> // of an endpoint that sorts
      return by && { sort: by, order }
    },
    part: (change) => change as unknown as Query, // the endpoint's own names
    input,
    routeOf,
    read,
    href,
    isFiltered: (query) => filters.some(([key]) => (query as AnyQuery)[key] !== undefined),
    emptyFilters: Object.fromEntries(filters.map(([key]) => [key, undefined])) as Query, // optional, all of them
    query: queryOf,
    loader({ request, params: ofPath }) {
      const { searchParams } = new URL(request.url)
      const route = { ...ofPath, ...routeOf(searchParams) }
      const isNamed = within === undefined || route[within[1]]
      if (isNamed) void queryClient.prefetchQuery(queryOf(read(searchParams), route))
      return null
    },
  }
}
