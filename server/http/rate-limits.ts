/**
 * Limits per device, account and target (behaviour.md §0), counted in each process. An address is limited 50 times
 * looser: mobile carriers and venues share them.
 */
import type { EndpointSpec, RateLimit } from '#contract/endpoint.ts'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import type { Clock } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import type { Memory } from '#server/shared/memory.ts'
import { valueAt } from './access.ts'

const ADDRESS_FACTOR = 50
/** Some 80,000 windows. */
const MAX_BYTES = 32 * 1024 * 1024

export interface RateLimits {
  /**
   * Counts one call, before anything is asked of the database; throws `too_many_requests` with the seconds to wait. A limit
   * per target that an object rule guards waits for `countTarget`: else a stranger would use it up, and learn by the
   * refusal that the target exists.
   */
  count(spec: EndpointSpec, origin: RequestOrigin, actor: Actor | null, input: object): void
  /** Counts a call that passed the object rule against the target's own limit; throws as `count` does. */
  countTarget(spec: EndpointSpec, input: object): void
}

export function createRateLimits(clock: Clock, memory: Memory): RateLimits {
  const windows = memory.cache<{ startedMs: number; calls: number }>({ name: 'http.rates', maxBytes: MAX_BYTES })

  const take = (key: string, limit: number, seconds: number) => {
    const now = clock.epochMs()
    let window = windows.get(key)
    if (!window || now - window.startedMs >= seconds * 1000) {
      window = { startedMs: now, calls: 0 }
      windows.set(key, window, seconds * 1000)
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
      const name = nameOf(spec)
      if (!hasGuardedTarget(spec)) take(`${name} ${subject(rule, origin, actor, input)}`, rule.limit, rule.seconds)
      take(`${name} ip ${origin.ip}`, rule.limit * ADDRESS_FACTOR, rule.seconds)
    },
    countTarget(spec, input) {
      const { rate } = spec
      if (rate && hasGuardedTarget(spec)) take(`${nameOf(spec)} ${target(rate, input)}`, rate.limit, rate.seconds)
    },
  }
}

function nameOf({ method, path }: EndpointSpec): string {
  return `${method} ${path}`
}

function hasGuardedTarget({ rate, access }: EndpointSpec): boolean {
  return rate?.per === 'target' && typeof access === 'object' && access.object !== undefined
}

function target(rule: RateLimit, input: object): string {
  return `target ${String(rule.target && valueAt(input, rule.target))}`
}

function subject(rule: RateLimit, origin: RequestOrigin, actor: Actor | null, input: object): string {
  if (rule.per === 'target' && rule.target) return target(rule, input)
  if (rule.per === 'account' && actor) return `account ${actor.userId}`
  return `device ${origin.device}`
}
