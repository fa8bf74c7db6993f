import { expect, test } from 'vitest'
import { takeLegacySession } from './legacy-session.ts'

test('an old token and user are handed over and removed', () => {
  localStorage.setItem('token', 'old')
  localStorage.setItem('user', '{"id":"1"}')
  expect(takeLegacySession(localStorage, false)).toEqual({ token: 'old', user: { id: '1' } })
  expect(localStorage.length).toBe(0)
})

test('a user that cannot be parsed does not stop the migration', () => {
  localStorage.setItem('token', 'old')
  localStorage.setItem('user', '{"id":')
  expect(takeLegacySession(localStorage, false)).toEqual({ token: 'old', user: null })
  expect(localStorage.length).toBe(0)
})

test('with a valid token in the new place the old ones are only removed', () => {
  localStorage.setItem('token', 'old')
  expect(takeLegacySession(localStorage, true)).toBeNull()
  expect(localStorage.getItem('token')).toBeNull()
})

test('a user without a token is nothing to migrate', () => {
  localStorage.setItem('user', '{"id":"1"}')
  expect(takeLegacySession(localStorage, false)).toBeNull()
})
