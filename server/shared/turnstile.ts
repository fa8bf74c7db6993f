/** Lets only so many through at once; the others wait in the order in which they came. */
import { Failure } from './failure.ts'

export interface Turnstile {
  /** Does `work` when a place is free. Throws Failure `busy` (Retry-After 2) when too many wait already, else what `work` throws. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Nobody is inside. */
  isEmpty(): boolean
}

export function createTurnstile({ places, maxWaiting }: { places: number; maxWaiting: number }): Turnstile {
  const waiting: (() => void)[] = []
  let inside = 0
  return {
    isEmpty: () => inside === 0,
    async run(work) {
      if (inside < places) inside += 1
      else {
        if (waiting.length >= maxWaiting) throw new Failure('busy', undefined, { retryAfterSeconds: 2 })
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      try {
        return await work()
      } finally {
        // Whoever waits takes this place over.
        const next = waiting.shift()
        if (next) next()
        else inside -= 1
      }
    },
  }
}
