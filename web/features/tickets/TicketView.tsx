import { formatMoment } from '#contract/values/dates.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { validUntilWords, type Ticket } from '#contract/sales/tickets.ts'
import { longestWord } from './longest-word.ts'
import { classes } from '#web/ui/base/classes.ts'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { TicketStub } from '#web/features/tickets/TicketStub.tsx'
import { QrCode } from './QrCode.tsx'
import { TicketDrinks } from './TicketDrinks.tsx'
import { hasDrinksLeft, ticketNotice } from './ticket-notice.ts'

interface TicketViewProps {
  ticket: Ticket
  isOffline?: boolean
  /** It is stored on this phone and opens without network. */
  isKept?: boolean
  /** Which of the tickets of its night: `1 de 2`. */
  place?: string
}

/**
 * One ticket as the door wants to see it: flyer, who, what, when, where, the code on white and the number that a doorman
 * types under it, which a phone shows without scrolling. On paper without the flyer, and with the code as large as the sheet lets it be.
 */
export function TicketView({ ticket, isOffline = false, isKept = false, place }: TicketViewProps) {
  const notice = ticketNotice(ticket)
  // Inside already, and with something to fetch at the bar: the code is needed once more.
  const isForBar = ticket.state === 'used' && ticket.code !== null && hasDrinksLeft(ticket.vouchers)
  return (
    <TicketStub
      head={
        <>
          <div className="relative h-16 overflow-hidden bg-mesa sm:h-48 print:h-auto print:pt-8">
            <Flyer
              image={ticket.event.flyer}
              alt=""
              sizes="(min-width: 480px) 420px, 100vw"
              priority
              whole="inStrip"
              className={classes('print:hidden', notice && 'grayscale')}
            />
            {place && (
              <p className="absolute top-3 right-3 rounded-full bg-noche px-3 py-1 text-12 font-semibold text-papel print:text-noche">
                {place}
              </p>
            )}
          </div>
          {/* Under the flyer, which says its own words. */}
          <h2
            className={classes(
              'display px-5 pt-3 pb-4 text-balance sm:pt-4 sm:pb-5 wrap-anywhere hyphens-auto text-noche uppercase',
              nameSize(ticket.event.name),
            )}
          >
            {ticket.event.name}
          </h2>
        </>
      }
    >
      <Facts look="paper">
        <Fact label="Titular">
          <span translate="no">{ticket.holderName}</span>
        </Fact>
        <Fact label="Tipo">
          <span translate="no">{ticket.type.name}</span>
        </Fact>
        <Fact label="Fecha">
          <span className="block first-letter:uppercase">
            {ticket.event.startDate ? formatMoment(ticket.event.startDate) : 'A confirmar'}
          </span>
        </Fact>
        <Fact label="Lugar">
          <span translate="no">{ticket.event.Location.name}</span>
        </Fact>
      </Facts>
      <div className="relative mx-auto mt-4 max-w-64 sm:max-w-72 print:max-w-[11cm]">
        {ticket.code ? (
          <QrCode
            text={ticket.code}
            label={`Código QR de la entrada ${formatTicketNumber(ticket.number)}`}
            className={classes('aspect-square w-full', notice && !isForBar && 'opacity-15')}
          />
        ) : (
          <p className="grid aspect-square place-items-center bg-blanco p-6 text-center text-humo-papel">
            {notice ? null : 'El código solo lo ve su titular.'}
          </p>
        )}
        {notice && !isForBar && (
          <p className="absolute inset-0 grid place-items-center">
            <span className="rounded-card bg-noche px-4 py-3 text-center font-bold text-balance text-papel">
              {notice}
            </span>
          </p>
        )}
      </div>
      <p translate="no" className="mt-3 text-center text-18 font-bold tabular-nums">
        N.º {formatTicketNumber(ticket.number)}
      </p>
      <p className="mt-0.5 text-center text-14 text-humo-papel">
        {[
          notice === null && ticket.validUntil && validUntilWords(ticket.validUntil),
          isOffline ? 'Guardada en este teléfono' : isKept && notice === null && 'Funciona sin conexión',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isForBar && <p className="mt-0.5 text-center text-14 text-humo-papel">{notice}</p>}
      <TicketDrinks vouchers={ticket.vouchers} />
    </TicketStub>
  )
}

/** A long name is set smaller, and so is one whose longest word would not fit the narrowest ticket. */
function nameSize(name: string): string {
  const letters = longestWord(name)
  if (name.length > 48 || letters > 16) return 'text-18'
  return letters > 11 || name.length > 28 ? 'text-22' : 'text-28'
}
