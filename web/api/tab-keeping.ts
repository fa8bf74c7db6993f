/**
 * What a tab keeps of a person in `sessionStorage` (a choice of tickets, a door's last scans, where they were going): it is
 * theirs alone. Another person's sign-in erases it, except drafts (`draftKey`), which wait for their
 * owners; signing out erases those too.
 */
import { tryToStore } from '#web/lib/device/open-storage.ts'

const OWNER = 'previa_tab_owner'
/** Of the tab or of its support session, and of no person. */
const OF_THE_TAB: readonly string[] = [OWNER, 'appBannerDismissed', 'previa_reloaded_at']
/** Rule R16.8: true while support acts as a person in this tab, and that person's name. */
export const IMPERSONATED = 'isImpersonated'
export const IMPERSONATED_NAME = 'impersonatedUserName'

const DRAFT = 'borrador:'
/** The owner of a signed-out visitor's draft. */
export const VISITOR = 'visitante'

/** Where a tab, or the browser, keeps what `owner` types in a form and has not sent. */
export function draftKey(owner: string, name: string): string {
  return `${DRAFT}${owner}:${name}`
}

function isOfAPerson(key: string): boolean {
  return key.startsWith(DRAFT) && !key.startsWith(draftKey(VISITOR, ''))
}

/** Called with the signed-in person; erases what the tab kept of another person. */
export function claimTab(userId: string): void {
  const owner = sessionStorage.getItem(OWNER)
  if (owner === userId) return
  const isKept = (key: string) => [...OF_THE_TAB, IMPERSONATED, IMPERSONATED_NAME].includes(key) || isOfAPerson(key)
  if (owner !== null) erase(isKept)
  tryToStore(sessionStorage, OWNER, userId)
}

/** Called at sign-out. */
export function forgetTab(): void {
  erase((key) => OF_THE_TAB.includes(key))
  // Drafts that outlive their tab are the only ones outside it.
  erase((key) => !key.startsWith(DRAFT), localStorage)
  sessionStorage.removeItem(OWNER)
}

function erase(isKept: (key: string) => boolean, area: Storage = sessionStorage): void {
  const keys = Array.from({ length: area.length }, (_, index) => area.key(index) ?? '')
  for (const key of keys) {
    if (!isKept(key)) area.removeItem(key)
  }
}

/** Whom support acts as in this tab; null when it does not. */
export function supportedName(): string | null {
  if (sessionStorage.getItem(IMPERSONATED) !== 'true') return null
  return sessionStorage.getItem(IMPERSONATED_NAME) ?? 'Usuario'
}

/** Copies the impersonation state of another tab: support acts as `name`, or null. */
export function markSupport(name: string | null): void {
  if (name === null) {
    sessionStorage.removeItem(IMPERSONATED)
    sessionStorage.removeItem(IMPERSONATED_NAME)
  } else {
    tryToStore(sessionStorage, IMPERSONATED, 'true')
    tryToStore(sessionStorage, IMPERSONATED_NAME, name)
  }
}
