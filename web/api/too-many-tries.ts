import { waitingTime } from '#web/lib/waiting-time.ts'
import type { ApiFailure } from './api-failure.ts'

/** What a 429 says: when to try again if the server told, its own words if not. */
export function tooManyTries({ retryAfter, message }: ApiFailure, what = 'Hiciste demasiados intentos'): string {
  return retryAfter === undefined ? message : `${what}. Probá de nuevo en ${waitingTime(retryAfter)}.`
}
