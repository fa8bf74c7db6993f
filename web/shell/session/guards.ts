/** Who may open a screen, asked before its loader runs. The server decides again at every call. */
import { redirect, type MiddlewareFunction } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import type { Admitted, Who } from '#contract/api/areas.ts'
import { currentSession } from '#web/api/session.ts'
import { mayEnter } from './screen-access.ts'
import { rememberRedirect } from './redirect-after-login.ts'

/** Addresses that a guard has let through since the page load. */
const admittedTo = new Set<string>()

/** Whether this address shows what is only for who is signed in. */
export function isPrivate(pathname: string): boolean {
  return admittedTo.has(pathname)
}

/** Sends signed-out visitors to `/login`, and back afterwards. */
export const requireSession: MiddlewareFunction = ({ request }) => {
  if (!currentSession()) throw toSignIn(request)
  admittedTo.add(new URL(request.url).pathname)
}

/**
 * As `requireSession`; who is signed in and not admitted gets the 403 screen, and stays signed in. What this browser knows of a
 * person may be old: the server is asked once before anybody is refused. While a request to organize waits, its state is shown.
 */
export function requireRole(...admitted: readonly Admitted[]): MiddlewareFunction {
  return async ({ request }) => {
    const known = currentSession()
    if (known && !mayEnter(known.user, admitted)) await askWhoThisIs()
    const session = currentSession()
    if (!session) throw toSignIn(request)
    const { user } = session
    if (!mayEnter(user, admitted)) {
      const hasAsked = user.requestStatus !== 'none' && user.requestStatus !== 'approved'
      if (hasAsked && admitted.includes('ORGANIZATOR')) throw redirect(paths.organizerRequest())
      throw new Response(null, { status: 403 })
    }
    admittedTo.add(new URL(request.url).pathname)
  }
}

/** Fetched for the few who are refused. Where it cannot come, or no answer does, what is known decides. */
async function askWhoThisIs(): Promise<void> {
  const asking = await import('#web/features/profile/cache-user.ts').catch(() => null)
  await asking?.askWhoThisIs()
}

/** What a screen, or an area of them, asks of who comes. */
export function guard(who: Who | undefined): MiddlewareFunction[] {
  if (who === undefined) return []
  return [who === 'signedIn' ? requireSession : requireRole(...who)]
}

function toSignIn(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  rememberRedirect(pathname + search)
  return redirect(paths.login())
}
