/** Lets only so many through at once; the others wait, in fair turns. */
import { Failure } from './failure.ts'

export interface Waiter {
  /** Those who are known have a line of their own and go first, so that no crowd of strangers keeps them out. */
  readonly isKnown?: boolean
  /** Whose it is: an account, an address. Whoever comes often takes turns with the rest. */
  readonly from?: string
}

export interface Turnstile {
  /** Does `work` when a place is free. Throws Failure `busy` (Retry-After 2) when too many wait already, else what `work` throws. */
  run<Result>(work: () => Promise<Result>, waiter?: Waiter): Promise<Result>
  /** Nobody is inside. */
  isEmpty(): boolean
}

/** After so many known ones in a row somebody of the others goes in. */
const KNOWN_IN_A_ROW = 3

export interface TurnstileOptions {
  readonly places: number
  /** How many of them one `from` may have at a time; all, when it is not said. */
  readonly placesOfOne?: number
  /** In each of the two lines. */
  readonly maxWaiting: number
}

export function createTurnstile({ places, placesOfOne = places, maxWaiting }: TurnstileOptions): Turnstile {
  const known = createLine(maxWaiting)
  const others = createLine(maxWaiting)
  const insideOf = new Map<string, number>()
  const mayEnter = (from: string) => (insideOf.get(from) ?? 0) < placesOfOne
  let inside = 0
  let inARow = 0

  function next(): Waiting | undefined {
    const isOthersTurn = inARow >= KNOWN_IN_A_ROW
    const first = isOthersTurn ? undefined : known.shift(mayEnter)
    const other = first ? undefined : others.shift(mayEnter)
    inARow = other ? 0 : inARow + 1
    return first ?? other ?? known.shift(mayEnter)
  }

  function enter(from: string): void {
    inside += 1
    insideOf.set(from, (insideOf.get(from) ?? 0) + 1)
  }

  function leave(from: string): void {
    inside -= 1
    const left = (insideOf.get(from) ?? 1) - 1
    if (left > 0) insideOf.set(from, left)
    else insideOf.delete(from)
  }

  return {
    isEmpty: () => inside === 0,
    async run(work, { isKnown = false, from = '' } = {}) {
      if (inside < places && mayEnter(from)) enter(from)
      else {
        await new Promise<void>((resolve, refuse) =>
          (isKnown ? known : others).push({ from, enter: () => (enter(from), resolve()), refuse }),
        )
      }
      try {
        return await work()
      } finally {
        leave(from)
        next()?.enter()
      }
    },
  }
}

interface Waiting {
  readonly from: string
  readonly enter: () => void
  readonly refuse: (error: unknown) => void
}

/** One line, in which everybody's first stands before anybody's second. */
function createLine(maxWaiting: number) {
  // In the order of their turns.
  const queues = new Map<string, Waiting[]>()
  let size = 0

  /** Makes room for one of `from`: the last of whoever has most is refused, unless that is `from` itself. */
  function makeRoom(from: string): boolean {
    const own = queues.get(from)?.length ?? 0
    const [longest] = [...queues.values()].sort((a, b) => b.length - a.length)
    if (!longest || longest.length <= own + 1) return false
    longest.pop()?.refuse(full())
    size -= 1
    return true
  }

  return {
    push(waiting: Waiting): void {
      const { from } = waiting
      if (size >= maxWaiting && !makeRoom(from)) {
        waiting.refuse(full())
        return
      }
      const queue = queues.get(from)
      if (queue) queue.push(waiting)
      else queues.set(from, [waiting])
      size += 1
    },
    /** The first in turn of those that may enter. */
    shift(mayEnter: (from: string) => boolean): Waiting | undefined {
      const turn = queues.entries().find(([from]) => mayEnter(from))
      if (!turn) return undefined
      const [from, queue] = turn
      const waiting = queue.shift()
      // Its next turn comes after everybody else's.
      queues.delete(from)
      if (queue.length > 0) queues.set(from, queue)
      size -= 1
      return waiting
    },
  }
}

function full(): Failure {
  return new Failure('busy', undefined, { retryAfterSeconds: 2 })
}
