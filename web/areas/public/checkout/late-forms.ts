/** Who buys: each kind of person needs its own half of the checkout's code. */
import { currentSession } from '#web/api/session.ts'
import { latePart } from '#web/lib/start/late-part.tsx'
import { firstGroup, forgetTyped } from './typed-before.ts'

export const guestForm = latePart(async () => (await import('./GuestForm.tsx')).GuestForm)
export const accountForm = latePart(async () => (await import('./AccountForm.tsx')).AccountForm)

/**
 * Brings the half of who is here, and waits for it where nothing stands in for it (`FirstFields`). What cannot be fetched now is
 * fetched again when it is drawn, and the screen says so.
 */
export async function fetchBuyerForm(): Promise<void> {
  const isSignedIn = currentSession() !== null
  // The account replaces what was typed.
  if (isSignedIn) forgetTyped()
  const form = (isSignedIn ? accountForm : guestForm).fetch().catch(() => undefined)
  if (isSignedIn || !firstGroup()) await form
}
