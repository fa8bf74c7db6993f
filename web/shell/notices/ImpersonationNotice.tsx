import { LifeBuoy, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { useSession } from '#web/api/session.ts'
import { signOut } from '#web/api/sign-out.ts'
import { supportedName } from '#web/api/tab-keeping.ts'
import { inTime } from '#web/lib/clock.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { IconButton } from '#web/ui/base/IconButton.tsx'

/** Rule R16.8, in milliseconds. */
const RELOAD_AFTER = 100
/** How long the server may take to end its side before the page goes on; it would end by itself too. */
const PATIENCE = 3000

/** Shows that support is acting as this person, with a button to stop. Hiding it lasts until a reload. */
export function ImpersonationNotice() {
  const { pathname } = useLocation()
  const [hiddenOn, setHiddenOn] = useState<string | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const navigate = useNavigate()
  // Drawn again when a support session begins or ends, in this tab or another.
  useSession()
  const name = supportedName()
  if ((name === null && !isLeaving) || hiddenOn === pathname) return null

  async function leave() {
    setIsLeaving(true)
    await inTime(signOut(), PATIENCE).catch(() => undefined)
    await navigate(paths.godUsers())
    setTimeout(() => window.location.reload(), RELOAD_AFTER)
  }

  return (
    <aside
      aria-labelledby="support-session"
      className="flex w-full max-w-xl flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-transparent bg-sol py-2 pr-2 pl-4 text-noche shadow-overlay"
    >
      <LifeBuoy className="size-5 shrink-0" />
      <div className="min-w-40 flex-1">
        <h2 id="support-session" className="text-14 font-bold">
          Sesión de Soporte Técnico
        </h2>
        {name !== null && <p className="text-14">Estás actuando como {name}</p>}
      </div>
      <Button
        tone="paper"
        size="s"
        className="max-sm:order-last max-sm:mr-2 max-sm:w-full"
        busy={isLeaving}
        onClick={() => void leave()}
      >
        Salir de Impersonación
      </Button>
      <IconButton label="Ocultar el aviso en esta página" onClick={() => setHiddenOn(pathname)}>
        <X className="size-5" />
      </IconButton>
    </aside>
  )
}
