import { expect, test } from 'vitest'
import { getUsersDashboard } from '#contract/people.ts'
import { defineList } from './define-list.ts'
import { choice, day, idOf, search } from './filters.ts'

const list = defineList(getUsersDashboard, {
  path: ({ company = 'todas' }) => `/${company}/personas`,
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
  sort: {
    names: { name: 'nombre', since: 'antiguedad' },
    first: { sort: 'name', order: 'asc' },
    choices: [],
  },
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

test('a list as it comes is the plain address, of whatever its screen is about', () => {
  expect(list.href({})).toBe('/todas/personas')
  expect(list.href({ sort: 'name', order: 'asc', page: 1, limit: 20 }, { company: 'luna' })).toBe('/luna/personas')
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

test('order, page and page size leave nobody out; a filter that is false does', () => {
  expect(list.isFiltered({ sort: 'since', order: 'desc', page: 2, limit: 50 })).toBe(false)
  expect(list.isFiltered({ status: false })).toBe(true)
  expect(list.isFiltered({ ...full, ...list.cleared })).toBe(false)
})

test('the server is told the usual page size of the list', () => {
  expect(list.query({}).queryKey).toEqual([getUsersDashboard.path, { query: { limit: 20 } }])
  expect(list.query({ limit: 50 }).queryKey).toEqual([getUsersDashboard.path, { query: { limit: 50 } }])
})
