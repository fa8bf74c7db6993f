import { ChevronLeft, FileDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { getNightPdf, type Ticket } from '#contract/sales/tickets.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { call } from '#web/api/call.ts'
import { FullScreenCodes } from '#web/features/tickets/FullScreenCodes.tsx'
import { hasOpenCode } from '#web/features/tickets/ticket-notice.ts'
import { TicketActions } from '#web/features/tickets/TicketActions.tsx'
import { TicketStrip } from '#web/features/tickets/TicketStrip.tsx'
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
      <TicketStrip tickets={tickets} isOffline={isOffline} isKept={isKept}>
        {(ticket) => (
          <TicketActions
            ticket={ticket}
            onShow={hasOpenCode(ticket) ? setShown : undefined}
            onTransfer={onTransfer}
            onAddDrinks={onAddDrinks}
          />
        )}
      </TicketStrip>
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
      className="mt-4 max-sm:w-full print:hidden"
      onClick={() => void download()}
    >
      Todas en un PDF
    </Button>
  )
}
