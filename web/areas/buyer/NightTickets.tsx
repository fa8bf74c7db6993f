import { ChevronLeft, FileDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { getNightPdf, type Ticket } from '#contract/sales/tickets.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { call } from '#web/api/call.ts'
import { FullScreenCodes } from '#web/features/tickets/FullScreenCodes.tsx'
import { hasOpenCode } from '#web/features/tickets/ticket-notice.ts'
import { TicketActions } from '#web/features/tickets/TicketActions.tsx'
import { TicketView } from '#web/features/tickets/TicketView.tsx'
import { useWakeLock } from '#web/features/tickets/use-wake-lock.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { isReturned, type Night } from './wallet.ts'

interface NightTicketsProps {
  night: Night
  /** From this phone alone: the session is over. */
  isOffline: boolean
  /** They open without network. */
  isKept: boolean
  /** The wallet's address; null where this night is all of it. */
  back: string | null
  onTransfer: (ticket: Ticket) => void
  onAddDrinks: (ticket: Ticket) => void
}

/** All tickets of a night, with what one does with them. */
export function NightTickets(props: NightTicketsProps) {
  const { night, isOffline, isKept, back, onTransfer, onAddDrinks } = props
  const { event, tickets } = night
  const [shown, setShown] = useState<Ticket | null>(null)
  const open = tickets.filter(hasOpenCode)
  useWakeLock(open.length > 0)
  return (
    <section aria-label={event.name} className="mb-10">
      {back !== null && (
        <Link to={back} className="-ml-1 mb-2 inline-flex min-h-11 items-center gap-1 text-celeste no-underline">
          <ChevronLeft size={18} /> Todas tus noches
        </Link>
      )}
      {/* One finger moves between the tickets of a night; a desktop shows them side by side. */}
      <ul className="-mx-5 flex snap-x snap-mandatory gap-4 overflow-x-auto px-5 pb-2 md:mx-0 md:grid md:grid-cols-2 md:overflow-visible md:px-0 xl:grid-cols-3 xl:gap-6 print:mx-0 print:block print:overflow-visible print:px-0">
        {tickets.map((ticket, index) => (
          <li
            key={ticket.id}
            className="w-[min(88vw,24rem)] shrink-0 snap-center break-inside-avoid md:w-auto print:mx-auto print:mb-8 print:w-[27rem]"
          >
            <TicketView
              ticket={ticket}
              isOffline={isOffline}
              isKept={isKept}
              {...(tickets.length > 1 && { place: `${index + 1} de ${tickets.length}` })}
            />
            <TicketActions
              ticket={ticket}
              onShow={hasOpenCode(ticket) ? setShown : undefined}
              onTransfer={onTransfer}
              onAddDrinks={onAddDrinks}
            />
          </li>
        ))}
      </ul>
      {!isOffline && tickets.filter((ticket) => !isReturned(ticket)).length > 1 && <NightPdf event={event} />}
      {shown && <FullScreenCodes tickets={open} first={shown} onClose={() => setShown(null)} />}
    </section>
  )
}

/** Fetched with the session, which a plain link would not carry. */
function NightPdf({ event }: Pick<Night, 'event'>) {
  const [isBusy, setIsBusy] = useState(false)
  async function download() {
    setIsBusy(true)
    try {
      saveFile(await call(getNightPdf, { query: { eventId: event.id } }), `entradas-${event.number}.pdf`)
    } catch (error) {
      showToast(failureMessage(error, 'No pudimos bajar las entradas'), 'error')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      tone="secondary"
      busy={isBusy}
      icon={<FileDown size={18} />}
      className="mt-4 print:hidden"
      onClick={() => void download()}
    >
      Todas en un PDF
    </Button>
  )
}
