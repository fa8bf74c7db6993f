import type { LoaderFunctionArgs, Params } from 'react-router'
import type { Answer, CallInput, EndpointSpec } from '#contract/endpoint.ts'
import { MAX_PAGE } from '#contract/pagination.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import type { ListFile } from './ExportButton.tsx'
import type { Filter } from './filters.ts'

/** What an answer of a list says beside its rows. */
export interface Paged {
  readonly pagination: {
    readonly page: number
    readonly limit: number
    readonly totalPages: number
    readonly total: number
    /** There are more than were counted. */
    readonly isTotalCapped?: true | undefined
  }
}

/** An endpoint whose answer is a page of a list. */
export type ListSpec = EndpointSpec & { readonly method: 'GET' }
export type ListQuery<Spec extends EndpointSpec> =
  CallInput<Spec> extends { query: infer Query extends object } ? Query : never
type ValueOf<Spec extends EndpointSpec, Key extends PropertyKey> =
  ListQuery<Spec> extends { [K in Key]?: infer Value } ? NonNullable<Value> : never
export type SortKey<Spec extends EndpointSpec> = ValueOf<Spec, 'sort'> & string
type FilterKey<Spec extends EndpointSpec> = Exclude<keyof ListQuery<Spec>, 'page' | 'limit' | 'sort' | 'order'>

export interface Order<Key extends string> {
  readonly sort: Key
  readonly order: 'asc' | 'desc'
}

interface ListOptions<Spec extends EndpointSpec> {
  /** Its screen's address, without filters. */
  readonly path: (route: Params) => string
  /** The endpoint's path parameters, from those of the screen's address. */
  readonly params?: (route: Params) => CallInput<Spec> extends { params: infer Input } ? Input : never
  /** By the names of the endpoint's query; drawn in this order. */
  readonly filters?: { readonly [Key in FilterKey<Spec>]?: Filter<ValueOf<Spec, Key>> }
  readonly sort?: {
    /** As the address says them. */
    readonly names: Readonly<Record<SortKey<Spec>, string>>
    /** Without `order` the endpoint knows one direction alone. */
    readonly first: { readonly sort: SortKey<Spec>; readonly order?: 'asc' | 'desc' }
    /** For where there are no headers to press. */
    readonly choices: readonly (Order<SortKey<Spec>> & { readonly label: string })[]
  }
  /** Asked where the address says nothing. */
  readonly usually?: ListQuery<Spec>
  /** How many rows a page may have, the usual number first. Without it the endpoint decides. */
  readonly sizes?: readonly number[]
  /** Asked afresh each time it is opened: for what others change too. */
  readonly fresh?: boolean
  /** What gives all its rows as a file. */
  readonly file?: ListFile
}

export interface List<Spec extends EndpointSpec> {
  readonly spec: Spec
  readonly sort: ListOptions<Spec>['sort'] | undefined
  readonly sizes: readonly number[] | undefined
  readonly file: ListFile | undefined
  readonly filters: readonly (readonly [key: FilterKey<Spec>, filter: Filter<never>])[]
  /** The query of an address; what is not well formed is left out. */
  readonly read: (address: URLSearchParams) => ListQuery<Spec>
  /** The address of the list with this query; what is as usual is left out. */
  readonly href: (query: ListQuery<Spec>, route?: Params) => string
  readonly isFiltered: (query: ListQuery<Spec>) => boolean
  /** What is sent for a query; also to the list's file. */
  readonly input: (query: ListQuery<Spec>, route?: Params) => CallInput<Spec>
  /** Takes every filter back. */
  readonly cleared: ListQuery<Spec>
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
  order?: 'asc' | 'desc' | undefined
}

/**
 * A list whose filters, order, page and page size live in its address: `ListView` draws it. The types are the endpoint's; inside
 * it is the same work for all of them, on `AnyQuery`.
 */
export function defineList<const Spec extends ListSpec>(
  spec: Spec & (Answer<Spec> extends Paged ? unknown : never),
  { path, params, filters: named = {}, sort, usually, sizes, fresh = false, file }: ListOptions<Spec>,
): List<Spec> {
  const filters = Object.entries(named) as unknown as List<Spec>['filters'] // its own entries
  const names = Object.entries<string>(sort?.names ?? {})

  function read(address: URLSearchParams) {
    const query: AnyQuery = {}
    for (const [key, filter] of filters) {
      const value = filter.read(address.get(filter.param) ?? '')
      if (value !== undefined) query[String(key)] = value
    }
    const by = names.find(([, name]) => name === address.get('orden'))?.[0]
    if (by !== undefined && by !== sort?.first.sort) query.sort = by
    const order = (['asc', 'desc'] as const).find((known) => known === address.get('sentido'))
    if (sort?.first.order && order && order !== sort.first.order) query.order = order
    const page = Math.trunc(Number(address.get('pagina')))
    if (page > 1) query.page = Math.min(page, MAX_PAGE)
    const limit = sizes?.find((size) => size === Number(address.get('filas')))
    if (limit && limit !== sizes?.[0]) query.limit = limit
    return query as ListQuery<Spec> // made of the endpoint's own names and values
  }

  function href(asked: ListQuery<Spec>, route: Params = {}): string {
    const query: AnyQuery = asked as AnyQuery // read by name
    const address = new URLSearchParams()
    for (const [key, filter] of filters) {
      const value = query[String(key)]
      if (value !== undefined) address.set(filter.param, filter.write(value as never)) // the filter's own value
    }
    const by = names.find(([known]) => known === query.sort)
    if (by && by[0] !== sort?.first.sort) address.set('orden', by[1])
    if (sort?.first.order && query.order && query.order !== sort.first.order) address.set('sentido', query.order)
    if (query.page && query.page > 1) address.set('pagina', String(query.page))
    if (query.limit && query.limit !== sizes?.[0]) address.set('filas', String(query.limit))
    const text = address.toString()
    return text ? `${path(route)}?${text}` : path(route)
  }

  const input: List<Spec>['input'] = (query, route = {}) => {
    const whole = { ...(sizes && { limit: sizes[0] }), ...usually, ...query }
    return { ...(params && { params: params(route) }), query: whole } as unknown as CallInput<Spec> // its params and its query
  }
  const queryOf: List<Spec>['query'] = (query, route) => endpointQuery<Spec>(spec, input(query, route), { fresh })

  return {
    spec,
    filters,
    sort,
    sizes,
    file,
    input,
    read,
    href,
    isFiltered: (query) => filters.some(([key]) => query[key] !== undefined),
    cleared: Object.fromEntries(filters.map(([key]) => [key, undefined])) as ListQuery<Spec>, // optional, all of them
    query: queryOf,
    loader({ request, params: route }) {
      void queryClient.prefetchQuery(queryOf(read(new URL(request.url).searchParams), route))
      return null
    },
  }
}
