import { Smartphone, X } from 'lucide-react'
import { useState } from 'react'
import { brand } from '#contract/brand.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { appStoreFor } from './app-store.ts'

const KEY = 'appBannerDismissed'

/** Offers the app on phones until it is closed, once a session (product.md §2). It floats: the page under it does not move. */
export function AppBanner() {
  const [isDismissed, setIsDismissed] = useState(() => sessionStorage.getItem(KEY) === 'true')
  const store = appStoreFor(navigator.userAgent)
  if (!store || isDismissed) return null

  function dismiss() {
    sessionStorage.setItem(KEY, 'true')
    setIsDismissed(true)
  }

  return (
    <aside
      aria-label="App móvil"
      className="fixed inset-x-3 bottom-[calc(var(--bottom-bar)+0.75rem)] z-20 mx-auto flex max-w-lg animate-rise items-center gap-3 rounded-card border border-linea bg-mesa-2 py-2 pr-1 pl-4 shadow-overlay"
    >
      <Smartphone aria-hidden="true" className="size-6 shrink-0 text-celeste" />
      <p className="flex-1 text-14">Descargá {brand.name} y Accedé en la app para conocer más!</p>
      <LinkButton
        href={store.url}
        target="_blank"
        rel="noopener"
        tone="secondary"
        size="s"
        aria-label={`Abrir en ${store.name} (pestaña nueva)`}
      >
        Abrir
      </LinkButton>
      <IconButton label="Cerrar" onClick={dismiss}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </aside>
  )
}
