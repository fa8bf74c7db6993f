import { Sparkles, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { isSomethingUnsaved } from '#web/lib/unsaved.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { IconButton } from '#web/ui/base/IconButton.tsx'
import { newVersion } from '../device/service-worker.ts'

/** No question during a purchase or a scan. */
const BUSY = [paths.scanner(), paths.buyTicket('').split('?')[0] ?? '', '/payment-', '/pagar', '/entrada/']

const isBusy = (pathname: string) => BUSY.some((path) => pathname.startsWith(path))

/** An old tab reloads at the next screen, unless an action or input is pending. */
function useNewVersionOnTheWay(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (newVersion.isThere() && !isBusy(pathname) && !isSomethingUnsaved()) newVersion.start()
  }, [pathname])
}

/** Offers the version that was fetched meanwhile. */
export function VersionNotice() {
  const isThere = useSyncExternalStore(newVersion.subscribe, newVersion.isThere)
  const [isHidden, setIsHidden] = useState(false)
  const [isStarting, setIsStarting] = useState(false)
  const { pathname } = useLocation()
  useNewVersionOnTheWay(pathname)
  const isShown = isThere && !isHidden && !isBusy(pathname)
  return (
    <div role="status" className="max-w-full">
      {isShown && (
        <div className="flex animate-rise items-center gap-3 rounded-card border border-linea bg-mesa-2 py-2 pr-1 pl-4 shadow-overlay">
          <Sparkles className="size-5 shrink-0 text-celeste" />
          <p className="flex-1 text-14 font-semibold">Hay una versión nueva</p>
          <Button
            size="s"
            tone="secondary"
            busy={isStarting}
            onClick={() => {
              setIsStarting(true)
              newVersion.start()
            }}
          >
            Actualizar
          </Button>
          <IconButton label="Ahora no" onClick={() => setIsHidden(true)}>
            <X className="size-4" />
          </IconButton>
        </div>
      )}
    </div>
  )
}
