import { WifiOff } from 'lucide-react'
import { useOnline } from '#web/lib/use-online.ts'

/** Shown while there is no network; the live region is always mounted, so that screen readers announce it. */
export function OfflineNotice() {
  const isOnline = useOnline()
  return (
    <div role="status" className="max-w-full">
      {!isOnline && (
        <p className="flex animate-rise items-center gap-3 rounded-card border border-linea bg-mesa-2 px-4 py-2.5 text-14 shadow-overlay">
          <WifiOff className="size-5 shrink-0 text-sol" />
          <span>
            <strong>Sin conexión.</strong> Lo que ya abriste sigue acá; lo demás vuelve solo.
          </span>
        </p>
      )}
    </div>
  )
}
