import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { getRefundSummary } from '#contract/sales/refunds.ts'
import { getMassRefund } from '#contract/sales/refunds-mass.ts'
import { useLive } from '#web/api/live.ts'
import { MassRefundProgress } from './MassRefundProgress.tsx'
import { MassRefundStart } from './MassRefundStart.tsx'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { useMay } from '#web/shell/session/person.ts'

/** `/organizador/eventos/:id/reembolsos/masivo`: gives the money of all tickets back, or shows how that goes. */
function MassRefundScreen() {
  const { id = '' } = useParams()
  const may = useMay()
  const summary = useLive(getRefundSummary, { params: { id } })
  // Another than the last one of the event.
  const [named, setNamed] = useSearchParams()
  const massRefundId = named.get('devolucion') ?? summary.data?.massRefundId ?? null
  return (
    <>
      <BackLink to={paths.eventRefunds(id)}>Volver a los reembolsos</BackLink>
      <Loaded read={summary} label="Cargando la devolución" rows={4} errorText="No pudimos traer los reembolsos">
        {() => (
          <MassRefundStatus
            // The one that begins takes the place of the one on screen.
            key={massRefundId}
            eventId={id}
            massRefundId={massRefundId}
            mayRefund={may.refundAll}
            onStart={() => setNamed({}, { replace: true })}
          />
        )}
      </Loaded>
    </>
  )
}

interface MassRefundStatusProps {
  eventId: string
  massRefundId: string | null
  mayRefund: boolean
  onStart: () => void
}

function MassRefundStatus({ eventId, massRefundId, mayRefund, onStart }: MassRefundStatusProps) {
  const [isAgain, setIsAgain] = useState(false)
  if (massRefundId === null || isAgain) {
    return mayRefund ? (
      <MassRefundStart
        eventId={eventId}
        onStart={() => {
          setIsAgain(false)
          onStart()
        }}
      />
    ) : (
      <Notice>Devolver todo el evento lo hace solo quien es titular de la organización, o la administración.</Notice>
    )
  }
  return (
    <>
      <MassRefundProgress eventId={eventId} massRefundId={massRefundId} mayChange={mayRefund} />
      {mayRefund && <Again eventId={eventId} massRefundId={massRefundId} onAgain={() => setIsAgain(true)} />}
    </>
  )
}

/** What was sold after the last one, or failed in it, may be given back by another. */
function Again({ eventId, massRefundId, onAgain }: { eventId: string; massRefundId: string; onAgain: () => void }) {
  const { data: job } = useLive(getMassRefund, { params: { id: eventId, jobId: massRefundId } })
  if (job?.state !== 'done' && job?.state !== 'stopped') return null
  return (
    <Button tone="secondary" className="mt-6" onClick={onAgain}>
      Empezar otra
    </Button>
  )
}

export { MassRefundScreen as Component }
