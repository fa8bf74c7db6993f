import { Link } from 'react-router'
import { cancelTicket } from '#contract/sales/box-office.ts'
import { getEventTicket, type TicketDetail } from '#contract/sales/ticket-desk.ts'
import { resendTicket } from '#contract/sales/tickets.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { useLive } from '#web/api/live.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { OrderNumber } from '#web/features/checkout/OrderNumber.tsx'
import { useWhatsapp } from '#web/features/delivery-channels/delivery-channels.ts'
import { DialogOfRead } from '#web/features/reads/LoadedDialog.tsx'
import { ticketStates } from '#web/features/refunds/refund-words.ts'
import { ticketKinds } from '#web/features/tickets/issued-words.ts'
import { showPhone } from '#web/lib/phone.ts'
import { useMay, usePerson } from '#web/shell/session/person.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Timeline } from '#web/ui/data/Timeline.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { refundTickets } from '../refunds/RefundTicketsScreen.tsx'
import { cancelledWords, timelineOf } from './ticket-words.ts'

interface TicketDialogProps {
  eventId: string
  ticketId: string
  onClose: () => void
}

/** One ticket, live: whose it is, what may be done with it and what happened to it. */
export function TicketDialog({ eventId, ticketId, onClose }: TicketDialogProps) {
  const read = useLive(getEventTicket, { params: { id: eventId, ticketId } })
  return (
    <DialogOfRead
      read={read}
      title="Entrada"
      label="Cargando la entrada"
      rows={5}
      errorText="No pudimos traer la entrada"
      onClose={onClose}
    >
      {(ticket) => <Detail ticket={ticket} onClose={onClose} />}
    </DialogOfRead>
  )
}

function Detail({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  const { state, type, kind, price, holder, payerName, payer, orderNumber, paid, promoterName, usedAt } = ticket
  return (
    <Dialog open onClose={onClose} title={formatTicketNumber(ticket.number)}>
      <div className="flex flex-col gap-5">
        <p className="flex flex-wrap items-center gap-2 text-14 text-humo">
          <Badge tone={ticketStates[state].tone}>{ticketStates[state].one}</Badge>
          <Breakable>
            {[type.name, ticketKinds[kind], price > 0 && formatMoney(toCents(price))].filter(Boolean).join(' · ')}
          </Breakable>
        </p>
        <Acts ticket={ticket} />
        <Facts>
          <Fact label="La tiene">
            <Person person={holder} />
          </Fact>
          {payerName !== null && (
            <Fact label={kind === 'courtesy' ? 'La recibió primero' : 'Quien pagó'}>
              <Person person={payer} />
            </Fact>
          )}
          {orderNumber !== null && (
            <Fact label="Compra">
              <OrderNumber value={orderNumber} />
              {paid > 0 && <span className="block text-14 text-humo">{formatMoney(toCents(paid))} con el cargo</span>}
            </Fact>
          )}
          {promoterName !== null && <Fact label="RRPP">{promoterName}</Fact>}
          <Fact label="En la puerta">{usedAt === null ? 'No escaneado' : `Escaneado ${formatMoment(usedAt)}`}</Fact>
        </Facts>
        <div className="border-t border-linea pt-4">
          <h3 className="mb-3 font-semibold">Qué pasó con esta entrada</h3>
          <Timeline label="Qué pasó con esta entrada" steps={timelineOf(ticket.steps)} />
        </div>
      </div>
    </Dialog>
  )
}

function Person({ person: { name, mail, phone } }: { person: TicketDetail['holder'] }) {
  return (
    <>
      <span className="block">
        <Breakable>{name}</Breakable>
      </span>
      {[mail, phone && showPhone(phone)]
        .flatMap((contact) => contact || [])
        .map((contact) => (
          <span key={contact} className="block text-14 text-humo">
            <Breakable>{contact}</Breakable>
          </span>
        ))}
    </>
  )
}

/** What was paid online is refunded; a courtesy and what was sold in person are cancelled. */
function Acts({ ticket }: { ticket: TicketDetail }) {
  const { id, kind, state, number, event, holder, price, promoterName } = ticket
  const may = useMay()
  const { roles } = usePerson()
  const whatsapp = useWhatsapp()
  const mayResend = may.edit || roles.includes('admin')
  const resending = useAct(resendTicket, {
    input: { body: { ticketId: id, channel: whatsapp ? 'whatsapp' : 'mail' } },
    done: (_, { channel, to }) => `La reenviamos por ${channel === 'mail' ? 'mail' : 'WhatsApp'} a ${to}`,
    isProblemShown: true,
  })
  const cancelling = useAct(cancelTicket, {
    input: { params: { id: event.id, ticketId: id }, body: {} },
    title: `¿Anular ${formatTicketNumber(number)}?`,
    description: `${holder.name} no va a poder entrar con ella y le avisamos.${price > 0 ? ' Su plata se devuelve en mano.' : ''}`,
    confirm: 'Anular',
    tone: 'danger',
    done: (_, { amount, givenBackBy }) => cancelledWords(toCents(amount), givenBackBy, promoterName),
  })
  const isByHand = kind === 'courtesy' || kind === 'in_person'
  const canRefund = may.refund && kind === 'paid' && (state === 'valid' || state === 'used')
  if (state !== 'valid' && !canRefund) return null
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {state === 'valid' && mayResend && (
          <Button busy={resending.isPending()} onClick={() => void resending.run()}>
            Reenviar
          </Button>
        )}
        {state === 'valid' && isByHand && may.edit && (
          <Button tone="secondary" onClick={() => cancelling.ask()}>
            Anular
          </Button>
        )}
        {canRefund && (
          <Link
            to={refundTickets.href({ search: number }, { id: event.id }, { entrada: id })}
            className="link py-3 font-semibold"
          >
            Devolver la plata
          </Link>
        )}
      </div>
      <Problem message={resending.problem} className="mt-3" />
      {cancelling.dialog}
    </div>
  )
}
