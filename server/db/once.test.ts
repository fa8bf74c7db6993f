import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { isFailure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { forgetOldKeys, once } from './once.ts'

let server: TestApp
const actorId = newId()
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('twenty twins at once do the work once and give one answer', async () => {
  let runs = 0
  const work = () =>
    once(server.app, { actorId, key: 'twins', request: { call: 'twins', b: 1, a: 2 } }, async () => ({
      run: (runs += 1),
    }))
  const answers = await Promise.all(Array.from({ length: 20 }, work))
  expect(runs).toBe(1)
  expect(new Set(answers.map(({ run }) => run))).toEqual(new Set([1]))
})

test('the same key with another request is refused; the order of keys does not matter', async () => {
  const run = (request: object) =>
    once(server.app, { actorId, key: 'request', request: { call: 'request', ...request } }, async () => 'done')
  await run({ a: 1, b: [1, 2] })
  expect(await run({ b: [1, 2], a: 1 })).toBe('done')
  const refused = await run({ a: 1, b: [2, 1] }).catch((error: unknown) => error)
  expect(isFailure(refused, 'idempotency_mismatch')).toBe(true)
})

test('a refusal stores nothing: the next try works', async () => {
  let tries = 0
  const run = () =>
    once(server.app, { actorId, key: 'refusal', request: { call: 'run' } }, async () => {
      tries += 1
      if (tries === 1) throw new Error('not this time')
      return tries
    })
  await expect(run()).rejects.toThrow('not this time')
  expect(await run()).toBe(2)
})

test('without a key every call works on its own', async () => {
  let runs = 0
  const run = () => once(server.app, { actorId, key: undefined, request: { call: 'run' } }, async () => (runs += 1))
  await run()
  expect(await run()).toBe(2)
})

test('a key and its answer are kept for seven days', async () => {
  let runs = 0
  const run = () => once(server.app, { actorId, key: 'week', request: { call: 'run' } }, async () => (runs += 1))
  expect(await run()).toBe(1)
  await server.advance({ hours: 7 * 24 - 1 })
  await forgetOldKeys(server.app)
  expect(await run()).toBe(1)
  await server.advance({ hours: 2 })
  expect(await forgetOldKeys(server.app)).toBeGreaterThan(0)
  expect(await run()).toBe(2)
})
