import { lazy, Suspense } from 'react'

/** Few events move: what reads it is fetched for those alone. */
const OwnMove = lazy(() => import('./OwnMove.tsx'))

interface MoveNoticeProps {
  event: { readonly id: string; readonly name: string; readonly movedUntil: string | null }
  /** Its event is one of many: its name is said. */
  isNamed?: boolean
  className: string
}

/** Shows people who paid for an event that moved until when they may take their money back. */
export function MoveNotice({ event, isNamed = false, className }: MoveNoticeProps) {
  if (event.movedUntil === null) return null
  return (
    <Suspense fallback={null}>
      <OwnMove eventId={event.id} name={isNamed ? event.name : undefined} className={className} />
    </Suspense>
  )
}
