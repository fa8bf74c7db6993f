/** One value that costs something to make, cached for a while. */
import type { Clock } from './clock.ts'

export interface CachedValue<Value> {
  /** The cached value, or the one that `make` gives; callers that come together share one making, and a failure is not cached. */
  get(make: () => Promise<Value>): Promise<Value>
  /** Drops the value; the next caller makes a new one. */
  forget(): void
}

export function createCachedValue<Value>(clock: Clock, forMs: number): CachedValue<Value> {
  let cached: { readonly value: Promise<Value>; readonly untilMs: number } | null = null
  return {
    get(make) {
      if (cached && clock.epochMs() <= cached.untilMs) return cached.value
      const made = { value: make(), untilMs: clock.epochMs() + forMs }
      cached = made
      made.value.catch(() => {
        if (cached === made) cached = null
      })
      return made.value
    },
    forget() {
      cached = null
    },
  }
}
