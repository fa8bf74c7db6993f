import { useEffect, useState, useSyncExternalStore } from 'react'
import { chunks } from '../failures/chunk.ts'
import { Logo } from './Logo.tsx'

/** Below this many milliseconds a screen's chunk arrives without a splash: a flash would only be noise. */
const PATIENCE = 250

/** The whole page says that a screen is on its way. */
export function Splash() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center bg-noche text-humo">
      <div className="flex flex-col items-center gap-4">
        <Logo className="animate-pulse-soft text-28 text-papel" />
        <p>Cargando...</p>
      </div>
    </div>
  )
}

/** The splash over the page while the next screen's chunk takes longer than a blink. */
export function ChunkSplash() {
  const isPending = useSyncExternalStore(chunks.subscribe, chunks.isPending)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isPending) {
      setIsLate(false)
      return
    }
    const timer = setTimeout(() => setIsLate(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [isPending])
  return isLate ? (
    <div className="fixed inset-0 z-50 animate-fade">
      <Splash />
    </div>
  ) : null
}
