/**
 * The phone that was signed in with on this device last: who comes back after the session ended types a password alone. Like what was seen
 * offline it outlives the session, and signing out erases it (rule R5.18). Never an administrator's, nor in a support session.
 */
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { tryToStore } from '#web/lib/device/open-storage.ts'

const KEY = 'previa_phone'
const PHONE = /^\+[1-9]\d{6,14}$/

export function lastPhone(): string | null {
  const kept = localStorage.getItem(KEY)
  return kept !== null && PHONE.test(kept) ? kept : null
}

export function keepPhone({ phone, roles }: Pick<SessionUser, 'phone' | 'roles'>): void {
  if (phone === null || roles.includes('admin') || roles.includes('GOD_ADMIN')) forgetPhone()
  else tryToStore(localStorage, KEY, phone)
}

export function forgetPhone(): void {
  localStorage.removeItem(KEY)
}
