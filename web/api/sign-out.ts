import { logout } from '#contract/accounts.ts'
import { call } from './call.ts'
import { queryClient } from './query.ts'
import { wipeSeenAnswers } from './seen-answers.ts'
import { currentSession, expireSession } from './session.ts'

/** Session keys of the support sessions (product.md §3). */
const SUPPORT_KEYS = ['isImpersonated', 'impersonatedUserName']

/**
 * Ends the session on purpose: erases it, what was read with it and the tickets kept for offline use from this browser, then tells the server. If
 * the server cannot be told, its side ends by itself within two hours.
 */
export async function signOut(): Promise<void> {
  const token = currentSession()?.token
  expireSession()
  for (const key of SUPPORT_KEYS) sessionStorage.removeItem(key)
  queryClient.clear()
  await wipeSeenAnswers()
  if (token === undefined) return
  try {
    await call(logout, {}, { token })
  } catch {
    // Signed out here already; there is nothing the person could do about it.
  }
}
