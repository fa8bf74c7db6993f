import { paths } from '#contract/api/paths.ts'
import type { ManagedEvent, SaleStop } from '#contract/events/events-managed.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { useMay } from '#web/shell/session/person.ts'
import { useActsOfOpenEvent } from './EventStatus.tsx'

const words: Record<SaleStop, string> = {
  closed: 'La venta está cortada: nadie puede comprar.',
  account: 'No vende entradas pagas: Mercado Pago no está conectado.',
  unfunded: 'La venta paga está cerrada: hay reembolsos que esperan saldo.',
}

/** On every screen of an event that is published and does not sell: why, and what opens the sale again. */
export function SaleStopBar({ event }: { event: ManagedEvent }) {
  const may = useMay()
  const { acts, ask, dialog } = useActsOfOpenEvent(event)
  const { saleStop } = event
  if (saleStop === null) return null
  return (
    <>
      <Notice
        tone="waiting"
        className="mb-4"
        action={
          saleStop === 'closed' ? (
            acts.includes('openSales') && (
              <Button tone="secondary" onClick={() => ask('openSales')}>
                Abrir la venta
              </Button>
            )
          ) : (
            <Way saleStop={saleStop} eventId={event.id} isTheirs={may.edit} />
          )
        }
      >
        {words[saleStop]}
      </Notice>
      {dialog}
    </>
  )
}

function Way({
  saleStop,
  eventId,
  isTheirs,
}: {
  saleStop: 'account' | 'unfunded'
  eventId: string
  isTheirs: boolean
}) {
  if (!isTheirs) return null
  return saleStop === 'account' ? (
    <ScreenButton tone="secondary" to={paths.organizerPayments()}>
      Reconectar
    </ScreenButton>
  ) : (
    <ScreenButton tone="secondary" to={paths.eventRefunds(eventId)}>
      Ver reembolsos
    </ScreenButton>
  )
}
