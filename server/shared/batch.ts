/**
 * The only batcher. Under load, what arrives while one batch is under way forms the next: no timer, so a lone item never
 * waits and a full house pays one round trip for a hundred (bench/README.md, P1). Session look-ups, orders and scans use it.
 * Work that no caller waits for may gather for a moment instead.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from './failure.ts'

export interface BatchOptions<Item, Result> {
  /** Does one batch and answers in the same order; an Error among the results refuses that item alone. */
  readonly run: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>
  readonly maxSize: number
  /** Items waiting beyond this number are refused with `busy`. */
  readonly maxQueue: number
  /** A greater size for when that many items wait. */
  readonly whenDeep?: { readonly queued: number; readonly maxSize: number }
  /** So long a batch that is not full waits for more: what trickles in would else go by ones. */
  readonly gatherMs?: number
  /** Two items that share a key are never in one batch; the later one keeps its turn among those with its keys. */
  readonly keysOf?: (item: Item) => readonly string[]
  /**
   * Whether the items of a batch that threw are tried again one by one, so that one bad item does not fail its
   * neighbours; once one has failed alone (`inARow`: how many did, one after the other; 0 for a batch), those after it are
   * one batch again. `run` must then be idempotent: the failed batch may have been committed. Say no for a lost database, or
   * each item waits for its own timeout.
   */
  readonly retryAlone?: boolean | ((error: unknown, inARow: number) => boolean)
}

export interface Batcher<Item, Result> {
  /** Gives the item's own result. Throws Failure `busy` (Retry-After 1) when the queue is full or closed, else what `run` gave or threw for it. */
  add(item: Item): Promise<Result>
  /** Items that wait, without those of the batch under way. */
  waiting(): number
  /** Takes nothing more and resolves when everything accepted has been answered. */
  close(): Promise<void>
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly keys: readonly string[]
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

type Settle = () => void

const NO_KEYS: readonly string[] = []

/** Makes a batcher with one batch in flight; results and order as `BatchOptions` says. */
export function createBatcher<Item, Result>(options: BatchOptions<Item, Result>): Batcher<Item, Result> {
  let queue: Waiting<Item, Result>[] = []
  let draining: Promise<void> | undefined
  let isClosed = false
  let full: AbortController | undefined

  /** Until the batch is full, or nothing more may come, or its time is over. */
  async function gather(): Promise<void> {
    if (!options.gatherMs || isClosed || queue.length >= options.maxSize) return
    full = new AbortController()
    await wait(options.gatherMs, undefined, { signal: full.signal }).catch(() => {})
    full = undefined
  }

  /** Takes the next batch out of the queue: arrival order, skipping items whose key is already in it or waits before them. */
  function takeBatch(): Waiting<Item, Result>[] {
    const { whenDeep } = options
    const size = whenDeep && queue.length >= whenDeep.queued ? whenDeep.maxSize : options.maxSize
    if (!options.keysOf) return queue.splice(0, size)
    const batch: Waiting<Item, Result>[] = []
    const left: Waiting<Item, Result>[] = []
    const taken = new Set<string>()
    for (const [place, waiting] of queue.entries()) {
      if (batch.length === size) {
        left.push(...queue.slice(place))
        break
      }
      const isFree = waiting.keys.every((key) => !taken.has(key))
      // A skipped item reserves its keys too, or a later one would overtake it.
      for (const key of waiting.keys) taken.add(key)
      ;(isFree ? batch : left).push(waiting)
    }
    queue = left
    return batch
  }

  function settle(batch: readonly Waiting<Item, Result>[], results: readonly (Result | Error)[]): void {
    for (const [place, waiting] of batch.entries()) {
      const result = results[place]
      if (result instanceof Error) waiting.reject(result)
      // The length was checked: an absent result can only be one whose type includes undefined.
      else waiting.resolve(result as Result)
    }
  }

  /** Runs a batch; the returned function settles its callers. */
  async function runBatch(batch: readonly Waiting<Item, Result>[]): Promise<Settle> {
    const results = await options.run(batch.map((waiting) => waiting.item))
    if (results.length !== batch.length) {
      throw new Error(`A batch of ${batch.length} gave ${results.length} results`)
    }
    return () => settle(batch, results)
  }

  function mayRetryAlone(error: unknown, inARow: number): boolean {
    const { retryAlone = false } = options
    return typeof retryAlone === 'function' ? retryAlone(error, inARow) : retryAlone
  }

  async function runOrRetry(batch: readonly Waiting<Item, Result>[]): Promise<Settle> {
    try {
      return await runBatch(batch)
    } catch (error) {
      if (batch.length === 1 || !mayRetryAlone(error, 0)) return () => refuse(batch, error)
    }
    await retryAlone(batch)
    return () => {}
  }

  async function retryAlone(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    let left = batch
    let inARow = 0
    for (let [first] = left; first; [first] = left) {
      left = left.slice(1)
      const failed = await tryNow([first])
      if (!failed) {
        inARow = 0
        continue
      }
      inARow += 1
      first.reject(failed.error)
      // Once a try says that more of them are pointless, the rest is refused at once with the same error.
      if (!mayRetryAlone(failed.error, inARow)) return refuse(left, failed.error)
      // The one that failed is out: the others need not go one by one.
      const again = left.length > 1 ? await tryNow(left) : undefined
      if (left.length > 1 && !again) return
      if (again && !mayRetryAlone(again.error, 0)) return refuse(left, again.error)
    }
  }

  /** Does a batch and settles its callers at once, or gives what it threw and settles none. */
  async function tryNow(batch: readonly Waiting<Item, Result>[]): Promise<{ readonly error: unknown } | undefined> {
    try {
      const settleAll = await runBatch(batch)
      settleAll()
      return undefined
    } catch (error) {
      return { error }
    }
  }

  function refuse(batch: readonly Waiting<Item, Result>[], error: unknown): void {
    for (const waiting of batch) waiting.reject(error)
  }

  async function drain(): Promise<void> {
    // What is added in the same turn belongs to the first batch.
    await Promise.resolve()
    let unsettled: Settle | undefined
    const settleNow = () => {
      unsettled?.()
      unsettled = undefined
    }
    while (queue.length > 0) {
      await gather()
      const running = runOrRetry(takeBatch())
      // Callers of the previous batch continue once this one is under way: the database works meanwhile.
      setImmediate(settleNow)
      const settleAll = await running
      settleNow()
      unsettled = settleAll
    }
    settleNow()
    draining = undefined
  }

  return {
    add(item) {
      if (isClosed || queue.length >= options.maxQueue) {
        return Promise.reject(new Failure('busy', undefined, { retryAfterSeconds: 1 }))
      }
      const answer = new Promise<Result>((resolve, reject) => {
        queue.push({ item, keys: options.keysOf?.(item) ?? NO_KEYS, resolve, reject })
      })
      if (queue.length >= options.maxSize) full?.abort()
      draining ??= drain()
      return answer
    },
    waiting: () => queue.length,
    async close() {
      isClosed = true
      full?.abort()
      await draining
    },
  }
}
