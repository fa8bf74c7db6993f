import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { failures } from '#contract/failures.ts'
import { paths } from '#contract/paths.ts'
import type { SessionExpiredDetail } from '#web/api/session-end.ts'
import { onSessionChange } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { rememberRedirect } from './redirect-after-login.ts'

/** Opens on the window's `sessionExpired` (product.md §4, §8) and leads to `/login`, and back to where the person was. */
export function SessionExpiredModal() {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState<{ title: string; message: string }>({
    title: 'Sesión Expirada',
    message: failures.session_expired[1],
  })
  const { pathname, search } = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    function hear(event: Event) {
      const detail = event instanceof CustomEvent ? (event.detail as Partial<SessionExpiredDetail> | null) : null // dispatched by web/api/session-end.ts
      setText({ title: detail?.title || 'Sesión Expirada', message: detail?.message || failures.session_expired[1] })
      setIsOpen(true)
    }
    window.addEventListener('sessionExpired', hear)
    // They signed in again, or out, in another tab: there is nothing to tell any more.
    const stop = onSessionChange(({ after, cause }) => {
      if (after || cause === 'left elsewhere') setIsOpen(false)
    })
    return () => {
      window.removeEventListener('sessionExpired', hear)
      stop()
    }
  }, [])

  function signIn() {
    setIsOpen(false)
    if (pathname !== paths.login()) rememberRedirect(pathname + search)
    void navigate(paths.login())
  }

  return (
    <Dialog
      open={isOpen}
      onClose={() => setIsOpen(false)}
      title={text.title}
      role="alertdialog"
      actions={
        <Button onClick={signIn} wide data-initial-focus>
          Iniciar Sesión
        </Button>
      }
    >
      <p className="text-humo">{text.message}</p>
    </Dialog>
  )
}
