import { WifiOff } from 'lucide-react'
import { useRef } from 'react'
import { useOnline } from '#web/lib/use-online.ts'
import { usePublishedHeight } from '#web/ui/base/use-published-height.ts'

/** Under the bar of a page while there is no network; the live region is always mounted, so that screen readers announce it. */
export function OfflineNotice() {
  const isOnline = useOnline()
  const box = useRef<HTMLDivElement>(null)
  // The page begins beneath it: what went wrong without network is not covered by why.
  usePublishedHeight(box, '--offline-bar', { isShown: !isOnline })
  return (
    <div ref={box} role="status" {...(!isOnline && { 'data-offline': true })}>
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 border-y border-linea bg-mesa-2 px-5 py-2 text-12 sm:text-14">
          <WifiOff size={18} className="shrink-0 text-sol" />
          <span>
            <strong>Sin conexión.</strong> Lo que ya abriste sigue acá; lo demás vuelve solo.
          </span>
        </p>
      )}
    </div>
  )
}
