/**
 * What a tab keeps of a person in `sessionStorage` (a choice of tickets, a door's last scans, where they were going): it is
 * theirs alone. Somebody else who signs in here, or signing out, erases it; a draft whose key carries its owner's id waits
 * for them.
 */
import { tryToKeep } from '#web/lib/open-storage.ts'

const OWNER = 'previa_tab_owner'
/** Of the tab or of its support session, and of no person. */
const OF_THE_TAB: readonly string[] = [OWNER, 'appBannerDismissed', 'previa_reloaded_at']
/** Rule R16.8: true while support acts as a person in this tab, and that person's name. */
export const IMPERSONATED = 'isImpersonated'
export const IMPERSONATED_NAME = 'impersonatedUserName'

/** Called with whoever is signed in: what the tab kept of somebody else goes. */
export function claimTab(userId: string): void {
  const owner = sessionStorage.getItem(OWNER)
  if (owner === userId) return
  if (owner !== null) erase([...OF_THE_TAB, IMPERSONATED, IMPERSONATED_NAME])
  tryToKeep(sessionStorage, OWNER, userId)
}

/** Called at sign-out. */
export function forgetTab(): void {
  erase(OF_THE_TAB)
  sessionStorage.removeItem(OWNER)
}

function erase(except: readonly string[]): void {
  const owner = sessionStorage.getItem(OWNER)
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '')
  for (const key of keys) {
    if (!except.includes(key) && !(owner !== null && key.includes(owner))) sessionStorage.removeItem(key)
  }
}

/** Whom support acts as in this tab; null when it does not. */
export function supportedName(): string | null {
  if (sessionStorage.getItem(IMPERSONATED) !== 'true') return null
  return sessionStorage.getItem(IMPERSONATED_NAME) ?? 'Usuario'
}

/** Says in this tab what another one knows: that support acts as `name`, or, with null, that nobody does. */
export function markSupport(name: string | null): void {
  if (name === null) {
    sessionStorage.removeItem(IMPERSONATED)
    sessionStorage.removeItem(IMPERSONATED_NAME)
  } else {
    tryToKeep(sessionStorage, IMPERSONATED, 'true')
    tryToKeep(sessionStorage, IMPERSONATED_NAME, name)
  }
}
