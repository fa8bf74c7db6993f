import { expect, test } from 'vitest'
import { movableClock } from '#server/testing/movable-clock.ts'
import { createCachedValue } from './cached-value.ts'

test('it is made once for all who ask within its time, and again afterwards or when it is forgotten', async () => {
  const clock = movableClock('2026-11-21T00:00:00Z')
  const cached = createCachedValue<number>(clock, 1000)
  let made = 0
  const get = () => cached.get(async () => (made += 1))
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  clock.advance(1000)
  expect(await get()).toBe(1)
  clock.advance(1)
  expect(await get()).toBe(2)
  cached.forget()
  expect(await get()).toBe(3)
})

test('a failure is passed to the callers who waited for it, and not cached', async () => {
  const cached = createCachedValue<string>(movableClock('2026-11-21T00:00:00Z'), 1000)
  await expect(cached.get(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cached.get(async () => 'here')).toBe('here')
})
