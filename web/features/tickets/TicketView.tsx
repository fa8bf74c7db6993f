import type { ReactNode } from 'react'
import { formatMoment, toLocalTime } from '#contract/dates.ts'
import { formatTicketNumber } from '#contract/ticket-number.ts'
import type { Ticket } from '#contract/tickets.ts'
import { classes } from '#web/ui/classes.ts'
import { Flyer } from '#web/ui/Flyer.tsx'
import { TicketStub } from '#web/ui/TicketStub.tsx'
import { QrCode } from './QrCode.tsx'
import { ticketNotice } from './ticket-notice.ts'

interface TicketViewProps {
  ticket: Ticket
  isOffline?: boolean
  /** Which of the tickets of its night: `1 de 2`. */
  place?: string
}

/** One ticket as the door wants to see it: flyer, who, what, when, and the code on white. */
export function TicketView({ ticket, isOffline = false, place }: TicketViewProps) {
  const notice = ticketNotice(ticket)
  return (
    <TicketStub
      head={
        <div className="relative h-44 bg-mesa sm:h-52">
          <Flyer
            image={ticket.event.flyer}
            alt=""
            sizes="(min-width: 480px) 420px, 100vw"
            priority
            className={classes(notice && 'grayscale')}
          />
          {place && (
            <p className="absolute top-3 right-3 rounded-full bg-noche px-3 py-1 text-12 font-semibold text-papel">
              {place}
            </p>
          )}
          <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-noche to-transparent px-5 pt-16 pb-5">
            <h2 className="display line-clamp-3 text-28 text-balance text-papel uppercase min-[380px]:text-34">
              {ticket.event.name}
            </h2>
          </div>
        </div>
      }
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact term="Titular">{ticket.holderName}</Fact>
        <Fact term="Tipo">{ticket.type.name}</Fact>
        <Fact term="Fecha">
          <span className="block first-letter:uppercase">
            {ticket.event.startDate ? formatMoment(ticket.event.startDate) : 'A confirmar'}
          </span>
        </Fact>
        <Fact term="N.º">{formatTicketNumber(ticket.number)}</Fact>
      </dl>
      <div className="relative mx-auto mt-4 max-w-72">
        {ticket.code ? (
          <QrCode
            text={ticket.code}
            label={`Código QR de la entrada ${formatTicketNumber(ticket.number)}`}
            className={classes('aspect-square w-full', notice && 'opacity-15')}
          />
        ) : (
          <p className="grid aspect-square place-items-center bg-blanco p-6 text-center text-humo-papel">
            El código solo lo ve su titular.
          </p>
        )}
        {notice && (
          <p className="absolute inset-0 grid place-items-center">
            <span className="rounded-full bg-noche px-5 py-2 text-center font-bold text-papel">{notice}</span>
          </p>
        )}
      </div>
      <p className="mt-3 text-center text-14 text-humo-papel">
        {[
          ticket.validUntil && `Válida hasta las ${toLocalTime(ticket.validUntil)}`,
          isOffline ? 'Guardada en este teléfono' : 'Funciona sin conexión',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </TicketStub>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-humo-papel">{term}</dt>
      <dd className="line-clamp-2 leading-tight font-bold">{children}</dd>
    </div>
  )
}
