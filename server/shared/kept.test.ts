import { expect, test } from 'vitest'
import { movableClock } from './clock.ts'
import { createKept } from './kept.ts'

test('it is made once for all who ask within its time, and anew afterwards or when it is forgotten', async () => {
  const clock = movableClock('2026-11-21T00:00:00Z')
  const kept = createKept<number>(clock, 1000)
  let made = 0
  const get = () => kept.get(async () => (made += 1))
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  clock.advance(1000)
  expect(await get()).toBe(1)
  clock.advance(1)
  expect(await get()).toBe(2)
  kept.forget()
  expect(await get()).toBe(3)
})

test('a failure is told to whoever waited for it, and not kept', async () => {
  const kept = createKept<string>(movableClock('2026-11-21T00:00:00Z'), 1000)
  await expect(kept.get(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await kept.get(async () => 'here')).toBe('here')
})
