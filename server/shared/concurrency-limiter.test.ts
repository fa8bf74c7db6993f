import { expect, test, vi } from 'vitest'
import { createConcurrencyLimiter, type Waiter } from './concurrency-limiter.ts'

test('two are inside, two wait in their order, a fifth is refused; a failure frees its place', async () => {
  const limiter = createConcurrencyLimiter({ maxConcurrent: 2, maxWaiting: 2 })
  const begun: number[] = []
  const ends = [1, 2, 3, 4].map(() => Promise.withResolvers<void>())
  const runs = ends.map(({ promise }, index) =>
    limiter.run(async () => {
      begun.push(index)
      await promise
    }),
  )
  expect(begun).toEqual([0, 1])
  await expect(limiter.run(async () => {})).rejects.toMatchObject({
    code: 'busy',
    retryAfterSeconds: 2,
    message: expect.not.stringContaining('comprando'),
  })
  ends[1]?.reject(new Error('away'))
  await expect(runs[1]).rejects.toThrow('away')
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  await Promise.allSettled(runs)
  expect(begun).toEqual([0, 1, 2, 3])
  expect(limiter.isEmpty()).toBe(true)
})

/** A limiter of one place that is taken, and what has gone in since. */
function taken(maxWaiting: number) {
  const limiter = createConcurrencyLimiter({ maxConcurrent: 1, maxWaiting })
  const entered: string[] = []
  const refused: string[] = []
  const leave = Promise.withResolvers<void>()
  const first = limiter.run(() => leave.promise)
  const come = (name: string, waiter?: Waiter) =>
    limiter
      .run(async () => void entered.push(name), waiter)
      .catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'busy' })
        refused.push(name)
      })
  return { come, entered, refused, open: () => (leave.resolve(), first) }
}

test('threat 5: known ones have a line of their own and go first, and one of four is a stranger', async () => {
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

test('threat 29: one has a second place only while no caller waits for a first; strangers have some of the places', async () => {
  const limiter = createConcurrencyLimiter({
    maxConcurrent: 4,
    maxConcurrentOfOne: 2,
    maxConcurrentOfOthers: 2,
    maxWaiting: 10,
  })
  const inside: string[] = []
  const leaves = new Map<string, () => void>()
  const come = (name: string, waiter: Waiter) =>
    limiter.run(() => {
      inside.push(name)
      return new Promise<void>((resolve) => leaves.set(name, resolve))
    }, waiter)
  const known = (from: string) => ({ isKnown: true, from })
  const all = [come('a 1', known('a')), come('a 2', known('a')), come('x', { from: 'x' }), come('y', { from: 'y' })]
  all.push(come('z', { from: 'z' }), come('a 3', known('a')), come('b', known('b')))
  leaves.get('a 1')?.()
  await all[0]
  expect(inside.slice(4)).toEqual(['b'])
  leaves.get('a 2')?.()
  await all[1]
  // Two strangers are inside: the third waits for one of them.
  expect(inside.slice(5)).toEqual(['a 3'])
  leaves.get('x')?.()
  await all[2]
  expect(inside.slice(6)).toEqual(['z'])
  for (const leave of leaves.values()) leave()
  await Promise.all(all)
})

test('a caller who waited too long is refused, and the line goes on', async () => {
  // Its own timers alone are counted.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const limiter = createConcurrencyLimiter({ maxConcurrent: 1, maxWaiting: 10, longestWaitMs: 20_000 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = limiter.run(() => promise)
    const late = limiter.run(async () => {}).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(15_000)
    const later = limiter.run(async () => 'in')
    await vi.advanceTimersByTimeAsync(5000)
    expect(await late).toMatchObject({ code: 'busy' })
    expect(limiter.waiting()).toBe(1)
    resolve()
    await first
    expect(await later).toBe('in')
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('threat 34: the addresses of one IPv6 network are one crowd; of two networks they are two', async () => {
  const { come, refused, open } = taken(10)
  const all = Array.from({ length: 12 }, (_, n) => come(`crowd ${n}`, { from: `2001:db8::${n + 1}` }))
  all.push(come('honest', { from: '2001:db8:0:1::1' }))
  await open()
  await Promise.all(all)
  expect(refused).toEqual(['crowd 10', 'crowd 11', 'crowd 9'])
})

test('threat 34: a line that a crowd filled from as many networks still takes who comes', async () => {
  const { come, entered, refused, open } = taken(10)
  const all = Array.from({ length: 10 }, (_, n) => come(`crowd ${n}`, { from: `2001:db8:0:${n}::1` }))
  all.push(come('honest', { from: '192.0.2.1' }))
  await open()
  await Promise.all(all)
  expect(entered).toContain('honest')
  expect(refused).toHaveLength(1)
})
