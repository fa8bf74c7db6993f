import { useParams, type LoaderFunctionArgs } from 'react-router'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { queryClient } from '#web/api/query.ts'
import { CostsSection } from './CostsSection.tsx'
import { categoriesQuery } from '#web/features/event-editor/BasicsSection.tsx'
import { EventEditor } from '#web/features/event-editor/EventEditor.tsx'
import { managedEventQuery } from '#web/features/events/managed-event.ts'
import { AssignedEvent } from './AssignedEvent.tsx'
import { useAssignedSave } from './use-assigned-save.ts'

export const loader = ({ params }: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(categoriesQuery())
  void queryClient.prefetchQuery(managedEventQuery(params['eventId'] ?? ''))
  return null
}

/** `/comerciales/eventos/:eventId`: the editor of an assigned event. */
function AssignedEventScreen() {
  const { eventId = '' } = useParams()
  return (
    <AssignedEvent key={eventId} eventId={eventId}>
      {(event) => (
        <div className="flex flex-col gap-10">
          <AssignedEditor event={event} />
          <CostsSection eventId={eventId} />
        </div>
      )}
    </AssignedEvent>
  )
}

function AssignedEditor({ event }: { event: ManagedEvent }) {
  const saving = useAssignedSave(event)
  return (
    <EventEditor
      event={event}
      readOnly={whyReadOnly(event)}
      feeTerms={event.serviceFee}
      by="commercial"
      saving={saving}
    />
  )
}

function whyReadOnly({ state }: ManagedEvent): string | undefined {
  if (state === 'success') return 'Este evento ya terminó: podés mirarlo, pero no cambiarlo.'
  if (state === 'cancelled') return 'Este evento se canceló: podés mirarlo, pero no cambiarlo.'
  return undefined
}

export { AssignedEventScreen as Component }
