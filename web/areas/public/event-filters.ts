/** The filters of `/eventos` live in its address: this reads and writes them. */
import { typedDate } from '#contract/dates.ts'
import type { CallInput } from '#contract/endpoint.ts'
import type { getEventsPreview } from '#contract/events.ts'
import { paths } from '#contract/paths.ts'
import { asLine, shorten } from '#contract/text.ts'
import { weekendOf } from './month-grid.ts'

export type EventsQuery = CallInput<typeof getEventsPreview>['query']

/** What the server takes of a typed text. */
const MAX_TEXT = 100

/** The query of an address; what is not a filter, or not well formed, is left out. */
export function readFilters(search: URLSearchParams): EventsQuery {
  const text = (name: string) => shorten(asLine(search.get(name) ?? ''), MAX_TEXT) || undefined
  const date = (name: string) => (typedDate.safeParse(search.get(name)).success ? text(name) : undefined)
  const number = (name: string) => (/^\d{1,5}$/.test(search.get(name) ?? '') ? Number(search.get(name)) : undefined)
  const sort = (['price', 'name'] as const).find((known) => known === search.get('orden'))
  const page = number('pagina')
  const categoryId = number('categoria')
  return defined({
    search: text('buscar'),
    categoryId,
    city: text('ciudad'),
    from: date('desde'),
    to: date('hasta'),
    free: search.get('gratis') === 'si' ? true : undefined,
    sort,
    page: page && page > 1 ? page : undefined,
  })
}

/** The address of `/eventos` with these filters. */
export function eventsPath(query: EventsQuery): string {
  const search = new URLSearchParams()
  const put = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  put('buscar', query.search)
  put('categoria', query.categoryId)
  put('ciudad', query.city)
  put('desde', query.from)
  put('hasta', query.to)
  put('gratis', query.free ? 'si' : undefined)
  put('orden', query.sort === 'date' ? undefined : query.sort)
  put('pagina', query.page && query.page > 1 ? query.page : undefined)
  const text = search.toString()
  return text ? `${paths.events()}?${text}` : paths.events()
}

export const noFilters = {
  search: undefined,
  categoryId: undefined,
  city: undefined,
  from: undefined,
  to: undefined,
  free: undefined,
} as const satisfies EventsQuery

/** The events of one local day. */
export function dayPath(date: string): string {
  return eventsPath({ from: date, to: date })
}

/** The short cuts that the landing and the list offer, seen from a local date. */
export function shortcuts(today: string): { label: string; query: EventsQuery }[] {
  return [
    { label: 'Hoy', query: { from: today, to: today } },
    { label: 'Este finde', query: weekendOf(today) },
    { label: 'Gratis', query: { free: true } },
  ]
}

/** Whether the address already says everything that `part` says. */
export function includesFilters(query: EventsQuery, part: EventsQuery): boolean {
  return Object.entries(part).every(([name, value]) => query[name as keyof EventsQuery] === value)
}

function defined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
}
