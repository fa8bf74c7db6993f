import { deactivateEvent, getEventsDashboard, type DashboardEvent } from '#contract/events.ts'
import type { Answer } from '#contract/endpoint.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointKey, invalidate, queryClient, useEndpointMutation } from '#web/api/query.ts'
import { showToast } from '#web/ui/toast.ts'
import { actedFromList, actWords } from './event-acts.ts'
import { keepManagedEvent } from './event-editor/use-event-save.ts'

type Dashboard = Answer<typeof getEventsDashboard>

/** Pausing shows in the lists at once: the server all but never refuses it, and if it does they say so and go back. */
export function usePause(): (event: DashboardEvent) => void {
  const pausing = useEndpointMutation(deactivateEvent)
  return (event) => {
    showState(event.id, 'inactive')
    pausing.mutate(
      { params: { id: event.id } },
      {
        onSuccess: (answer) => {
          keepManagedEvent(answer)
          showToast(actWords('deactivate', actedFromList(event)).done, 'success')
        },
        onError: (error) => {
          showState(event.id, event.state)
          void invalidate(getEventsDashboard)
          showToast(`No se pudo pausar «${event.name}». ${failureMessage(error)}`, 'error')
        },
      },
    )
  }
}

function showState(id: string, state: DashboardEvent['state']): void {
  queryClient.setQueriesData<Dashboard>(
    { queryKey: endpointKey(getEventsDashboard) },
    (shown) =>
      shown && { ...shown, events: shown.events.map((event) => (event.id === id ? { ...event, state } : event)) },
  )
}
