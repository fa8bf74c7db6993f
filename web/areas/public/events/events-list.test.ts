import { expect, test } from 'vitest'
import { dayPath, eventsPath } from '#contract/first-paint/events-links.ts'
import { includesFilters, publicEvents } from './events-list.ts'

test('filters survive a round through the address', () => {
  const query = {
    search: 'peña & río',
    categoryId: 3,
    city: 'Rosario',
    from: '2026-11-21',
    to: '2026-11-22',
    free: true,
    sort: 'price',
    page: 2,
  } as const
  const address = new URL(publicEvents.href(query), 'http://previa.example')
  expect(publicEvents.read(address.searchParams)).toEqual(query)
})

test('nonsense in the address is left out', () => {
  const read = (text: string) => publicEvents.read(new URLSearchParams(text))
  expect(read('desde=ayer&categoria=x&pagina=-3&orden=azar&sentido=desc&gratis=quizas&buscar=%20')).toEqual({})
  expect(read('desde=2026-99-99&hasta=2026-02-31')).toEqual({})
  expect(publicEvents.read(new URLSearchParams({ buscar: 'x'.repeat(300) })).search).toHaveLength(100)
})

test('no filter is the plain address', () => {
  expect(publicEvents.href({ sort: 'date', page: 1 })).toBe('/eventos')
  expect(dayPath('2026-11-21')).toBe('/eventos?desde=2026-11-21&hasta=2026-11-21')
})

test('a short cut is on when the address says all of it', () => {
  expect(includesFilters({ free: true, search: 'x' }, { free: true })).toBe(true)
  expect(includesFilters({ from: '2026-11-21' }, { from: '2026-11-21', to: '2026-11-21' })).toBe(false)
})

test('the short ways lead where the list writes its address', () => {
  const filters = {
    search: 'peña & río',
    categoryId: 3,
    city: 'Rosario',
    from: '2026-11-21',
    to: '2026-11-22',
    free: true,
  }
  expect(eventsPath(filters)).toBe(publicEvents.href(filters))
  expect(eventsPath({ search: '' })).toBe('/eventos')
  expect(eventsPath({})).toBe(publicEvents.href({}))
})
