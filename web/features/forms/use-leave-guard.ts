import { useEffect, useLayoutEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { currentSession } from '#web/api/session.ts'

export interface LeaveGuard {
  /** The person is about to leave; answer with `stay` or `leave`. */
  isAsking: boolean
  stay: () => void
  leave: () => void
}

/**
 * Asks before unsaved work is left: within the app by our dialog, on closing the tab by the browser's. Going to an address of
 * `staysOn` is not leaving.
 */
export function useLeaveGuard(isUnsaved: () => boolean, staysOn?: (pathname: string) => boolean): LeaveGuard {
  const latest = useRef(isUnsaved)
  useEffect(() => {
    latest.current = isUnsaved
  })
  // The router forgets its question a moment after the screen is gone: until then it would hold up what leads on from the next one.
  const isHere = useRef(false)
  useLayoutEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isHere.current &&
      isUnsaved() &&
      currentLocation.pathname !== nextLocation.pathname &&
      !staysOn?.(nextLocation.pathname) &&
      // Signing in again is not leaving: the draft waits.
      currentSession() !== null,
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}
