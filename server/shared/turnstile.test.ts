import { expect, test } from 'vitest'
import { createTurnstile, type Waiter } from './turnstile.ts'

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

/** A turnstile of one place that is taken, and what has gone in since. */
function taken(maxWaiting: number) {
  const turnstile = createTurnstile({ places: 1, maxWaiting })
  const entered: string[] = []
  const refused: string[] = []
  const leave = Promise.withResolvers<void>()
  const first = turnstile.run(() => leave.promise)
  const come = (name: string, waiter?: Waiter) =>
    turnstile
      .run(async () => void entered.push(name), waiter)
      .catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'busy' })
        refused.push(name)
      })
  return { come, entered, refused, open: () => (leave.resolve(), first) }
}

test('threat 5: known ones have a line of their own and go first, and one of four is somebody else', async () => {
  const { come, entered, refused, open } = taken(10)
  const all = Array.from({ length: 30 }, (_, n) => come(`stranger ${n}`))
  all.push(...Array.from({ length: 6 }, (_, n) => come(`known ${n}`, { isKnown: true, from: `person ${n}` })))
  await open()
  await Promise.all(all)
  expect(refused).toHaveLength(20)
  expect(
    entered
      .slice(0, 8)
      .map((name) => name.split(' ')[0])
      .join(' '),
  ).toBe('known known known stranger known known known stranger')
})

test('negative control: in one line for all, who comes after a crowd is refused', async () => {
  const { come, refused, open } = taken(10)
  const all = Array.from({ length: 30 }, (_, n) => come(`stranger ${n}`))
  all.push(come('known'))
  await open()
  await Promise.all(all)
  expect(refused).toContain('known')
})

test('threat 34: who comes often takes turns, and makes room in a full line for who comes seldom', async () => {
  const { come, entered, refused, open } = taken(10)
  const all = Array.from({ length: 12 }, (_, n) => come(`crowd ${n}`, { from: 'one address' }))
  all.push(come('honest 0', { from: 'another' }), come('honest 1', { from: 'a third' }))
  await open()
  await Promise.all(all)
  expect(refused).toEqual(['crowd 10', 'crowd 11', 'crowd 9', 'crowd 8'])
  expect(entered.slice(0, 3)).toEqual(['crowd 0', 'honest 0', 'honest 1'])
})
