/** Limits how many calls run at once. The others wait, in fair turns. */
import { CROWDED, Failure } from './failure.ts'
import { sharedAddress } from './trusted-proxies.ts'

export interface Waiter {
  /** Those who are known have a line of their own and go first, so that no crowd of strangers keeps them out. */
  readonly isKnown?: boolean
  /** Whose it is: an account, an address (an IPv6 one counts as its /64). A frequent caller takes turns with the others. */
  readonly from?: string
}

export interface ConcurrencyLimiter {
  /** Does `work` when a place is free. Throws Failure `busy` (Retry-After 2) when too many wait already or it waited too long, else what `work` throws. */
  run<Result>(work: () => Promise<Result>, waiter?: Waiter): Promise<Result>
  /** No call is running. */
  isEmpty(): boolean
  /** In both lines. */
  waiting(): number
}

/** After so many known callers in a row, one of the others goes in. */
const KNOWN_IN_A_ROW = 3

export interface ConcurrencyLimiterOptions {
  readonly maxConcurrent: number
  /** How many of them one `from` may have at a time; all, when it is not said. A second one only while no caller waits for a first. */
  readonly maxConcurrentOfOne?: number
  /** How many of them those have together who are not known; all, when it is not said. */
  readonly maxConcurrentOfOthers?: number
  /** In each of the two lines. */
  readonly maxWaiting: number
  /** What `busy` says; of people who use Previa, when it is not said. */
  readonly busyText?: string
  /** A call that has waited so long is refused; none is, when it is not said. */
  readonly longestWaitMs?: number
}

export function createConcurrencyLimiter({
  maxConcurrent,
  maxConcurrentOfOne = maxConcurrent,
  maxConcurrentOfOthers = maxConcurrent,
  maxWaiting,
  longestWaitMs,
  busyText = CROWDED,
}: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const known = createLine(maxWaiting, busyText)
  const others = createLine(maxWaiting, busyText)
  const insideOf = new Map<string, number>()
  let inside = 0
  let othersInside = 0
  let inARow = 0

  const hasNone = (from: string) => !insideOf.has(from)
  const mayEnter = (from: string) => (insideOf.get(from) ?? 0) < maxConcurrentOfOne
  const none = () => false

  function next(): Waiting | undefined {
    const isOthersTurn = inARow >= KNOWN_IN_A_ROW
    const isOpen = othersInside < maxConcurrentOfOthers
    // Every caller's first before any caller's second.
    for (const may of [hasNone, mayEnter]) {
      const first = isOthersTurn ? undefined : known.shift(may)
      const other = first ? undefined : others.shift(isOpen ? may : none)
      const next = first ?? other ?? known.shift(may)
      if (!next) continue
      inARow = other ? 0 : inARow + 1
      return next
    }
    return undefined
  }

  function enter(from: string, isKnown: boolean): void {
    inside += 1
    if (!isKnown) othersInside += 1
    insideOf.set(from, (insideOf.get(from) ?? 0) + 1)
  }

  function leave(from: string, isKnown: boolean): void {
    inside -= 1
    if (!isKnown) othersInside -= 1
    const left = (insideOf.get(from) ?? 1) - 1
    if (left > 0) insideOf.set(from, left)
    else insideOf.delete(from)
  }

  return {
    isEmpty: () => inside === 0,
    waiting: () => known.size() + others.size(),
    async run(work, { isKnown = false, from: who = '' } = {}) {
      const from = sharedAddress(who)
      if (inside < maxConcurrent && mayEnter(from) && (isKnown || othersInside < maxConcurrentOfOthers))
        enter(from, isKnown)
      else {
        const line = isKnown ? known : others
        await new Promise<void>((resolve, refuse) => {
          const waiting: Waiting = { from, enter: () => (enter(from, isKnown), resolve()), refuse }
          if (line.push(waiting) && longestWaitMs !== undefined)
            waiting.patience = setTimeout(() => line.giveUp(waiting), longestWaitMs)
        })
      }
      try {
        return await work()
      } finally {
        leave(from, isKnown)
        next()?.enter()
      }
    },
  }
}

interface Waiting {
  readonly from: string
  readonly enter: () => void
  readonly refuse: (error: unknown) => void
  /** Ends its waiting. */
  patience?: NodeJS.Timeout
}

/** One queue, in which every caller's first comes before any caller's second. */
function createLine(maxWaiting: number, busyText: string) {
  // In the order of their turns.
  const queues = new Map<string, Waiting[]>()
  let size = 0

  function refuse(waiting: Waiting | undefined): void {
    clearTimeout(waiting?.patience)
    waiting?.refuse(new Failure('busy', undefined, { retryAfterSeconds: 2, message: busyText }))
  }

  /**
   * Makes room for one of `from`: the last call of the source that has most is refused, unless that is `from` itself. Where everybody has
   * one, chance says whose: an attacker who fills the line from many addresses must go on coming, and may lose each time.
   */
  function makeRoom(from: string): boolean {
    const own = queues.get(from)?.length ?? 0
    const most = Math.max(0, ...[...queues.values()].map(({ length }) => length))
    if (own > 0 ? most <= own + 1 : most === 0) return false
    const longest = [...queues].filter(([, { length }]) => length === most)
    const [whose, queue] = longest[Math.floor(Math.random() * longest.length)] ?? []
    if (whose === undefined || !queue) return false
    refuse(queue.pop())
    if (queue.length === 0) queues.delete(whose)
    size -= 1
    return true
  }

  return {
    size: () => size,
    /** Whether it is taken in; else it is refused. */
    push(waiting: Waiting): boolean {
      const { from } = waiting
      if (size >= maxWaiting && !makeRoom(from)) {
        refuse(waiting)
        return false
      }
      const queue = queues.get(from)
      if (queue) queue.push(waiting)
      else queues.set(from, [waiting])
      size += 1
      return true
    },
    giveUp(waiting: Waiting): void {
      const left = queues.get(waiting.from)?.filter((each) => each !== waiting) ?? []
      if (left.length > 0) queues.set(waiting.from, left)
      else queues.delete(waiting.from)
      size -= 1
      refuse(waiting)
    },
    /** The first in turn of those that may enter. */
    shift(mayEnter: (from: string) => boolean): Waiting | undefined {
      const turn = queues.entries().find(([from]) => mayEnter(from))
      if (!turn) return undefined
      const [from, queue] = turn
      const waiting = queue.shift()
      clearTimeout(waiting?.patience)
      // Its next turn comes after all others'.
      queues.delete(from)
      if (queue.length > 0) queues.set(from, queue)
      size -= 1
      return waiting
    },
  }
}
