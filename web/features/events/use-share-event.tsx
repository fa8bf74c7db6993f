import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { EventPage } from '#contract/events/event-schemas.ts'
import { eventPath } from '#contract/api/paths.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

// Few browsers need it, and dialogs are no part of an event's first screen.
const ShareLinkDialog = lazy(async () => ({ default: (await import('./ShareLinkDialog.tsx')).ShareLinkDialog }))

type Shared = Pick<EventPage, 'id' | 'slug' | 'name'>

/** Whether the phone's own share sheet took it; null where there is none, or where the app around this page denies it. */
async function openShareSheet(title: string, url: string): Promise<boolean | null> {
  if (!('share' in navigator)) return null
  try {
    await navigator.share({ title, url })
    return true
  } catch (error) {
    // Closing the share sheet is not a failure.
    return error instanceof DOMException && error.name === 'AbortError' ? false : null
  }
}

async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url)
    return true
  } catch {
    return false // denied, or missing where the page is not secure
  }
}

/** Shares an event: by the share sheet, else through the clipboard, else as a link that can be seen and selected. */
export function useShareEvent(event: Shared): { share: () => Promise<void>; dialog: ReactNode } {
  const [isShown, setShown] = useState(false)
  const url = new URL(eventPath(event), location.origin).href
  const share = async () => {
    if ((await openShareSheet(event.name, url)) !== null) return
    if (await copyLink(url)) showToast('Copiamos el enlace', 'success')
    else setShown(true)
  }
  const dialog = isShown && (
    <Suspense>
      <ShareLinkDialog url={url} name={event.name} onClose={() => setShown(false)} />
    </Suspense>
  )
  return { share, dialog }
}
