import { Link } from 'react-router'
import { formatMoment } from '#contract/values/dates.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { getRefund, retryRefund, type RefundDetail } from '#contract/sales/refunds.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { useLive } from '#web/api/live.ts'
import { OrderNumber } from '#web/features/checkout/OrderNumber.tsx'
import {
  refundSources,
  refundStates,
  refundSteps,
  refundWaits,
  ticketStates,
} from '#web/features/refunds/refund-words.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { DialogOfRead } from '#web/features/reads/LoadedDialog.tsx'
import { counted } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Timeline } from '#web/ui/data/Timeline.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { refundTickets } from './RefundTicketsScreen.tsx'

interface RefundDialogProps {
  eventId: string
  refundId: string
  /** Whether the person may ask for it again. */
  mayRefund: boolean
  onClose: () => void
}

/** One refund, live: buyer, amount, status and history. */
export function RefundDetailDialog({ eventId, refundId, mayRefund, onClose }: RefundDialogProps) {
  const params = { id: eventId, refundId }
  const read = useLive(getRefund, { params })
  const retrying = useAct(retryRefund, { input: { params }, done: 'Lo pedimos de nuevo', isProblemShown: true })
  return (
    <DialogOfRead
      read={read}
      title="Reembolso"
      label="Cargando el reembolso"
      rows={4}
      errorText="No pudimos traer el reembolso"
      onClose={onClose}
    >
      {(refund) => {
        // A refund that waits for its turn in a mass refund will have it; a failed one is requested again as another.
        const mayRetry = mayRefund && refund.waitsFor !== null && refund.waitsFor !== 'turn'
        return (
          <Dialog
            open
            onClose={onClose}
            title="Reembolso"
            actions={
              <>
                {mayRetry && (
                  <Button busy={retrying.isPending()} onClick={() => void retrying.run()}>
                    Pedir ahora
                  </Button>
                )}
                <Button tone="secondary" onClick={onClose}>
                  Cerrar
                </Button>
              </>
            }
          >
            <Detail refund={refund} />
            {mayRefund && refund.state === 'failed' && refund.ticket && (
              <p className="mt-4 text-14">
                <Link
                  to={refundTickets.href(
                    { search: refund.ticket.number },
                    { id: eventId },
                    { entrada: refund.ticket.ticketId },
                  )}
                  className="link"
                >
                  Pedirla de nuevo desde su entrada
                </Link>
              </p>
            )}
            <Problem message={retrying.problem} className="mt-4" />
          </Dialog>
        )
      }}
    </DialogOfRead>
  )
}

function Detail({ refund }: { refund: RefundDetail }) {
  const { state, waitsFor, ticket, payer, split, steps } = refund
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="display text-28 whitespace-nowrap">{formatExactMoney(toCents(refund.amount))}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-14 text-humo">
          <Badge tone={refundStates[state].tone}>{refundStates[state].one}</Badge>
          {waitsFor && refundWaits[waitsFor]}
        </p>
        {refund.unfundedSince && (
          <p className="mt-2 text-14 text-sol">No hay saldo desde el {formatMoment(refund.unfundedSince)}.</p>
        )}
      </div>
      <Facts>
        <Fact label="Quien pagó">
          <span className="block">
            <Breakable>{payer.name}</Breakable>
          </span>
          <span className="block text-14 text-humo">
            <Breakable>{[payer.mail, payer.phone].filter(Boolean).join(' · ')}</Breakable>
          </span>
        </Fact>
        {ticket && (
          <Fact label="Entrada">
            <span className="block">
              {formatTicketNumber(ticket.number)} · <Breakable>{ticket.type}</Breakable>
            </span>
            <span className="block text-14 text-humo">
              {refund.endsTicket ? 'Queda anulada con la devolución' : 'Sigue siendo de quien la tiene'} ·{' '}
              {ticketStates[ticket.state].one}
            </span>
          </Fact>
        )}
        <Fact label="Compra">
          <OrderNumber value={refund.orderNumber} />
        </Fact>
        <Fact label="Motivo">{refundSources[refund.source].one}</Fact>
        {refund.reason && (
          <Fact label="Explicación">
            <span className="whitespace-pre-line">{refund.reason}</span>
          </Fact>
        )}
        {refund.requestedBy && <Fact label="Lo pidió">{refund.requestedBy}</Fact>}
        {split && (
          <Fact label="De quién sale">
            {formatExactMoney(toCents(split.organizer))} de la organización, {formatExactMoney(toCents(split.platform))}{' '}
            del cargo por servicio
          </Fact>
        )}
        <Fact label="Pago">{refund.paymentNumber}</Fact>
        {refund.providerRefund && <Fact label="Devolución">{refund.providerRefund}</Fact>}
        {refund.attempts > 1 && <Fact label="Intentos">{counted(refund.attempts, 'vez', 'veces')}</Fact>}
        {refund.nextAttemptAt && waitsFor && (
          <Fact label="Se vuelve a pedir">{formatMoment(refund.nextAttemptAt)}</Fact>
        )}
      </Facts>
      <div className="border-t border-linea pt-4">
        <Timeline
          label="Paso por paso"
          steps={steps.map(({ at, what }) => ({
            title: refundSteps[what],
            text: formatMoment(at),
            status: what === 'failed' ? 'failed' : 'done',
          }))}
        />
      </div>
    </div>
  )
}
