import { expect, test } from 'vitest'
import { asFailure } from './failures.ts'

test.each([
  ['57014', 'a statement that was cancelled'],
  ['57P01', 'a database that restarts'],
  ['40P01', 'a ring of locks that the database broke'],
  ['40001', 'two transactions that cannot both have been first'],
  ['55P03', 'a lock that did not come in time'],
])('%s, %s, may be tried again', (code) => {
  expect(asFailure(Object.assign(new Error('database'), { code }))).toMatchObject({
    code: 'timeout',
    status: 503,
    retryAfterSeconds: 1,
  })
})

test('a socket of the database that is not there may come back; a file that is not there is a defect of ours', () => {
  const absent = (syscall: string) => Object.assign(new Error('absent'), { code: 'ENOENT', syscall })
  expect(asFailure(absent('connect'))).toMatchObject({ code: 'timeout' })
  expect(asFailure(absent('open'))).toBeNull()
})

test.each(['23505', '42P01', undefined])('%s is a defect of ours', (code) => {
  expect(asFailure(Object.assign(new Error('database'), { code }))).toBeNull()
})
