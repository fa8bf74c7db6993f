/** The filters, order and page of the organizer's list live in its address: this reads and writes them. */
import type { CallInput } from '#contract/endpoint.ts'
import type { EventState } from '#contract/event-card.ts'
import type { getEventsDashboard } from '#contract/events.ts'
import { paths } from '#contract/paths.ts'
import { asLine, shorten } from '#contract/text.ts'
import { stateWords } from './event-state.ts'

export type DashboardQuery = CallInput<typeof getEventsDashboard>['query']
type SortKey = NonNullable<DashboardQuery['sort']>

const DATE = /^\d{4}-\d{2}-\d{2}$/
const sortNames: Record<SortKey, string> = { date: 'fecha', name: 'nombre', sold: 'vendidas' }

/** `borradores` in the address. */
const stateName = (state: EventState) => stateWords[state].many.toLowerCase()
const states = Object.keys(stateWords) as EventState[] // the record has exactly these keys
const sorts = Object.keys(sortNames) as SortKey[] // the same

/** The query of an address; what is not a filter, or not well formed, is left out. */
export function readFilters(search: URLSearchParams): DashboardQuery {
  const state = states.find((known) => stateName(known) === search.get('estado'))
  const sort = sorts.find((known) => sortNames[known] === search.get('orden'))
  const date = search.get('fecha') ?? ''
  const eventName = shorten(asLine(search.get('buscar') ?? ''), 100)
  const page = Number(search.get('pagina'))
  return {
    ...(state && { state }),
    ...(DATE.test(date) && { date }),
    ...(eventName && { eventName }),
    ...(sort && sort !== 'date' && { sort }),
    ...(search.get('sentido') === 'asc' && { order: 'asc' as const }),
    ...(Number.isInteger(page) && page > 1 && page <= 100_000 && { page }),
  }
}

/** The list's address with these filters; what is as always is left out. */
export function dashboardPath({ state, date, eventName, sort, order, page }: DashboardQuery): string {
  const search = new URLSearchParams()
  if (state) search.set('estado', stateName(state))
  if (date) search.set('fecha', date)
  if (eventName) search.set('buscar', eventName)
  if (sort && sort !== 'date') search.set('orden', sortNames[sort])
  if (order === 'asc') search.set('sentido', 'asc')
  if (page && page > 1) search.set('pagina', String(page))
  const text = search.toString()
  return text ? `${paths.organizerEvents()}?${text}` : paths.organizerEvents()
}

export const noFilters = { state: undefined, date: undefined, eventName: undefined } as const satisfies DashboardQuery

/** Whether something is left out of the list. */
export function isFiltered({ state, date, eventName }: DashboardQuery): boolean {
  return Boolean(state ?? date ?? eventName)
}
