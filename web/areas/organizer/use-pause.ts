import { useRef } from 'react'
import { deactivateEvent, publishEvent, type DashboardEvent } from '#contract/events-managed.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { useEndpointMutation, useSending } from '#web/api/query.ts'
import { showToast } from '#web/ui/toast.ts'
import { actedFromList, actWords, type EventAct } from './event-acts.ts'
import { keepManagedEvent } from './event-editor/use-event-save.ts'

/**
 * Pausing, and taking a pause back, show in the list at once: the server all but never refuses them, and if it does they say so and
 * go back, each event by itself, wherever the person is by then. `shown` is an event as it will be when what was sent is done.
 */
export function usePause() {
  const acted = useRef(new Map<string, DashboardEvent>())
  const pausing = useEndpointMutation(deactivateEvent, {
    staysBusyUntilRead: true,
    onSuccess: (answer, { params: { id } }) => {
      keepManagedEvent(answer)
      told('deactivate', id, { undo: () => resuming.mutate({ params: { id } }) })
    },
    onError: (error, { params: { id } }) => refused('pausar', id, error),
  })
  const resuming = useEndpointMutation(publishEvent, {
    staysBusyUntilRead: true,
    onSuccess: (answer, { params: { id } }) => {
      keepManagedEvent(answer)
      told('publish', id)
    },
    onError: (error, { params: { id } }) => refused('volver a publicar', id, error),
  })
  const isSent = { inactive: useSentIds(deactivateEvent), active: useSentIds(publishEvent) }

  function told(act: EventAct, id: string, more?: { undo: () => void }) {
    const event = acted.current.get(id)
    if (event) showToast(actWords(act, actedFromList(event)).done, 'success', more)
  }
  function refused(act: string, id: string, error: unknown) {
    const event = acted.current.get(id)
    if (event) showToast(`No se pudo ${act} «${event.name}». ${failureMessage(error)}`, 'error')
  }
  return {
    pause(event: DashboardEvent) {
      acted.current.set(event.id, event)
      pausing.mutate({ params: { id: event.id } })
    },
    shown(event: DashboardEvent): DashboardEvent {
      if (isSent.inactive.has(event.id)) return { ...event, state: 'inactive' }
      return isSent.active.has(event.id) ? { ...event, state: 'active' } : event
    },
  }
}

function useSentIds(spec: typeof deactivateEvent | typeof publishEvent): ReadonlySet<string> {
  return new Set(useSending(spec).map(({ params }) => params.id))
}
