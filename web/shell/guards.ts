/** Who may open a screen, asked before its loader runs. The server decides again at every call. */
import { redirect, type MiddlewareFunction } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { WireRole } from '#contract/roles.ts'
import { currentSession } from '#web/api/session.ts'
import { rememberRedirect } from './redirect-after-login.ts'

/** Addresses that a guard let somebody into since the page was loaded. */
const admitted = new Set<string>()

/** Whether this address shows what is only for who is signed in. */
export function isPrivate(pathname: string): boolean {
  return admitted.has(pathname)
}

/** Sends whoever is not signed in to `/login`, and back afterwards. */
export const requireSession: MiddlewareFunction = ({ request }) => {
  if (!currentSession()) throw toSignIn(request)
  admitted.add(new URL(request.url).pathname)
}

/** As `requireSession`; who is signed in without any of `roles` gets the 403 screen. God admins pass everywhere. */
export function requireRole(...roles: readonly WireRole[]): MiddlewareFunction {
  return ({ request }) => {
    const session = currentSession()
    if (!session) throw toSignIn(request)
    const { user } = session
    if (user.godAdmin || user.roles.some((role) => roles.includes(role))) {
      admitted.add(new URL(request.url).pathname)
      return
    }
    throw new Response(null, { status: 403 })
  }
}

function toSignIn(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  rememberRedirect(pathname + search)
  return redirect(paths.login())
}
