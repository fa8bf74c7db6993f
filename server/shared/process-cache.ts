/**
 * What a process keeps in memory for itself. Whatever grows with what strangers send is a cache of this file, bounded in
 * bytes, keys and all: a caller cannot fill a process with requests that are new each time (threat 32). `/metrics` lists them.
 */
import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'

type Keepable = object | string | number | boolean

export interface CacheRule<Value> {
  /** Names it in `/metrics`: the module, a dot, what it keeps. */
  readonly name: string
  /** All of it, with keys and the overhead of each entry; the longest unused leave first. */
  readonly maxBytes: number
  /** How long an entry lives, unless `set` says otherwise; without it until it is forgotten or crowded out. */
  readonly ttlMs?: number
  /** Bytes of a value; a few numbers and short words are counted with the entry already. */
  readonly sizeOf?: (value: Value) => number
}

export interface Cache<Value> {
  get(key: string): Value | undefined
  /** What is larger than the whole cache is not kept. */
  set(key: string, value: Value, ttlMs?: number): void
  has(key: string): boolean
  delete(key: string): void
  entries(): Iterable<[string, Value]>
}

export interface CacheUse {
  readonly name: string
  readonly bytes: number
  readonly entries: number
  readonly maxBytes: number
}

export interface ProcessCache {
  /** The value kept under `key` for the life of the process; `make` runs once. */
  once<Value>(key: string, make: () => Value): Value
  /** The cache that `rule` names, made by the first who asks. */
  cache<Value extends Keepable>(rule: CacheRule<Value>): Cache<Value>
  /** What every cache holds now. */
  readUse(): readonly CacheUse[]
  /** Forgets whatever is past its time. Done by itself every ten seconds, so that a flood does not stay after its end. */
  purge(): void
  /** Ends the purging. */
  close(): void
}

/**
 * What an entry costs on top of its key and value: its places in the cache's lists and maps, the headers of its texts and a
 * small object. Measured at 180 to 250 bytes over a million entries; rounded up.
 */
export const ENTRY_BYTES = 300
const PURGE_EVERY_MS = 10_000

/** What one process keeps; each `App` has one. */
export function createProcessCache(clock: Clock): ProcessCache {
  const things = new Map<string, unknown>()
  const caches = new Map<string, OpenCache>()
  const purge = () => {
    for (const cache of caches.values()) cache.purge()
  }
  const purging = setInterval(purge, PURGE_EVERY_MS).unref()

  return {
    once(key, make) {
      if (!things.has(key)) things.set(key, make())
      return things.get(key) as ReturnType<typeof make> // each key is written in this line alone, by one caller with one type
    },
    cache<Value extends Keepable>(rule: CacheRule<Value>): Cache<Value> {
      const known = caches.get(rule.name)
      if (known) return known.cache as Cache<Value> // a name has one rule
      const opened = openCache(rule, clock)
      caches.set(rule.name, opened)
      return opened.cache
    },
    readUse: () => [...caches.values()].map((cache) => cache.readUse()),
    purge,
    close: () => clearInterval(purging),
  }
}

interface OpenCache<Value = unknown> {
  readonly cache: Cache<Value>
  readUse(): CacheUse
  purge(): void
}

function openCache<Value extends Keepable>(
  { name, maxBytes, ttlMs = 0, sizeOf = () => 0 }: CacheRule<Value>,
  clock: Clock,
): OpenCache<Value> {
  const kept = new LRUCache<string, Value>({
    maxSize: maxBytes,
    // Two bytes a character: whether a text has others than Latin ones is unknown.
    sizeCalculation: (value, key) => ENTRY_BYTES + 2 * key.length + sizeOf(value),
    ttl: ttlMs,
    perf: { now: () => clock.epochMs() },
    ttlResolution: 0,
  })
  return {
    cache: {
      get: (key) => kept.get(key),
      set: (key, value, ttl) => void kept.set(key, value, ttl === undefined ? {} : { ttl }),
      has: (key) => kept.has(key),
      delete: (key) => void kept.delete(key),
      entries: () => kept.entries(),
    },
    readUse: () => ({ name, maxBytes, bytes: kept.calculatedSize, entries: kept.size }),
    purge: () => void kept.purgeStale(),
  }
}
