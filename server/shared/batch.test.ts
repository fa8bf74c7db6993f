import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tries } from '#server/testing/tries.ts'
import { createBatcher, type BatchOptions } from './batch.ts'
import { Failure } from './failure.ts'

/** A `run` that answers only on demand, and remembers its batches. */
function heldRun<Item>() {
  const batches: (readonly Item[])[] = []
  let release: (() => void) | undefined
  return {
    batches,
    run: async (items: readonly Item[]) => {
      batches.push(items)
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return items
    },
    /** Lets the batch under way return and the next begin. */
    async next() {
      release?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a lone item goes at once; what arrives meanwhile forms the next batch, no larger than allowed', async () => {
  const held = heldRun<number>()
  const batcher = createBatcher({ run: held.run, maxSize: 3, maxQueue: 10 })
  const answers = [batcher.add(1)]
  await settle()
  for (const item of [2, 3, 4, 5]) answers.push(batcher.add(item))
  expect(held.batches).toEqual([[1]])
  expect(batcher.waiting()).toBe(4)
  await held.next()
  await held.next()
  await held.next()
  expect(held.batches).toEqual([[1], [2, 3, 4], [5]])
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5])
})

test('what is added in one turn is one batch', async () => {
  const batches: number[][] = []
  const batcher = createBatcher({
    run: async (items: readonly number[]) => {
      batches.push([...items])
      return items
    },
    maxSize: 10,
    maxQueue: 10,
  })
  await Promise.all([1, 2, 3].map((item) => batcher.add(item)))
  expect(batches).toEqual([[1, 2, 3]])
})

test('what gathers goes together, at once when it is enough or nothing more may come', async () => {
  const held = heldRun<number>()
  const batcher = createBatcher({ run: held.run, maxSize: 3, maxQueue: 10, gatherMs: 60_000 })
  const answers = [batcher.add(1)]
  await settle()
  expect(held.batches).toEqual([])
  for (const item of [2, 3]) answers.push(batcher.add(item))
  await settle()
  expect(held.batches).toEqual([[1, 2, 3]])
  await held.next()
  answers.push(batcher.add(4))
  await settle()
  expect(held.batches).toHaveLength(1)
  const closed = batcher.close()
  await settle()
  expect(held.batches).toEqual([[1, 2, 3], [4]])
  await held.next()
  await closed
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4])
})

test('a deep queue takes larger batches', async () => {
  const held = heldRun<number>()
  const batcher = createBatcher({ run: held.run, maxSize: 2, maxQueue: 100, whenDeep: { queued: 5, maxSize: 4 } })
  const answers = [batcher.add(0)]
  await settle()
  for (const item of [1, 2, 3, 4, 5, 6]) answers.push(batcher.add(item))
  for (let turn = 0; turn < 4; turn += 1) await held.next()
  expect(held.batches).toEqual([[0], [1, 2, 3, 4], [5, 6]])
  await Promise.all(answers)
})

test('a full queue refuses with busy and Retry-After, and takes again when there is room', async () => {
  const held = heldRun<number>()
  const batcher = createBatcher({ run: held.run, maxSize: 10, maxQueue: 2 })
  const accepted = [batcher.add(1)]
  await settle()
  accepted.push(batcher.add(2), batcher.add(3))
  await expect(batcher.add(4)).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 1 })
  await held.next()
  accepted.push(batcher.add(5))
  await held.next()
  await held.next()
  expect(await Promise.all(accepted)).toEqual([1, 2, 3, 5])
})

test('an Error among the results refuses that item alone', async () => {
  const batcher = createBatcher<number, string>({
    run: async (items) => items.map((item) => (item === 2 ? new Failure('sold_out') : `order ${item}`)),
    maxSize: 10,
    maxQueue: 10,
  })
  const [first, second, third] = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))
  expect(first).toEqual({ status: 'fulfilled', value: 'order 1' })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'sold_out' } })
  expect(third).toEqual({ status: 'fulfilled', value: 'order 3' })
})

