import { useParams } from 'react-router'
import { EventMetrics } from '#web/features/metrics/EventMetrics.tsx'

/** `/organizador/eventos/:id/metricas`: an event's tab. */
function EventMetricsScreen() {
  const { id = '' } = useParams()
  return <EventMetrics key={id} eventId={id} />
}

export { EventMetricsScreen as Component }
