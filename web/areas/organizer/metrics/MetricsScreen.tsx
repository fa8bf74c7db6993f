import { paths } from '#contract/api/paths.ts'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { EventPicker } from '../events/EventPicker.tsx'
import { EventMetrics } from '#web/features/metrics/EventMetrics.tsx'

/** `/organizador/metricas`: how the chosen event sold. */
function MetricsScreen() {
  return (
    <>
      <PageHeader eyebrow="Organizador" title="Métricas" />
      <EventPicker href={(id) => `${paths.organizerMetrics()}?evento=${id}`}>
        {(id) => <EventMetrics key={id} eventId={id} />}
      </EventPicker>
    </>
  )
}

export { MetricsScreen as Component }
