import { LRUCache } from 'lru-cache'
import { expect, test } from 'vitest'
import { movableClock } from '#server/testing/movable-clock.ts'
import { createProcessCache, ENTRY_BYTES } from './process-cache.ts'

const MEGABYTE = 1024 * 1024
const open = () => {
  const clock = movableClock('2026-11-22T00:00:00Z')
  return { clock, processCache: createProcessCache(clock) }
}

test('threat 32: a cache holds no more than its bytes, keys and all, and the longest unused leave first', () => {
  const { processCache } = open()
  const cache = processCache.cache<number>({ name: 'test.small', maxBytes: MEGABYTE })
  for (let place = 0; place < 10_000; place += 1) {
    cache.set(`${place} ${'x'.repeat(500)}`, place)
    cache.get(`0 ${'x'.repeat(500)}`)
  }
  const [use] = processCache.readUse()
  expect(use).toMatchObject({ name: 'test.small', maxBytes: MEGABYTE })
  expect(use?.bytes).toBeLessThanOrEqual(MEGABYTE)
  expect(use?.entries).toBeLessThan(MEGABYTE / (ENTRY_BYTES + 1000))
  expect(cache.get(`0 ${'x'.repeat(500)}`)).toBe(0)
  expect(cache.get(`5000 ${'x'.repeat(500)}`)).toBeUndefined()
})

test('control: one that is bounded by how many, or by its values alone, is filled by long keys', () => {
  const byCount = new LRUCache<string, number>({ max: 10_000 })
  const byValue = new LRUCache<string, number>({ maxSize: MEGABYTE, sizeCalculation: () => 8 })
  let bytes = 0
  for (let place = 0; place < 10_000; place += 1) {
    const key = `${place} ${'x'.repeat(500)}`
    byCount.set(key, place)
    byValue.set(key, place)
    bytes += key.length
  }
  expect([byCount.size, byValue.size]).toEqual([10_000, 10_000])
  expect(bytes).toBeGreaterThan(4 * MEGABYTE)
})

test('what is past its time is gone, and its bytes with it, without anybody asking for it', () => {
  const { clock, processCache } = open()
  const cache = processCache.cache<string>({
    name: 'test.short',
    maxBytes: MEGABYTE,
    ttlMs: 1000,
    sizeOf: (text) => text.length,
  })
  cache.set('a', 'one')
  cache.set('b', 'two', 5000)
  clock.advance(1001)
  processCache.purge()
  expect(processCache.readUse()).toMatchObject([{ entries: 1 }])
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'two'])
})

test('a name is one cache, and a thing is made once', () => {
  const { processCache } = open()
  const rule = { name: 'test.one', maxBytes: MEGABYTE }
  processCache.cache<number>(rule).set('a', 1)
  expect(processCache.cache<number>(rule).get('a')).toBe(1)
  expect([processCache.once('thing', () => 1), processCache.once('thing', () => 2)]).toEqual([1, 1])
})
