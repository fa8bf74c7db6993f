/** One value that costs something to make, kept for a while. */
import type { Clock } from './clock.ts'

export interface Kept<Value> {
  /** The kept value, or the one that `make` gives; callers that come together share one making, and a failure is not kept. */
  get(make: () => Promise<Value>): Promise<Value>
  /** The next caller makes it anew. */
  forget(): void
}

export function createKept<Value>(clock: Clock, forMs: number): Kept<Value> {
  let kept: { readonly value: Promise<Value>; readonly untilMs: number } | null = null
  return {
    get(make) {
      if (kept && clock.epochMs() <= kept.untilMs) return kept.value
      const made = { value: make(), untilMs: clock.epochMs() + forMs }
      kept = made
      made.value.catch(() => {
        if (kept === made) kept = null
      })
      return made.value
    },
    forget() {
      kept = null
    },
  }
}
