import { redirect, useNavigate } from 'react-router'
import type { LoginResponse } from '#contract/accounts/accounts.ts'
import { currentSession, signIn } from '#web/api/session.ts'
import { homeOf } from '#web/shell/layout/account-menu.ts'
import { takeRedirect } from '#web/shell/session/redirect-after-login.ts'

/** Begins the session and goes where the person was going, else to the place of their role. */
export function useEnter(): (answer: LoginResponse) => Promise<void> {
  const navigate = useNavigate()
  return async (answer) => {
    await signIn(answer)
    await navigate(takeRedirect() ?? homeOf(answer), { replace: true })
  }
}

/** Loader of the ways in: who is in already has nothing to do there. */
export function leaveIfSignedIn(): Response | null {
  const session = currentSession()
  return session ? redirect(takeRedirect() ?? homeOf(session.user)) : null
}
