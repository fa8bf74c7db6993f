/** Calls counted in this process's memory, and what is known of those in the others. */
import type { Clock } from '#server/shared/clock.ts'
import type { Cache, ProcessCache } from '#server/shared/process-cache.ts'
import type { RateCount } from '#server/db/rate-counts.ts'

/** Whose calls are counted. Each kind has a memory of its own: devices are free to invent, and shall crowd out no address. */
export type RateKind = 'device' | 'account' | 'target' | 'address'
/** What is shared first: the costlier a kind is to invent, the sooner. */
const KINDS: readonly RateKind[] = ['address', 'account', 'target', 'device']

export interface RateWindow {
  /** Counted here. */
  calls: number
  /** Of those, how many were shared with the other processes. */
  sent: number
  /** Counted in other processes, as far as is known. */
  others: number
  endsMs: number
}

export interface RateWindows {
  /** Counts one call under a key that begins with its kind and a space; gives its window. */
  add(kind: RateKind, key: string, seconds: number): RateWindow
  /** Takes one call back from a window that is still open. */
  forgive(kind: RateKind, key: string): void
  /** Takes at most so many counts that are not shared yet, devices last; call `markShared` once they are. */
  takePending(most: number): { readonly counts: readonly RateCount[]; markShared(): void }
  /** Takes in sums over all processes; passes over kinds that another version counts. */
  learn(sums: readonly RateCount[]): void
}

/** Some 20,000 windows each. */
const MAX_BYTES = 8 * 1024 * 1024
/** Counts of shorter windows would arrive too late. */
const SHARED_FROM_SECONDS = 10
/** What was counted once is not shared: most of a flood of invented devices, and of what honest people do. */
const SHARED_FROM_CALLS = 2
const LONGEST_SHARED_KEY = 300
/** Of each kind. */
const MOST_PENDING = 10_000

export function createRateWindows(clock: Clock, processCache: ProcessCache): RateWindows {
  const cacheOf = (kind: RateKind): Cache<RateWindow> =>
    processCache.cache<RateWindow>({ name: `http.rates-${kind}`, maxBytes: MAX_BYTES })
  const windows: Readonly<Record<RateKind, Cache<RateWindow>>> = {
    device: cacheOf('device'),
    account: cacheOf('account'),
    target: cacheOf('target'),
    address: cacheOf('address'),
  }
  const changed: Readonly<Record<RateKind, Map<string, RateWindow>>> = {
    device: new Map(),
    account: new Map(),
    target: new Map(),
    address: new Map(),
  }

  const queueForOthers = (kind: RateKind, key: string, window: RateWindow) => {
    if (changed[kind].size < MOST_PENDING && key.length <= LONGEST_SHARED_KEY) changed[kind].set(key, window)
  }

  return {
    add(kind, key, seconds) {
      const now = clock.epochMs()
      let window = windows[kind].get(key)
      if (!window || window.endsMs <= now) {
        window = { calls: 0, sent: 0, others: 0, endsMs: now + seconds * 1000 }
        windows[kind].set(key, window, seconds * 1000)
      }
      window.calls += 1
      if (seconds >= SHARED_FROM_SECONDS && window.calls >= SHARED_FROM_CALLS) queueForOthers(kind, key, window)
      return window
    },
    forgive(kind, key) {
      const window = windows[kind].get(key)
      // One that began meanwhile never had it.
      if (!window || window.endsMs <= clock.epochMs() || window.calls === 0) return
      window.calls -= 1
      if (window.calls < window.sent) queueForOthers(kind, key, window)
    },
    takePending(most) {
      const now = clock.epochMs()
      const taken: [RateWindow, number][] = []
      const counts: RateCount[] = []
      for (const kind of KINDS) {
        for (const [key, window] of changed[kind]) {
          if (counts.length === most) break
          changed[kind].delete(key)
          if (window.endsMs <= now || window.calls === window.sent) continue
          counts.push({ key, calls: window.calls - window.sent, endsInMs: window.endsMs - now })
          taken.push([window, window.calls])
        }
      }
      return {
        counts,
        markShared: () => {
          for (const [window, calls] of taken) window.sent = calls
        },
      }
    },
    learn(sums) {
      const now = clock.epochMs()
      for (const { key, calls, endsInMs } of sums) {
        const kind = KINDS.find((each) => key.startsWith(`${each} `))
        if (!kind) continue
        const cache = windows[kind]
        const endsMs = now + endsInMs
        const window = cache.get(key)
        if (window && window.endsMs > now) {
          window.others = Math.max(0, calls - window.sent)
          window.endsMs = endsMs
        } else cache.set(key, { calls: 0, sent: 0, others: calls, endsMs }, endsInMs)
      }
    },
  }
}
