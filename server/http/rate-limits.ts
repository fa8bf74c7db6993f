/**
 * How often endpoints are called (rule R4.1): per device, account or target, refused beyond; per address 50 times
 * looser and never refused, because mobile carriers and venues share them: beyond it each call waits, longer and longer.
 * Counted in memory (`rate-windows`), summed over processes (`share-rates`).
 */
import type { EndpointSpec, RateLimit } from '#contract/api/endpoint.ts'
import { namesDevice, type Actor, type RequestOrigin } from '#server/shared/actor.ts'
import type { Clock } from '#server/shared/clock.ts'
import { sharedAddress } from '#server/shared/trusted-proxies.ts'
import { tryAgain } from '#server/shared/try-again.ts'
import { isInBody, valueAt } from './access.ts'
import { LONGEST_DELAY_MS } from './delay-line.ts'
import type { RateWindow, RateWindows } from './rate-windows.ts'

const ADDRESS_FACTOR = 50

export interface EndpointLimit {
  /**
   * Counts one call, before its body is read and anything is asked of the database; gives how many milliseconds it has to
   * wait because of its address, most times 0. Throws `too_many_requests` with until when. Not the target's limit: see
   * `countTarget`.
   */
  count(origin: RequestOrigin, actor: Actor | null): number
  /**
   * Counts one call against its target, once that is known and any object rule let the caller pass: else a stranger would use the
   * limit up, and learn by the refusal that the target exists. Throws as `count` does.
   */
  countTarget(input: object, actor: Actor | null): void
  /** Takes back what `count` counted under the address: the caller has shown who they are. */
  forgive(origin: RequestOrigin): void
}

export interface RateLimits {
  of(spec: EndpointSpec): EndpointLimit
}

const UNLIMITED: EndpointLimit = { count: () => 0, countTarget: () => {}, forgive: () => {} }

export function createRateLimits(clock: Clock, windows: RateWindows): RateLimits {
  const refuseOver = ({ calls, others, endsMs }: RateWindow, limit: number) => {
    if (calls + others <= limit) return
    throw tryAgain(clock, 'too_many_requests', Math.max(1, Math.ceil((endsMs - clock.epochMs()) / 1000)))
  }
  return {
    of({ method, path, rate }) {
      if (!rate) return UNLIMITED
      const { per, limit, seconds, target, isApartForSessions, countedAs } = rate
      const name = countedAs ?? `${method} ${path}`
      const addressKey = ({ ip }: RequestOrigin) => `address ${name} ${sharedAddress(ip)}`
      return {
        count(origin, actor) {
          if (per === 'account' && actor) {
            // The account is limited by itself, also where many others share its address.
            refuseOver(windows.add('account', `account ${name} ${actor.userId}`, seconds), limit)
            return 0
          }
          const isByAddress = per === 'address'
          // A caller without a device counts with the others at that address.
          if (!isByAddress && per !== 'target' && namesDevice(origin.device))
            refuseOver(windows.add('device', `device ${name} ${origin.device}`, seconds), limit)
          // Last, so that refused requests delay no other.
          const window = windows.add('address', addressKey(origin), seconds)
          return addressDelay(window, isByAddress ? limit : limit * ADDRESS_FACTOR)
        },
        countTarget(input, actor) {
          if (per !== 'target' || target === undefined) return
          const own = isApartForSessions && actor ? ` of ${actor.userId}` : ''
          refuseOver(windows.add('target', `target ${name} ${String(valueAt(input, target))}${own}`, seconds), limit)
        },
        forgive: (origin) => windows.forgive('address', addressKey(origin)),
      }
    },
  }
}

/** Grows from nothing at the limit to the longest at twice the limit. */
export function addressDelay({ calls, others }: Pick<RateWindow, 'calls' | 'others'>, limit: number): number {
  const over = calls + others - limit
  return over <= 0 ? 0 : Math.min(LONGEST_DELAY_MS, Math.ceil((over / limit) * LONGEST_DELAY_MS))
}

/** Where a limit's target is known: only once the body was read, or before. */
export function isTargetInBody({ per, target }: RateLimit): boolean {
  return per === 'target' && isInBody(target)
}
