import { Share, Smartphone } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { brand } from '#contract/platform/brand.ts'
import { nowMilliseconds } from '#web/lib/clock.ts'
import {
  decline,
  hasInstallOffer,
  installsByHand,
  isDeclined,
  isInstalled,
  onInstallOffer,
  takeInstallOffer,
} from '#web/lib/install-app.ts'
import { Button } from '#web/ui/base/Button.tsx'

/**
 * Offers to keep the tickets on the home screen, in the flow of the page and only where there are some. A refusal is
 * not asked again for two months; where it cannot be installed, or is already, nothing is shown. An iPhone keeps what a
 * program of the home screen stored, and clears what Safari stored after seven days without a visit.
 */
export function InstallPrompt() {
  const hasOffer = useSyncExternalStore(onInstallOffer, hasInstallOffer)
  const byHand = installsByHand(navigator)
  const [isHidden, setIsHidden] = useState(
    () => isInstalled() || isDeclined(localStorage, nowMilliseconds(), { byHand }),
  )
  if (isHidden || !(hasOffer || byHand)) return null

  function leave() {
    decline(localStorage, nowMilliseconds())
    setIsHidden(true)
  }

  return (
    <aside
      aria-label={`Instalar ${brand.name}`}
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card border border-linea bg-tinta p-4"
    >
      <Smartphone size={24} className="shrink-0 text-celeste" />
      <div className="min-w-52 flex-1">
        <p className="font-bold">
          {byHand
            ? 'En tu pantalla de inicio, tus entradas no se borran'
            : 'Llevá tus entradas en la pantalla de inicio'}
        </p>
        <p className="text-14 text-humo">
          {byHand ? (
            <>
              El navegador borra lo que no abrís en una semana. Tocá <Share size={16} className="inline" /> Compartir,
              elegí «Agregar a inicio» y abrilas una vez desde ahí.
            </>
          ) : (
            'Se abren con un toque, aunque no haya señal. No ocupa casi nada.'
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button tone="quiet" size="s" onClick={leave}>
          {byHand ? 'Entendido' : 'Ahora no'}
        </Button>
        {!byHand && (
          <Button
            size="s"
            onClick={() => void takeInstallOffer().then((isYes) => (isYes ? setIsHidden(true) : leave()))}
          >
            Instalar
          </Button>
        )}
      </div>
    </aside>
  )
}
