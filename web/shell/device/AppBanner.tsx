import { Smartphone, X } from 'lucide-react'
import { useState } from 'react'
import { brand } from '#contract/platform/brand.ts'
import { tryToStore } from '#web/lib/device/open-storage.ts'
import { IconButton } from '#web/ui/base/IconButton.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { appStoreFor } from './app-store.ts'

const KEY = 'appBannerDismissed'

/** Offers the app on phones until it is closed, once a session (rule R16.9): in the flow of the pages that list events. */
export function AppBanner() {
  const [isDismissed, setIsDismissed] = useState(() => sessionStorage.getItem(KEY) === 'true')
  const store = appStoreFor(navigator.userAgent)
  if (!store || isDismissed) return null

  function dismiss() {
    tryToStore(sessionStorage, KEY, 'true')
    setIsDismissed(true)
  }

  return (
    <aside
      aria-label="App móvil"
      className="mx-auto mt-10 flex max-w-lg items-center gap-3 rounded-card border border-linea bg-mesa-2 py-2 pr-1 pl-4"
    >
      <Smartphone className="size-6 shrink-0 text-celeste" />
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
        <X className="size-4" />
      </IconButton>
    </aside>
  )
}
