import type { EventPage } from '#contract/events/event-schemas.ts'
import { eventPath } from '#contract/api/paths.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

/** The phone's own share sheet where there is one, else the link in the clipboard. */
export async function shareEvent(event: Pick<EventPage, 'id' | 'slug' | 'name'>): Promise<void> {
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
