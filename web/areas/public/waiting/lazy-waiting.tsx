/** The waiting list's parts, which come when something is sold out or kept for the viewer: most events need none of them. */
import { lazy, Suspense } from 'react'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { takesWaiting } from '#contract/first-paint/type-words.ts'
import type { OwnWaiting } from '#contract/events/waiting-list.ts'
import { nowInstant } from '#web/lib/clock.ts'
import { offersOf } from './waiting.ts'

const WaitingPlace = lazy(async () => ({ default: (await import('./WaitingPlace.tsx')).WaitingPlace }))
const OfferedPlaces = lazy(async () => ({ default: (await import('./OfferedPlaces.tsx')).OfferedPlaces }))

interface Waiting {
  event: EventPage
  type: TicketType
  own: readonly OwnWaiting[] | undefined
}

/** `whenSoldOut` of the types: its room is kept until it comes. */
export function Waiting(props: Waiting) {
  const room = takesWaiting(props.event, nowInstant()) && (
    <div className="mt-3 border-t border-linea pt-3">
      <span className="block min-h-11" />
    </div>
  )
  return (
    <Suspense fallback={room}>
      <WaitingPlace {...props} />
    </Suspense>
  )
}

interface Offers {
  own: readonly OwnWaiting[] | undefined
  types: readonly TicketType[]
  onOver: () => void
}

export function Offers({ own, types, onOver }: Offers) {
  if (!own || offersOf(own).length === 0) return null
  return (
    <Suspense>
      <OfferedPlaces own={own} types={types} onOver={onOver} />
    </Suspense>
  )
}
