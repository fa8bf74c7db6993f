import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { getTicketByLink } from '#contract/sales/tickets.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { MoveNotice } from '#web/features/moves/MoveNotice.tsx'
import { TicketActions } from '#web/features/tickets/TicketActions.tsx'
import { useTransfer } from '#web/features/tickets/use-transfer.tsx'
import { TicketView } from '#web/features/tickets/TicketView.tsx'
import { useKept } from '#web/features/tickets/use-kept.ts'
import { useLastingStorage } from '#web/features/tickets/use-lasting-storage.ts'
import { useWakeLock } from '#web/features/tickets/use-wake-lock.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'

export const query = (token: string) =>
  endpointQuery(getTicketByLink, { params: { token } }, { fresh: true, keepOffline: true })

/** One ticket from the mail or WhatsApp link: no sign-in, and no network once it was seen. */
function TicketLinkScreen() {
  const { token = '' } = useParams()
  const isOnline = useOnline()
  const ticket = useQuery(query(token))
  const transfer = useTransfer()
  usePageTitle(ticket.data ? `Entrada · ${ticket.data.event.name}` : 'Tu entrada')
  // A truncated link is recognized by its shape, before any request.
  const isDead = isApiFailure(ticket.error, 'ticket_link_invalid', 'invalid_input')
  const isKept = useKept(getTicketByLink, { params: { token } }, ticket.data !== undefined)
  useWakeLock(ticket.data?.state === 'valid')
  useLastingStorage(ticket.data?.state === 'valid')
  return (
    <div className="mx-auto w-full max-w-[27rem] px-5 pt-24 pb-12">
      <h1 className="sr-only">Tu entrada</h1>
      {isDead && (
        <EmptyState
          title="Este enlace ya no abre ninguna entrada"
          action={<ScreenButton to={paths.clientDashboard()}>Ver mis entradas</ScreenButton>}
        >
          Fijate que el enlace esté completo. Si te transfirieron la entrada o la volvimos a emitir, buscá el mensaje
          más nuevo: ese es el que vale.
        </EmptyState>
      )}
      {!isDead && !ticket.data && (
        <Unloaded
          read={ticket}
          label="Cargando tu entrada"
          skeleton="h-[38rem] w-full rounded-sheet"
          errorText="Error al cargar tickets"
        />
      )}
      {ticket.data && !isDead && (
        <>
          <MoveNotice event={ticket.data.event} className="mb-4" />
          <TicketView ticket={ticket.data} isOffline={!isOnline} isKept={isKept} />
          <TicketActions ticket={ticket.data} onTransfer={(ticket) => void transfer.ask(ticket)} />
        </>
      )}
      {transfer.dialog}
    </div>
  )
}

export { TicketLinkScreen as Component }
