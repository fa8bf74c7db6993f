import { deactivateEvent, publishEvent, type DashboardEvent } from '#contract/events/events-managed.ts'
import { usePendingInputs } from '#web/api/write.ts'

/** An event as it will be when what was sent of it is done; if the server refuses, it is as it was by itself. */
export function useShownState(): (event: DashboardEvent) => DashboardEvent {
  const paused = useSentIds(deactivateEvent)
  const published = useSentIds(publishEvent)
  return (event) => {
    if (paused.has(event.id)) return { ...event, state: 'inactive' }
    return published.has(event.id) ? { ...event, state: 'active' } : event
  }
}

function useSentIds(spec: typeof deactivateEvent | typeof publishEvent): ReadonlySet<string> {
  return new Set(usePendingInputs(spec).map(({ params }) => params.id))
}
