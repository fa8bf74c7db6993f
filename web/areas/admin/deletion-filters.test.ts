import { expect, test } from 'vitest'
import { deletionsPath, readDeletionFilters } from './deletion-filters.ts'

test.each([
  ['', {}],
  ['estado=vencidas', { state: 'overdue' }],
  [
    'estado=en-revision&buscar=ana&orden=nombre&sentido=desc&pagina=3',
    { state: 'in_review', search: 'ana', sort: 'name', order: 'desc', page: 3 },
  ],
] as const)('%j is %j, and back', (text, filters) => {
  expect(readDeletionFilters(new URLSearchParams(text))).toEqual(filters)
  expect(deletionsPath(filters)).toBe(text ? `/god-admin/eliminaciones?${text}` : '/god-admin/eliminaciones')
})

test('what is no filter is left out', () => {
  expect(readDeletionFilters(new URLSearchParams('estado=otra&pagina=-2&orden=x&sentido=asc'))).toEqual({})
})
