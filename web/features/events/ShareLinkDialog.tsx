import { LinkText } from '#web/ui/data/LinkText.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'

/** The link itself, to be seen and selected, where neither share sheet nor clipboard took it. */
export function ShareLinkDialog({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Copiá el enlace">
      <LinkText text={url} label={`Enlace de ${name}`} />
    </Dialog>
  )
}
