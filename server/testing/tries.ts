/** How often a race or a generated test is tried. */
import { inject } from 'vitest'

/** `few` in `npm test`, which has minutes; `full` in `npm run prove`. */
export function tries<Tries>(few: Tries, full: Tries): Tries {
  return inject('isProof') ? full : few
}
