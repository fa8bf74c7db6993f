/** How often a race or a generated test is tried. */
import { inject } from 'vitest'

/** `few` in `npm test`, which has minutes; `full` in `npm run prove`. */
export function tries<Count>(few: Count, full: Count): Count {
  return inject('isProof') ? full : few
}
