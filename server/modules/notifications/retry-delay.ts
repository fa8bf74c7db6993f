/** When a message that could not be handed over is tried again. */

/** Attempts at one message, the first included (rule R11.3). */
export const MAX_ATTEMPTS = 8

const FIRST_SECONDS = 10
const LONGEST_SECONDS = 6 * 3600

/** Seconds until the next attempt after `attempts` failed ones: 10 s, 40 s, 2 min 40 s, … up to 6 h; null when it was the last. */
export function retryDelay(attempts: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null
  return Math.min(FIRST_SECONDS * 4 ** (attempts - 1), LONGEST_SECONDS)
}
