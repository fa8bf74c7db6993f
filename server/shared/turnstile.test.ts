import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

test('two are inside, two wait in their order, a fifth is refused; a failure frees its place', async () => {
  const turnstile = createTurnstile({ places: 2, maxWaiting: 2 })
  const begun: number[] = []
  const ends = [1, 2, 3, 4].map(() => Promise.withResolvers<void>())
  const runs = ends.map(({ promise }, index) =>
    turnstile.run(async () => {
      begun.push(index)
      await promise
    }),
  )
  expect(begun).toEqual([0, 1])
  await expect(turnstile.run(async () => {})).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 2 })
  ends[1]?.reject(new Error('away'))
  await expect(runs[1]).rejects.toThrow('away')
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  await Promise.allSettled(runs)
  expect(begun).toEqual([0, 1, 2, 3])
  expect(turnstile.isEmpty()).toBe(true)
})
