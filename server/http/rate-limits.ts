/**
 * Limits per device, account and target (behaviour.md §0), counted in each process. An address is limited 50 times
 * looser: mobile carriers and venues share them.
 */
import { LRUCache } from 'lru-cache'
import type { EndpointSpec, RateLimit } from '#contract/endpoint.ts'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import type { Clock } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { valueAt } from './access.ts'

const ADDRESS_FACTOR = 50
const REMEMBER_MANY = 200_000

export interface RateLimits {
  /** Counts one call; throws `too_many_requests` with the seconds to wait. */
  count(spec: EndpointSpec, origin: RequestOrigin, actor: Actor | null, input: object): void
}

export function createRateLimits(clock: Clock): RateLimits {
  const windows = new LRUCache<string, { startedMs: number; calls: number }>({ max: REMEMBER_MANY })

  const take = (key: string, limit: number, seconds: number) => {
    const now = clock.epochMs()
    let window = windows.get(key)
    if (!window || now - window.startedMs >= seconds * 1000) {
      window = { startedMs: now, calls: 0 }
      windows.set(key, window)
    }
    window.calls += 1
    if (window.calls > limit) {
      const retryAfterSeconds = Math.max(1, Math.ceil((window.startedMs + seconds * 1000 - now) / 1000))
      throw new Failure('too_many_requests', undefined, { retryAfterSeconds })
    }
  }

  return {
    count(spec, origin, actor, input) {
      const rule: RateLimit | undefined = spec.rate
      if (!rule) return
      const name = `${spec.method} ${spec.path}`
      take(`${name} ${subject(rule, origin, actor, input)}`, rule.limit, rule.seconds)
      take(`${name} ip ${origin.ip}`, rule.limit * ADDRESS_FACTOR, rule.seconds)
    },
  }
}

function subject(rule: RateLimit, origin: RequestOrigin, actor: Actor | null, input: object): string {
  if (rule.per === 'target' && rule.target) return `target ${String(valueAt(input, rule.target))}`
  if (rule.per === 'account' && actor) return `account ${actor.userId}`
  return `device ${origin.device}`
}
