import { useQuery } from '@tanstack/react-query'
import type { TicketType } from '#contract/events/event-schemas.ts'
import { getOwnWaiting, type OwnWaiting } from '#contract/events/waiting-list.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'

/** The polling interval while the person waits. */
const EVERY_MILLISECONDS = 15_000

interface OwnPlaces {
  /** Undefined until it is known, and while nothing is sold out. */
  own: readonly OwnWaiting[] | undefined
  lookAgain: () => void
}

/** The person's places in an event's waitlists. */
export function useOwnWaiting(eventId: string, types: readonly TicketType[] | undefined): OwnPlaces {
  const session = useSession()
  const isSoldOut = types?.some(({ availability }) => availability === 'soldOut') ?? false
  const options = { fresh: true, enabled: session !== null && isSoldOut, refetchInterval: EVERY_MILLISECONDS }
  const own = useQuery(endpointQuery(getOwnWaiting, { params: { id: eventId } }, options))
  return {
    own: session && isSoldOut ? own.data?.entries : undefined,
    lookAgain: () => void own.refetch(),
  }
}
