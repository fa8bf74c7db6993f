import { useParams } from 'react-router'
import { getCommercialMetrics } from '#contract/events/commercial-desk.ts'
import { EventMetrics } from '#web/features/metrics/EventMetrics.tsx'
import { AssignedEvent } from './AssignedEvent.tsx'

/** `/comerciales/eventos/:eventId/metricas`: the organizer's charts of an assigned event. */
function AssignedMetricsScreen() {
  const { eventId = '' } = useParams()
  return (
    <AssignedEvent key={eventId} eventId={eventId}>
      {() => <EventMetrics eventId={eventId} from={getCommercialMetrics} />}
    </AssignedEvent>
  )
}

export { AssignedMetricsScreen as Component }
