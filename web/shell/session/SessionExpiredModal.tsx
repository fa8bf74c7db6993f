import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { commonFailures } from '#contract/api/common-failures.ts'
import { paths } from '#contract/api/paths.ts'
import { onSessionEnd, type SessionExpiredDetail } from '#web/api/session-end.ts'
import { onSessionChange } from '#web/api/session.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { rememberRedirect } from './redirect-after-login.ts'

/** What an end of a session says of itself. */
function wordsOf(event: Event): { title: string; message: string } {
  const detail = event instanceof CustomEvent ? (event.detail as Partial<SessionExpiredDetail> | null) : null // dispatched by web/api/session-end.ts
  const title = detail?.title || 'Sesión Expirada'
  return { title, message: detail?.message || commonFailures.session_expired[1] }
}

/**
 * Opens on the window's `sessionExpired` (rule R3.4) and leads to `/login`, and back to where the person was. `first` is what was heard
 * before it was there.
 */
export function SessionExpiredModal({ first }: { first?: Event | undefined }) {
  const [shown, setShown] = useState(() =>
    first ? { isOpen: true, ...wordsOf(first) } : { isOpen: false, title: '', message: '' },
  )
  const close = () => setShown((now) => ({ ...now, isOpen: false }))
  const { pathname, search } = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    const unsubscribe = onSessionEnd((event) => {
      // The first reason stays: later calls fail only because the session is missing.
      setShown((now) => (now.isOpen ? now : { isOpen: true, ...wordsOf(event) }))
    })
    // A sign-in or sign-out in another tab makes the notice obsolete.
    const stop = onSessionChange(({ after, cause }) => {
      if (after || cause === 'left elsewhere') close()
    })
    return () => {
      unsubscribe()
      stop()
    }
  }, [])

  function signIn() {
    close()
    if (pathname !== paths.login()) rememberRedirect(pathname + search)
    void navigate(paths.login())
  }

  return (
    <Dialog
      open={shown.isOpen}
      onClose={close}
      title={shown.title}
      role="alertdialog"
      actions={
        <Button onClick={signIn} wide data-initial-focus>
          Iniciar Sesión
        </Button>
      }
    >
      <p className="text-humo">{shown.message}</p>
    </Dialog>
  )
}
