import { CameraOff } from 'lucide-react'
import { Button } from '#web/ui/base/Button.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import type { CameraState } from './camera/use-camera.ts'

const WORDS: Readonly<Record<Exclude<CameraState, 'starting' | 'running'>, { title: string; text: string }>> = {
  refused: {
    title: 'La cámara está bloqueada',
    text: 'Permití la cámara para este sitio en el navegador y volvé a intentar.',
  },
  missing: { title: 'Este dispositivo no tiene cámara', text: 'Podés escribir el número que está bajo el QR.' },
  insecure: {
    title: 'La cámara necesita una conexión segura',
    text: 'Abrí esta página con https:// para poder escanear.',
  },
  withheld: {
    title: 'Esta aplicación no deja usar la cámara',
    text: 'Abrí esta página en tu navegador (menú ⋯, «Abrir en el navegador») o escribí el número que está bajo el QR.',
  },
  failed: { title: 'No pudimos abrir la cámara', text: 'Cerrá otras aplicaciones que la usen y volvé a intentar.' },
  still: { title: 'La cámara se detuvo', text: 'Escribí el número que está bajo el QR, o volvé a intentar.' },
  unread: { title: 'No podemos leer los códigos', text: 'Escribí el número que está bajo el QR.' },
}

/** A door never stops: without camera there is the number. */
export function CameraProblem({
  state,
  onRetry,
  onType,
}: {
  state: CameraState
  onRetry: () => void
  onType: () => void
}) {
  if (state === 'running') return null
  return (
    <div className="absolute inset-0 grid place-items-center bg-noche px-6 pt-14 pb-10 text-center">
      {state === 'starting' ? (
        <Spinner label="Abriendo la cámara" />
      ) : (
        <div role="alert">
          <CameraOff className="mx-auto mb-3 size-10 text-sol" />
          <h2 className="text-18 font-bold">{WORDS[state].title}</h2>
          <p className="mt-1 mb-5 text-humo">{WORDS[state].text}</p>
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={onRetry}>Volver a intentar</Button>
            <Button tone="secondary" onClick={onType}>
              Escribir el número
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
