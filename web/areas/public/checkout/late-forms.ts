/** Who buys: each kind of person needs its own half of the checkout's code. */
import { currentSession } from '#web/api/session.ts'
import { loadPhoneInput } from '#web/features/phone/PhoneField.tsx'
import { latePart } from '#web/lib/start/late-part.tsx'
import { typedBefore } from './typed-before.ts'

export const guestForm = latePart(async () => (await import('./GuestForm.tsx')).GuestForm)
export const accountForm = latePart(async () => (await import('./AccountForm.tsx')).AccountForm)

/**
 * Brings the half of who is here, with the phone's own field where a phone is being typed. What cannot be fetched now is fetched again
 * when it is drawn, and the screen says so.
 */
export async function fetchBuyerForm(): Promise<void> {
  const form = (currentSession() ? accountForm : guestForm).fetch()
  const parts = typedBefore()?.held === 'phone' ? [form, loadPhoneInput()] : [form]
  await Promise.all(parts).catch(() => undefined)
}
