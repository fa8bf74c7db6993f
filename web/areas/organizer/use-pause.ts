import { useRef } from 'react'
import { deactivateEvent, getEventsDashboard, type DashboardEvent } from '#contract/events-managed.ts'
import type { Answer } from '#contract/endpoint.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointKey, queryClient, useEndpointMutation } from '#web/api/query.ts'
import { showToast } from '#web/ui/toast.ts'
import { actedFromList, actWords } from './event-acts.ts'
import { keepManagedEvent } from './event-editor/use-event-save.ts'

type Dashboard = Answer<typeof getEventsDashboard>

/**
 * Pausing shows in the lists at once: the server all but never refuses it, and if it does they say so and go back, each event by
 * itself, wherever the person is by then.
 */
export function usePause(): (event: DashboardEvent) => void {
  const paused = useRef(new Map<string, DashboardEvent>())
  const pausing = useEndpointMutation(deactivateEvent, {
    onSuccess: (answer, { params: { id } }) => {
      keepManagedEvent(answer)
      const event = paused.current.get(id)
      if (event) showToast(actWords('deactivate', actedFromList(event)).done, 'success')
    },
    onError: (error, { params: { id } }) => {
      const event = paused.current.get(id)
      if (!event) return
      showState(id, event.state)
      showToast(`No se pudo pausar «${event.name}». ${failureMessage(error)}`, 'error')
    },
  })
  return (event) => {
    paused.current.set(event.id, event)
    showState(event.id, 'inactive')
    pausing.mutate({ params: { id: event.id } })
  }
}

function showState(id: string, state: DashboardEvent['state']): void {
  queryClient.setQueriesData<Dashboard>(
    { queryKey: endpointKey(getEventsDashboard) },
    (shown) =>
      shown && { ...shown, events: shown.events.map((event) => (event.id === id ? { ...event, state } : event)) },
  )
}
