/** The filters, order and page of the list of users live in its address: this reads and writes them. */
import type { CallInput } from '#contract/endpoint.ts'
import { paths } from '#contract/paths.ts'
import type { getUsersDashboard } from '#contract/people.ts'
import type { WireRole } from '#contract/roles.ts'
import { asLine, shorten } from '#contract/text.ts'

export type UsersQuery = CallInput<typeof getUsersDashboard>['query']

const DATE = /^\d{4}-\d{2}-\d{2}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const groups = { staff: 'equipo', buyers: 'compradores' } as const
/** The roles that the list may be narrowed to, as they stand in the address. */
const roles: Partial<Record<WireRole, string>> = { SCANNER: 'escaner', RRPP: 'rrpp', COMERCIAL: 'comercial' }
export const filterRoles = Object.keys(roles) as WireRole[] // the record has exactly these keys

const named = <Name extends string>(names: Partial<Record<Name, string>>, value: string | null) =>
  (Object.keys(names) as Name[]).find((name) => names[name] === value) // the same

/** The query of an address; what is not a filter, or not well formed, is left out. */
export function readUserFilters(search: URLSearchParams): UsersQuery {
  const group = named(groups, search.get('grupo'))
  const roleId = named(roles, search.get('rol'))
  const date = search.get('desde') ?? ''
  const eventId = search.get('evento') ?? ''
  const state = search.get('estado')
  const username = shorten(asLine(search.get('buscar') ?? ''), 100)
  const page = Number(search.get('pagina'))
  return {
    ...(group && { group }),
    ...(roleId && { roleId }),
    ...(state === 'activos' && { status: true }),
    ...(state === 'inactivos' && { status: false }),
    ...(DATE.test(date) && { date }),
    ...(UUID.test(eventId) && { eventId }),
    ...(username && { username }),
    ...(search.get('orden') === 'antiguedad' && { sort: 'since' as const }),
    ...(search.get('sentido') === 'desc' && { order: 'desc' as const }),
    ...(Number.isInteger(page) && page > 1 && page <= 100_000 && { page }),
  }
}

/** The list's address with these filters; what is as always is left out. */
export function usersPath({ group, roleId, status, date, eventId, username, sort, order, page }: UsersQuery): string {
  const search = new URLSearchParams()
  if (group) search.set('grupo', groups[group])
  if (roleId && roles[roleId]) search.set('rol', roles[roleId])
  if (status !== undefined) search.set('estado', status ? 'activos' : 'inactivos')
  if (date) search.set('desde', date)
  if (eventId) search.set('evento', eventId)
  if (username) search.set('buscar', username)
  if (sort === 'since') search.set('orden', 'antiguedad')
  if (order === 'desc') search.set('sentido', 'desc')
  if (page && page > 1) search.set('pagina', String(page))
  const text = search.toString()
  return text ? `${paths.organizerUsers()}?${text}` : paths.organizerUsers()
}

export const noUserFilters = {
  group: undefined,
  roleId: undefined,
  status: undefined,
  date: undefined,
  eventId: undefined,
  username: undefined,
} as const satisfies UsersQuery

/** Whether somebody is left out of the list. */
export function isUsersFiltered({ group, roleId, status, date, eventId, username }: UsersQuery): boolean {
  return [group, roleId, status, date, eventId, username].some((value) => value !== undefined)
}
