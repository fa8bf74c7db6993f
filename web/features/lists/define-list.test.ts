import { expect, test } from 'vitest'
import { listSessions } from '#contract/accounts/accounts-credentials.ts'
import { getUsersDashboard } from '#contract/accounts/people.ts'
import { discountCodes as codes } from '#web/areas/organizer/discounts/DiscountsScreen.tsx'
import { settlement } from '#web/areas/organizer/settlement/settlement-list.ts'
import { defineList } from './define-list.ts'
import { choice, day, idOf, search } from './filters.ts'
import { slugOf } from './states.ts'

const list = defineList(getUsersDashboard, {
  screen: 'organizerUsers',
  rows: ({ users }) => users,
  filters: {
    group: choice('grupo', [['staff', 'equipo', 'Equipo']]),
    roleId: choice('rol', [['SCANNER', 'escaner', 'Escáner']]),
    status: choice('estado', [
      [true, 'activos', 'Activos'],
      [false, 'inactivos', 'Inactivos'],
    ]),
    date: day('desde'),
    eventId: idOf('evento'),
    username: search('buscar'),
  },
  sort: { name: ['nombre', { asc: 'De la A a la Z' }], since: ['antiguedad'] },
  sizes: [20, 50],
})
const full = {
  group: 'staff',
  roleId: 'SCANNER',
  status: false,
  date: '2026-11-21',
  eventId: '01990000-0000-7000-8000-0000000000e1',
  username: 'ñandú & co',
  sort: 'since',
  order: 'desc',
  page: 3,
  limit: 50,
} as const
const searchOf = (address: string) => new URL(address, 'http://previa.example').searchParams

test('what an address was made of is read from it again', () => {
  expect(list.read(searchOf(list.href(full)))).toEqual(full)
})

test('a list as it comes is the plain address of its screen, of what that is about', () => {
  expect(list.href({})).toBe('/organizador/usuarios')
  expect(list.href({ sort: 'name', order: 'asc', page: 1, limit: 20 })).toBe('/organizador/usuarios')
  expect(codes.href({ state: 'used_up' }, { id: 'e1' })).toBe('/organizador/eventos/e1/descuentos?estado=agotados')
  expect(codes.input({}, { id: 'e1' })).toEqual({ params: { id: 'e1' }, query: { limit: 20 } })
})

test('an address may open a dialog too', () => {
  expect(codes.href({ search: 'LUNA 10' }, { id: 'e1' }, { nuevo: 'si' })).toBe(
    '/organizador/eventos/e1/descuentos?buscar=LUNA+10&nuevo=si',
  )
})

test('an answer that is not paged is one page of all its rows', () => {
  const sessions = defineList(listSessions, { screen: 'profile', isWhole: true, rows: (answer) => answer.sessions })
  expect(sessions.input({})).toEqual({})
  expect(sessions.sizes).toEqual([])
})

test('a period is two filters with one control', () => {
  expect(settlement.read(searchOf(settlement.href({ from: '2026-11-01', until: '2026-11-30' })))).toEqual({
    from: '2026-11-01',
    until: '2026-11-30',
  })
  expect(settlement.controls.map(({ control }) => control.kind)).toEqual(['period', 'given'])
})

test.each([
  ['Con cambios pedidos', undefined, 'con-cambios-pedidos'],
  ['En revisión', undefined, 'en-revision'],
  ['No les llegó', 'no-llego', 'no-llego'],
])('«%s» is %s in the address', (many, slug, expected) => {
  expect(slugOf({ many, ...(slug && { slug }) })).toBe(expected)
})

test.each([
  'grupo=x&rol=god&estado=quizas&desde=ayer&evento=1&buscar=+&orden=x&sentido=z&pagina=-1&filas=7',
  'desde=2026-02-30&pagina=1.5&filas=1e9',
  'grupo=&rol=&pagina=&buscar=',
])('what is not well formed is left out: %s', (text) => {
  expect(list.read(new URLSearchParams(text))).toEqual({})
})

test.each(['100001', '1e300', '99999999999999999999', 'Infinity'])(
  'page %s is the last one that the server takes, not a refusal',
  (page) => {
    expect(list.read(new URLSearchParams({ pagina: page }))).toEqual({ page: 100_000 })
  },
)

test('order, page and page size exclude no rows; a filter that is false does', () => {
  expect(list.isFiltered({ sort: 'since', order: 'desc', page: 2, limit: 50 })).toBe(false)
  expect(list.isFiltered({ status: false })).toBe(true)
  expect(list.isFiltered({ ...full, ...list.emptyFilters })).toBe(false)
})

test('the request has the list’s default page size', () => {
  expect(list.query({}).queryKey).toEqual([getUsersDashboard.path, { query: { limit: 20 } }])
  expect(list.query({ limit: 50 }).queryKey).toEqual([getUsersDashboard.path, { query: { limit: 50 } }])
})
