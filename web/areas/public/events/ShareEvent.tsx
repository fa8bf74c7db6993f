import { Share2 } from 'lucide-react'
import type { EventPage } from '#contract/events/events.ts'
import { eventPath } from '#contract/api/paths.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

/** The phone's own share sheet where there is one, else the link in the clipboard. */
export function ShareEvent({ event }: { event: Pick<EventPage, 'id' | 'slug' | 'name'> }) {
  const share = async () => {
    const url = new URL(eventPath(event), location.origin).href
    try {
      if ('share' in navigator) await navigator.share({ title: event.name, url })
      else {
        await (navigator as Navigator).clipboard.writeText(url) // `share` narrows the type away where it is missing
        showToast('Copiamos el enlace', 'success')
      }
    } catch (error) {
      // Closing the share sheet is not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        showToast('No pudimos compartir el enlace', 'error')
    }
  }
  return (
    <Button
      tone="secondary"
      size="s"
      icon={<Share2 size={16} />}
      onClick={() => void share()}
      className="max-lg:w-11 max-lg:border-papel/20 max-lg:bg-tinta max-lg:px-0"
    >
      <span className="max-lg:sr-only">Compartir</span>
    </Button>
  )
}
