import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expireSession, leaveSession, signIn } from '#web/api/session.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { draftOf } from './draft.ts'

const NADIA = '01990000-0000-7000-8000-000000000002'
const shape = { name: '', age: 0, born: null as string | null, wants: true, types: [{ label: '', price: '' }] }
const values = { name: 'Fiesta', age: 3, born: '1998-04-02', wants: false, types: [{ label: 'VIP', price: '100' }] }

beforeEach(() => signIn(loginAnswer()))
afterEach(() => {
  expireSession()
  vi.useRealTimers()
})

test('what was typed is there again, for that person and form alone, until it is sent', async () => {
  const draft = draftOf('evento', shape)
  draft.keep(values)
  expect(draft.read()).toEqual(values)
  expect(draftOf('otro', shape).read()).toBeNull()
  expireSession()
  expect(draftOf('evento', shape).read()).toBeNull()
  await signIn(loginAnswer('CLIENT', { id: NADIA }))
  expect(draftOf('evento', shape).read()).toBeNull()
  expireSession()
  await signIn(loginAnswer())
  expect(draftOf('evento', shape).read()).toEqual(values)
  draft.clear()
  expect(draft.read()).toBeNull()
})

test('signing out erases it', async () => {
  draftOf('evento', shape).keep(values)
  leaveSession()
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Fiesta')
  await signIn(loginAnswer())
  expect(draftOf('evento', shape).read()).toBeNull()
})

test('after a day it is gone', () => {
  vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z'), toFake: ['Date'] })
  const draft = draftOf('evento', shape, 'camila')
  draft.keep(values)
  vi.setSystemTime(new Date('2026-11-29T11:59:59Z'))
  expect(draft.read()).toEqual(values)
  vi.setSystemTime(new Date('2026-11-29T12:00:00Z'))
  expect(draft.read()).toBeNull()
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Fiesta')
})

test('the draft of a visitor goes to the person who signs in, and to no other', async () => {
  expireSession()
  sessionStorage.clear()
  draftOf('consulta', { message: '' }).keep({ message: 'Hola' })
  await signIn(loginAnswer())
  expect(draftOf('consulta', { message: '' }).read()).toEqual({ message: 'Hola' })
  expireSession()
  expect(draftOf('consulta', { message: '' }).read()).toBeNull()
})

test('passwords, codes and files are never kept', () => {
  const secrets = {
    newPassword: 'clave larga',
    code: '123456',
    token: 'abc123',
    photo: new Blob(['x']),
    name: 'Camila',
  }
  const draft = draftOf('registro', { ...secrets, newPassword: '', code: '', token: '', name: '' })
  draft.keep(secrets)
  expect(Object.values(sessionStorage).join()).not.toMatch(/clave larga|123456|abc123|photo/)
  expect(draft.read()).toMatchObject({ name: 'Camila', newPassword: '', code: '' })
})

test('a draft of another version of the form keeps what still fits', () => {
  const draft = draftOf('evento', shape)
  const older = { name: 'Fiesta', age: 'siete', gone: 'x', born: {}, types: [{ label: 'A' }, 3] }
  draftOf<object>('evento', {}).keep(older)
  expect(draft.read()).toEqual({
    name: 'Fiesta',
    age: 0,
    born: null,
    wants: true,
    types: [
      { label: 'A', price: '' },
      { label: '', price: '' },
    ],
  })
})

test.each(['{', '3', 'null', '{"at":1,"values":null}', '{"values":{}}'])('%s is no draft', (text) => {
  sessionStorage.setItem('borrador:camila:evento', text)
  expect(draftOf('evento', shape, 'camila').read()).toBeNull()
})

test('a storage that refuses loses nothing else', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  expect(() => draftOf('evento', shape, 'camila').keep(values)).not.toThrow()
})
