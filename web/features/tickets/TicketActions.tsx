import { CalendarPlus, CupSoda, FileDown, Mail, MapPin, Maximize, MessageCircle, Send } from 'lucide-react'
import { paths } from '#contract/api/paths.ts'
import { getTicketCalendar, getTicketPdf, resendTicket, type Ticket } from '#contract/sales/tickets.ts'
import { addressOf } from '#web/api/call.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { useSession } from '#web/api/session.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { mapUrl } from '#web/features/events/event-links.ts'
import { useWhatsapp } from '#web/features/delivery-channels/delivery-channels.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'

const CHANNELS = { whatsapp: 'WhatsApp', mail: 'mail' } as const

interface TicketActionsProps {
  ticket: Ticket
  /** Shows its code on the whole screen. */
  onShow?: ((ticket: Ticket) => void) | undefined
  onTransfer: (ticket: Ticket) => void
  /** On the way to the account that transferring takes, where it is opened without a session. */
  onSignIn?: () => void
  /** Where drinks can be added. */
  onAddDrinks?: (ticket: Ticket) => void
}

/** What one does with a ticket besides showing it. The documents open by the ticket's own link, without a session. */
export function TicketActions({ ticket, onShow, onTransfer, onSignIn, onAddDrinks }: TicketActionsProps) {
  const session = useSession()
  const way = useWhatsapp() === false ? 'mail' : 'whatsapp'
  const resend = useAct(resendTicket, {
    input: { body: { ticketId: ticket.id, channel: way } },
    done: (_, { channel, to }) => `La mandamos por ${CHANNELS[channel]} a ${to}`,
    errorMessage: (error) => failureMessage(error, 'No pudimos reenviarla'),
  })
  const query = ticket.linkToken ? { token: ticket.linkToken } : {}
  const params = { id: ticket.id }
  // What opens no door any more is not printed, nor put in a diary; one that was used is kept as a memory.
  const isUsable = !['refunded', 'cancelled'].includes(ticket.state)
  const mayBuy = session !== null && session.user.permission !== 'legal'
  const papers = ticket.linkToken && isUsable ? (ticket.event.startDate ? 2 : 1) : 0
  const isMapAlone = (papers + (mayBuy ? 1 : 0)) % 2 === 0
  return (
    <div className="mt-4 grid grid-cols-2 gap-3 print:hidden *:px-3 *:whitespace-nowrap max-[379px]:*:text-14 [&_svg]:shrink-0">
      {onShow && (
        <Button className="col-span-2" icon={<Maximize size={18} />} onClick={() => onShow(ticket)}>
          Mostrar QR
        </Button>
      )}
      {session && ticket.canTransfer && (
        <Button tone="secondary" className="col-span-2" icon={<Send size={18} />} onClick={() => onTransfer(ticket)}>
          Transferir a otra persona
        </Button>
      )}
      {!session && onSignIn && ticket.canTransfer && (
        <ScreenButton tone="secondary" className="col-span-2" to={paths.login()} onClick={onSignIn}>
          <Send size={18} /> Ingresar para transferirla
        </ScreenButton>
      )}
      {mayBuy && ticket.canAddDrinks && onAddDrinks && (
        <Button
          tone="secondary"
          className="col-span-2"
          icon={<CupSoda size={18} />}
          onClick={() => onAddDrinks(ticket)}
        >
          Sumar bebidas
        </Button>
      )}
      {mayBuy && (
        <Button
          tone="secondary"
          busy={resend.isPending()}
          disabled={ticket.state !== 'valid'}
          icon={way === 'mail' ? <Mail size={18} /> : <MessageCircle size={18} />}
          onClick={() => void resend.run()}
        >
          {way === 'mail' ? 'A mi mail' : 'A mi WhatsApp'}
        </Button>
      )}
      {ticket.linkToken && isUsable && (
        <LinkButton tone="secondary" href={addressOf(getTicketPdf, { params, query })} download>
          <FileDown size={18} /> PDF
        </LinkButton>
      )}
      {ticket.linkToken && isUsable && ticket.event.startDate && (
        <LinkButton tone="secondary" href={addressOf(getTicketCalendar, { params, query })} download>
          <CalendarPlus size={18} /> Calendario
        </LinkButton>
      )}
      <LinkButton
        tone="secondary"
        className={isMapAlone ? 'col-span-2' : undefined}
        href={mapUrl(ticket.event)}
        target="_blank"
        rel="noreferrer"
      >
        <MapPin size={18} /> Cómo llegar
      </LinkButton>
    </div>
  )
}
