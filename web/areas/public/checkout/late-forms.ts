/** Who buys: each kind of person needs its own half of the checkout's code. */
import { currentSession } from '#web/api/session.ts'
import { latePart } from '#web/lib/start/late-part.tsx'

export const guestForm = latePart(async () => (await import('./GuestForm.tsx')).GuestForm)
export const accountForm = latePart(async () => (await import('./AccountForm.tsx')).AccountForm)

/** Brings the half of who is here. What cannot be fetched now is fetched again when it is drawn, and the screen says so. */
export async function fetchBuyerForm(): Promise<void> {
  await (currentSession() ? accountForm : guestForm).fetch().catch(() => undefined)
}
