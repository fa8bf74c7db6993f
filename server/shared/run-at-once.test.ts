import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runAtOnce } from './run-at-once.ts'

test('every item is handled once, in order, and never more than so many at a time', async () => {
  const begun: number[] = []
  let [running, most] = [0, 0]
  await runAtOnce(new Set([1, 2, 3, 4, 5, 6, 7]), 3, async (item) => {
    begun.push(item)
    most = Math.max(most, (running += 1))
    await wait(item % 3)
    running -= 1
  })
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(3)
})

test('what one throws rejects, and nothing at all is nothing to do', async () => {
  await expect(runAtOnce([1], 3, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  await runAtOnce([], 3, () => Promise.reject(new Error('never called')))
})
