import { useEffect } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { announceSessionEnd } from '#web/api/session-end.ts'
import { onSessionChange, type SessionChange } from '#web/api/session.ts'
import { alert } from '../notices/alert.ts'
import { isPrivate } from './guards.ts'

/**
 * Brings this tab to where its session is: after a sign-out in another tab nothing private stays on screen, a session that
 * ran out is reported where it is needed, a sign-in in another tab is adopted. (`main.tsx` reloads for another person.)
 */
export function useFollowedSession(): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    function follow({ before, after, cause }: SessionChange) {
      if (cause === 'left elsewhere') {
        alert.info('Tu sesión', 'Cerraste tu sesión en otra pestaña.', { autoClose: true })
        if (isPrivate(pathname)) void navigate(paths.login(), { replace: true })
        else void revalidate()
      } else if (!after && (cause === 'time' || cause === 'elsewhere')) {
        // The door uses its device's lease, and needs no session notice.
        if (isPrivate(pathname) && pathname !== paths.scanner()) announceSessionEnd({ status: 401 })
      } else if (after && !before && cause === 'elsewhere') {
        void revalidate()
      }
    }
    return onSessionChange(follow)
  }, [pathname, navigate, revalidate])
}
