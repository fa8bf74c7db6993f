import { LifeBuoy, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { signOut } from '#web/api/sign-out.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

/** product.md §9, in milliseconds. */
const RELOAD_AFTER = 100

/** Says that somebody of support is acting as this person, and lets them stop. Hiding it lasts for the page. */
export function ImpersonationNotice() {
  const { pathname } = useLocation()
  const [hiddenOn, setHiddenOn] = useState<string | null>(null)
  const navigate = useNavigate()
  if (sessionStorage.getItem('isImpersonated') !== 'true' || hiddenOn === pathname) return null

  async function leave() {
    await signOut()
    await navigate(paths.godUsers())
    setTimeout(() => window.location.reload(), RELOAD_AFTER)
  }

  return (
    <aside
      aria-labelledby="support-session"
      className="fixed inset-x-4 bottom-[calc(var(--bottom-bar)+1rem)] z-40 mx-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-sol py-2 pr-2 pl-4 text-noche shadow-overlay"
    >
      <LifeBuoy aria-hidden="true" className="size-5 shrink-0" />
      <div className="min-w-40 flex-1">
        <h2 id="support-session" className="text-14 font-bold">
          Sesión de Soporte Técnico
        </h2>
        <p className="text-14">Estás actuando como {sessionStorage.getItem('impersonatedUserName') ?? 'Usuario'}</p>
      </div>
      <Button tone="paper" size="s" onClick={() => void leave()}>
        Salir de Impersonación
      </Button>
      <IconButton label="Ocultar el aviso en esta página" onClick={() => setHiddenOn(pathname)}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </aside>
  )
}
