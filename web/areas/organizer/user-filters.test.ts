import { expect, test } from 'vitest'
import { isUsersFiltered, noUserFilters, readUserFilters, usersPath, type UsersQuery } from './user-filters.ts'

const full: UsersQuery = {
  group: 'staff',
  roleId: 'SCANNER',
  status: false,
  date: '2026-11-21',
  eventId: '01990000-0000-7000-8000-0000000000e1',
  username: 'ñandú & co',
  sort: 'since',
  order: 'desc',
  page: 3,
}

test('what an address was made of is read from it again', () => {
  const address = usersPath(full)
  expect(readUserFilters(new URLSearchParams(address.split('?')[1]))).toEqual(full)
  expect(usersPath({})).toBe('/organizador/usuarios')
})

test('what is not a filter is left out', () => {
  const nonsense = 'grupo=x&rol=god&estado=quizas&desde=ayer&evento=1&buscar=+&orden=x&pagina=-1'
  expect(readUserFilters(new URLSearchParams(nonsense))).toEqual({})
})

test('order and page leave nobody out', () => {
  expect(isUsersFiltered({ sort: 'since', page: 2 })).toBe(false)
  expect(isUsersFiltered({ status: false })).toBe(true)
  expect(isUsersFiltered(noUserFilters)).toBe(false)
})
