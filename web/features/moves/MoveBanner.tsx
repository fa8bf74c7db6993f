import { lazy, Suspense } from 'react'

const OwnMove = lazy(() => import('./OwnMove.tsx'))

interface MoveBannerProps {
  event: { readonly id: string; readonly movedUntil: string | null }
  className?: string
}

/** Of an event that moved, to who paid tickets of it. Few events do: what says it is fetched for those alone. */
export function MoveBanner({ event, className }: MoveBannerProps) {
  if (event.movedUntil === null) return null
  return (
    <Suspense fallback={null}>
      <OwnMove eventId={event.id} {...(className !== undefined && { className })} />
    </Suspense>
  )
}
