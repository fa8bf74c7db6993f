/** Limits say until when they hold. */
import type { FailureCode } from '#contract/api/failures.ts'
import { addSeconds, type Clock } from './clock.ts'
import { Failure } from './failure.ts'

/**
 * The refusal of one try too many, with the seconds to wait (also as `Retry-After`) and the instant from which it may be tried
 * again: of a limit of a day people want to know the hour, not to «wait a moment» (rule R3.3).
 */
export function tryAgain(clock: Clock, code: FailureCode, waitSeconds: number): Failure {
  const details = { waitSeconds, until: addSeconds(clock.now(), waitSeconds) }
  return new Failure(code, details, { retryAfterSeconds: waitSeconds })
}
