import { X } from 'lucide-react'
import { useState } from 'react'
import { canEncrypt } from '#web/api/device-key.ts'
import { IconButton } from '#web/ui/base/IconButton.tsx'

/** Shown where the browser denies encryption and the camera: any address that is neither https nor localhost. */
export function InsecureNotice() {
  const [isHidden, setIsHidden] = useState(false)
  if (canEncrypt() || isHidden) return null
  return (
    <aside
      aria-label="Conexión no segura"
      className="flex w-full max-w-xl items-center gap-2 rounded-card border border-transparent bg-sol py-1 pr-1 pl-5 text-noche shadow-overlay"
    >
      <p className="flex-1 text-14 font-semibold">
        Esta dirección no es segura (http): tu sesión se pierde al recargar y la cámara no funciona. Entrá por https o
        desde localhost.
      </p>
      <IconButton label="Ocultar el aviso" onClick={() => setIsHidden(true)}>
        <X className="size-5" />
      </IconButton>
    </aside>
  )
}
