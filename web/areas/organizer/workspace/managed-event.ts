/** The event that the frame around its screens reads, for the screens inside it. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { getManagedEvent, type ManagedEvent } from '#contract/events/events-managed.ts'
import { endpointKey, endpointQuery, queryClient } from '#web/api/query.ts'
import type { May } from '#web/shell/session/may.ts'
import { useMay } from '#web/shell/session/person.ts'

/** Sold and held places are shown as they are now. */
export const managedEventQuery = (id: string) => endpointQuery(getManagedEvent, { params: { id } }, { fresh: true })

/** Gives the editor the server's newest answer, so that it need not be read again. */
export function cacheManagedEvent(event: ManagedEvent): void {
  queryClient.setQueryData(endpointKey(getManagedEvent, { params: { id: event.id } }), event)
}

/** The event of the address, undefined until it is read, and what this person may do with it. */
export function useManagedEvent(): { id: string; event: ManagedEvent | undefined; may: May } {
  const { id = '' } = useParams()
  const { data } = useQuery({ ...managedEventQuery(id), enabled: id !== '' })
  return { id, event: data, may: useMay() }
}