const poison = (retryAlone: NonNullable<BatchOptions<number, number>['retryAlone']>, bad: readonly number[]) => {
  const batches: number[][] = []
  const batcher = createBatcher<number, number>({
    run: async (items) => {
      batches.push([...items])
      if (items.some((item) => bad.includes(item))) throw new Error(`bad ${items.join()}`)
      return items
    },
    maxSize: 10,
    maxQueue: 10,
    retryAlone,
  })
  return { batches, batcher }
}

test('a batch that throws is tried again one by one, so that one bad item fails alone', async () => {
  const { batches, batcher } = poison(true, [2])
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('once the bad item has failed alone, those after it are one batch again', async () => {
  const { batches, batcher } = poison(true, [2, 5])
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map((item) => batcher.add(item)))
  expect(outcomes.flatMap(({ status }, place) => (status === 'rejected' ? [place + 1] : []))).toEqual([2, 5])
  expect(batches.map(String)).toEqual(['1,2,3,4,5,6,7', '1', '2', '3,4,5,6,7', '3', '4', '5', '6,7'])
})

test('two that fail alone one after the other may be everybody’s trouble: the rest is refused', async () => {
  const { batches, batcher } = poison((_, inARow) => inARow < 2, [2, 3])
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => batcher.add(item)))
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, false, false, false, false])
  expect(batches.map(String)).toEqual(['1,2,3,4,5', '1', '2', '3,4,5', '3'])
})

test('an error that retrying cannot mend fails the whole batch at once', async () => {
  const { batches, batcher } = poison(() => false, [2])
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(batches).toHaveLength(1)
})

test('the database lost between the lone tries ends them', async () => {
  const { batches, batcher } = poison((error) => error instanceof Error && error.message !== 'bad 2', [2])
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(batches).toEqual([[1, 2, 3], [1], [2]])
})

test('a wrong number of results is an error for everybody, and the batcher lives on', async () => {
  let results: number[] = []
  const batcher = createBatcher<number, number>({ run: async () => results, maxSize: 10, maxQueue: 10 })
  await expect(batcher.add(1)).rejects.toThrow('A batch of 1 gave 0 results')
  results = [7]
  expect(await batcher.add(1)).toBe(7)
})

test('close answers what was accepted and refuses the rest', async () => {
  const held = heldRun<number>()
  const batcher = createBatcher({ run: held.run, maxSize: 1, maxQueue: 10 })
  const answers = [batcher.add(1), batcher.add(2)]
  await settle()
  const closed = batcher.close()
  await expect(batcher.add(3)).rejects.toMatchObject({ code: 'busy' })
  await held.next()
  await held.next()
  await closed
  expect(await Promise.all(answers)).toEqual([1, 2])
})

test('for any arrivals: answers match, sizes and keys hold, and items that share a key keep their order', async () => {
  const arrival = fc.record({
    keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 2 }),
    pause: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(arrival, { maxLength: 40 }),
      fc.integer({ min: 1, max: 7 }),
      async (arrivals, maxSize) => {
        type Item = { place: number; keys: string[] }
        const batches: Item[][] = []
        let inFlight = 0
        const batcher = createBatcher<Item, number>({
          run: async (items) => {
            inFlight += 1
            expect(inFlight).toBe(1)
            batches.push([...items])
            await settle()
            inFlight -= 1
            return items.map((item) => item.place)
          },
          maxSize,
          maxQueue: 100,
          keysOf: (item) => item.keys,
        })
        const answers: Promise<number>[] = []
        for (const [place, { keys, pause }] of arrivals.entries()) {
          answers.push(batcher.add({ place, keys }))
          if (pause) await settle()
        }
        expect(await Promise.all(answers)).toEqual(arrivals.map((_, place) => place))
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(maxSize)
          const keys = batch.flatMap((item) => item.keys)
          expect(new Set(keys).size).toBe(keys.length)
          const places = batch.map((item) => item.place)
          expect(places.toSorted((a, b) => a - b)).toEqual(places)
        }
        for (const key of 'abcde') {
          const places = batches
            .flat()
            .filter((item) => item.keys.includes(key))
            .map((item) => item.place)
          expect(places.toSorted((a, b) => a - b)).toEqual(places)
        }
      },
    ),
    { numRuns: tries(200, 10_000) },
  )
})
