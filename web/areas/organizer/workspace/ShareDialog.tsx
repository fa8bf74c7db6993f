import { MessageCircle } from 'lucide-react'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { eventPath } from '#contract/api/paths.ts'
import { QrCode } from '#web/features/tickets/QrCode.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { CopyButton } from '#web/ui/data/CopyButton.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'

interface ShareDialogProps {
  event: Pick<ManagedEvent, 'id' | 'slug' | 'name' | 'isPrivate'>
  onClose: () => void
}

/** Where publishing ends: the event's link, to be copied, sent by WhatsApp or scanned. */
export function ShareDialog({ event, onClose }: ShareDialogProps) {
  const url = new URL(eventPath(event), window.location.origin).href
  return (
    <Dialog open onClose={onClose} title="Compartí tu enlace">
      <div className="flex flex-col gap-4">
        <p className="text-humo">
          {event.isPrivate ? 'Ya está a la venta para sus invitados.' : 'Ya está a la venta: mostralo.'}
        </p>
        <QrCode
          text={url}
          label={`Código QR del enlace de ${event.name}`}
          className="mx-auto aspect-square w-full max-w-48 rounded-card"
        />
        <p className="rounded-card bg-mesa px-4 py-3 text-center text-14 wrap-anywhere">{url}</p>
        <LinkButton
          href={`https://wa.me/?text=${encodeURIComponent(`${event.name}: ${url}`)}`}
          target="_blank"
          rel="noreferrer"
          data-initial-focus
        >
          <MessageCircle size={20} /> Mandar por WhatsApp
        </LinkButton>
        <CopyButton
          text={url}
          label="Copiar enlace"
          copied="Copiamos el enlace"
          denied="No pudimos copiarlo: copialo a mano"
        />
      </div>
    </Dialog>
  )
}
