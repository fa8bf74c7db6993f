import { useQuery } from '@tanstack/react-query'
import type { TicketType } from '#contract/events.ts'
import { getOwnWaiting, type OwnWaiting } from '#contract/waiting-list.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'

/** While somebody waits, how often it is looked whether their turn has come. */
const EVERY_MILLISECONDS = 15_000

interface OwnPlaces {
  /** Undefined until it is known, and while nothing is sold out. */
  own: readonly OwnWaiting[] | undefined
  lookAgain: () => void
}

/** Where the person stands in the waiting lists of an event. */
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
