/**
 * Public reads kept as finished bytes, so that a popular page costs no query, no serialisation and no compression. Only
 * answers that anybody may see enter here. The key is what was asked, never how it was spelled nor who asks: the address
 * in its one canonical spelling (`canonical-address.ts`), so that undeclared parameters reach neither memory nor database.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFailure } from '#server/shared/failure.ts'
import type { ProcessCache } from '#server/shared/process-cache.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '#server/shared/concurrency-limiter.ts'
import { writeFinished, type FinishedBytes } from './finished-bytes.ts'

/** What people look at in an hour fits many times. */
const MAX_BYTES = 64 * 1024 * 1024
/** Of one read: a new search is as cheap to invent as its query is expensive. */
const MISSES_IN_FLIGHT = 8
const MISSES_WAITING = 64

export interface ReadRule {
  /** Which read it is: its misses wait for one another. */
  readonly route: string
  readonly seconds: number
  /** Who asks: where misses wait, callers take turns, so that a caller who invents addresses does not block the others. */
  readonly from?: string
  /** Which answers are kept; all that do not say. */
  readonly keeps?: (answer: FinishedBytes) => boolean
}

export interface CachedReads {
  /**
   * The fresh bytes under a canonical address, made by `make` when there are none; equal reads that come together share one
   * making, and a failure is not kept. Throws Failure `busy` (Retry-After 2) when too many others of this read are being made.
   */
  get(address: string, rule: ReadRule, make: () => Promise<FinishedBytes>): Promise<FinishedBytes>
  /**
   * Answers a read whose address is canonical already, before the framework, which would cost twice as much as the answer
   * itself; false when no fresh bytes are kept under it.
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** `listener` hears of every such answer. */
  onAnswered(listener: (route: string, status: number, seconds: number) => void): void
}

export function createCachedReads(processCache: ProcessCache): CachedReads {
  const kept = processCache.cache<FinishedBytes>({
    name: 'http.reads',
    maxBytes: MAX_BYTES,
    sizeOf: ({ size }) => size,
  })
  /** Bounded by the limiters: what none of them takes in is gone at once. */
  const making = new Map<string, Promise<FinishedBytes>>()
  const limiters = new Map<string, ConcurrencyLimiter>()
  const listeners: ((route: string, status: number, seconds: number) => void)[] = []

  const limiterOf = (route: string): ConcurrencyLimiter => {
    const known = limiters.get(route)
    if (known) return known
    const made = createConcurrencyLimiter({ maxConcurrent: MISSES_IN_FLIGHT, maxWaiting: MISSES_WAITING })
    limiters.set(route, made)
    return made
  }

  return {
    answer(request, response) {
      const answer = request.method === 'GET' && request.url !== undefined ? kept.get(request.url) : undefined
      if (!answer) return false
      const startedMs = performance.now()
      writeFinished(request, response, answer)
      const seconds = (performance.now() - startedMs) / 1000
      for (const listener of listeners) listener(answer.route, response.statusCode, seconds)
      return true
    },
    onAnswered: (listener) => void listeners.push(listener),
    async get(address, { route, seconds, from = '', keeps = () => true }, make) {
      const fresh = kept.get(address)
      if (fresh) return fresh
      const inLine = () => limiterOf(route).run(async () => kept.get(address) ?? keep(await make()), { from })
      const keep = (answer: FinishedBytes) => {
        if (keeps(answer)) kept.set(address, answer, seconds * 1000)
        return answer
      }
      const running = making.get(address)
      if (running) {
        try {
          return await running
        } catch (error) {
          // The line refused the first caller, which says nothing about this one: it asks in its own name.
          if (isFailure(error, 'busy')) return inLine()
          throw error
        }
      }
      const made = inLine().finally(() => making.delete(address))
      making.set(address, made)
      return made
    },
  }
}
