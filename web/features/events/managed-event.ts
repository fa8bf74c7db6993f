/** An event as those who manage it read it. */
import { getManagedEvent, type ManagedEvent } from '#contract/events/events-managed.ts'
import { endpointKey, endpointQuery, queryClient } from '#web/api/query.ts'

/** Sold and held places are shown as they are now. */
export const managedEventQuery = (id: string) => endpointQuery(getManagedEvent, { params: { id } }, { fresh: true })

/** Gives the editor the server's newest answer, so that it need not be read again. */
export function cacheManagedEvent(event: ManagedEvent): void {
  queryClient.setQueryData(endpointKey(getManagedEvent, { params: { id: event.id } }), event)
}
