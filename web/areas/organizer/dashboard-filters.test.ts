import { expect, test } from 'vitest'
import { dashboardPath, isFiltered, readFilters } from './dashboard-filters.ts'

test('filters survive a round through the address', () => {
  const query = {
    state: 'inactive',
    date: '2026-11-28',
    eventName: 'peña & río',
    sort: 'sold',
    order: 'asc',
    page: 3,
  } as const
  const address = new URL(dashboardPath(query), 'http://previa.example')
  expect(address.searchParams.get('estado')).toBe('pausados')
  expect(readFilters(address.searchParams)).toEqual(query)
})

test('nonsense in the address is left out', () => {
  expect(readFilters(new URLSearchParams('estado=x&fecha=hoy&buscar=%20&orden=azar&sentido=z&pagina=1.5'))).toEqual({})
})

test('the list as it comes is the plain address', () => {
  expect(dashboardPath({ sort: 'date', order: 'desc', page: 1 })).toBe('/organizador/eventos')
})

test('an order is no filter', () => {
  expect(isFiltered({ sort: 'name', order: 'asc', page: 2 })).toBe(false)
  expect(isFiltered({ state: 'active' })).toBe(true)
})
