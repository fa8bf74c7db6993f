import { logout } from '#contract/accounts/accounts.ts'
import { call } from './call.ts'
import { queryClient } from './query.ts'
import { wipeSeenAnswers } from './seen-answers.ts'
import { currentSession, leaveSession } from './session.ts'

/**
 * Signs the person out: erases the session and what the tab and the phone stored of them, then informs
 * the server. If the server cannot be reached, its session expires within two hours.
 */
export async function signOut(): Promise<void> {
  const token = currentSession()?.token
  leaveSession()
  queryClient.clear()
  await wipeSeenAnswers()
  if (token === undefined) return
  try {
    await call(logout, {}, { token })
  } catch {
    // Signed out here already; there is nothing the person could do about it.
  }
}
