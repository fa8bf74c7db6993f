import { lazy, Suspense } from 'react'

/** Few events move: what reads it is fetched for those alone. */
const OwnMove = lazy(() => import('./OwnMove.tsx'))

interface MoveNoticeProps {
  event: { readonly id: string; readonly movedUntil: string | null }
  className: string
}

/** Shows people who paid for an event that moved until when they may take their money back. */
export function MoveNotice({ event, className }: MoveNoticeProps) {
  if (event.movedUntil === null) return null
  return (
    <Suspense fallback={null}>
      <OwnMove eventId={event.id} className={className} />
    </Suspense>
  )
}
