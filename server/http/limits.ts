/** How often and from where endpoints may be called, as one thing for the server that answers them. */
import type { IncomingMessage } from 'node:http'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import type { Db } from '#server/context.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { ProcessCache } from '#server/shared/process-cache.ts'
import { createDelayLine, type DelayParts } from './delay-line.ts'
import { createRateLimits, type RateLimits } from './rate-limits.ts'
import { createRateWindows } from './rate-windows.ts'
import { shareRates, type SharedRates } from './share-rates.ts'

export interface Limits extends RateLimits, SharedRates {
  /** Makes a call wait for so long as its count says; see `DelayLine`. Ends early when the caller leaves. */
  hold(spec: EndpointSpec, origin: RequestOrigin, delayMs: number, request: IncomingMessage): Promise<void>
}

export interface LimitParts extends DelayParts {
  readonly clock: Clock
  readonly processCache: ProcessCache
  readonly db: Db
  readonly log: Logger
}

export function createLimits({ clock, processCache, db, log, ...delays }: LimitParts): Limits {
  const windows = createRateWindows(clock, processCache)
  const line = createDelayLine({ processCache, ...delays })
  return {
    ...createRateLimits(clock, windows),
    ...shareRates(db, windows, log),
    async hold({ rate }, origin, delayMs, { socket }) {
      const leaving = new AbortController()
      const leave = () => leaving.abort()
      socket.once('close', leave)
      try {
        await line.hold(origin, { delayMs, mayPass: rate?.per !== 'address', hasLeft: leaving.signal })
      } finally {
        socket.off('close', leave)
      }
    },
  }
}
