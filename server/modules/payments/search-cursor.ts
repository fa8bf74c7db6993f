/** The cursor by which what changed at an account is read, page by page. Pure. */
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import { addSeconds, isBefore } from '#server/shared/clock.ts'

/** The provider's search and its clock may lag this much, so each read begins this long before the cursor. */
export const OVERLAP_SECONDS = 300

/** The cursor after a page that was not the last: at its last payment, and always at least a second further. */
export function nextCursor(cursor: string, page: readonly ProviderPayment[]): string {
  const least = addSeconds(cursor, 1)
  const last = page.at(-1)
  const reached = last ? addSeconds(last.lastUpdatedAt, OVERLAP_SECONDS) : least
  return isBefore(reached, least) ? least : reached
}
