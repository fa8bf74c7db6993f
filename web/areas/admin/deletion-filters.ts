/** The filters, order and page of the deletion requests live in the address: this reads and writes them. */
import type { CallInput } from '#contract/endpoint.ts'
import { paths } from '#contract/paths.ts'
import type { listDeletions } from '#contract/privacy.ts'
import { asLine, shorten } from '#contract/text.ts'

export type DeletionsQuery = CallInput<typeof listDeletions>['query']
type State = NonNullable<DeletionsQuery['state']>
type SortKey = NonNullable<DeletionsQuery['sort']>

/** As the address and the chips say them, in their order. */
export const stateNames: readonly (readonly [state: State, name: string, label: string])[] = [
  ['open', 'abiertas', 'Abiertas'],
  ['overdue', 'vencidas', 'Vencidas'],
  ['pending', 'pendientes', 'Pendientes'],
  ['in_review', 'en-revision', 'En revisión'],
  ['completed', 'eliminadas', 'Eliminadas'],
  ['rejected', 'rechazadas', 'Rechazadas'],
  ['cancelled', 'canceladas', 'Canceladas'],
]
const sortNames: Record<SortKey, string> = { dueOn: 'vencimiento', requestedAt: 'pedido', name: 'nombre' }
const sorts = Object.keys(sortNames) as SortKey[] // the record has exactly these keys

/** The query of an address; what is not well formed is left out. */
export function readDeletionFilters(search: URLSearchParams): DeletionsQuery {
  const state = stateNames.find(([, name]) => name === search.get('estado'))?.[0]
  const sort = sorts.find((known) => sortNames[known] === search.get('orden'))
  const text = shorten(asLine(search.get('buscar') ?? ''), 100)
  const page = Number(search.get('pagina'))
  return {
    ...(state && { state }),
    ...(text && { search: text }),
    ...(sort && sort !== 'dueOn' && { sort }),
    ...(search.get('sentido') === 'desc' && { order: 'desc' as const }),
    ...(Number.isInteger(page) && page > 1 && page <= 100_000 && { page }),
  }
}

/** The list's address with these filters; what is as always is left out. */
export function deletionsPath({ state, search, sort, order, page }: DeletionsQuery): string {
  const query = new URLSearchParams()
  const name = stateNames.find(([known]) => known === state)?.[1]
  if (name) query.set('estado', name)
  if (search) query.set('buscar', search)
  if (sort && sort !== 'dueOn') query.set('orden', sortNames[sort])
  if (order === 'desc') query.set('sentido', 'desc')
  if (page && page > 1) query.set('pagina', String(page))
  const text = query.toString()
  return text ? `${paths.godDeletions()}?${text}` : paths.godDeletions()
}

export const noDeletionFilters = { state: undefined, search: undefined } as const satisfies DeletionsQuery

/** Whether a request is left out of the list. */
export function isDeletionsFiltered({ state, search }: DeletionsQuery): boolean {
  return Boolean(state ?? search)
}
