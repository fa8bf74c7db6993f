import { useQueries } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { splitLinkTokens } from '#contract/sales/ticket-links.ts'
import { getTicketByLink, type Ticket } from '#contract/sales/tickets.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { MoveNotice } from '#web/features/moves/MoveNotice.tsx'
import { TicketActions } from '#web/features/tickets/TicketActions.tsx'
import { TicketStrip } from '#web/features/tickets/TicketStrip.tsx'
import { useTransfer } from '#web/features/tickets/use-transfer.tsx'
import { TicketView } from '#web/features/tickets/TicketView.tsx'
import { useAllKept } from '#web/features/tickets/use-kept.ts'
import { useLastingStorage } from '#web/features/tickets/use-lasting-storage.ts'
import { useWakeLock } from '#web/features/tickets/use-wake-lock.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { classes } from '#web/ui/base/classes.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'

const query = (token: string) =>
  endpointQuery(getTicketByLink, { params: { token } }, { fresh: true, keepOffline: true })

/** The tickets of a mail's or WhatsApp's link: no sign-in, and no network once they were seen. */
function TicketLinkScreen() {
  const { token = '' } = useParams()
  const tokens = splitLinkTokens(token)
  const isOffline = !useOnline()
  const reads = useQueries({ queries: tokens.map(query) })
  const transfer = useTransfer()
  const acts = {
    onTransfer: (ticket: Ticket) => void transfer.ask(ticket),
    onSignIn: () => rememberRedirect(paths.ticketLink(token)),
  }
  // A truncated link is recognized by its shape, before any request.
  const open = reads.filter(({ error }) => !isApiFailure(error, 'ticket_link_invalid', 'invalid_input'))
  const tickets = open.flatMap(({ data }) => data ?? [])
  const waiting = open.find(({ data }) => data === undefined)
  const isOne = tickets.length <= 1
  const [first] = tickets
  usePageTitle(first ? `${isOne ? 'Entrada' : 'Entradas'} · ${first.event.name}` : 'Tu entrada')
  const seen = tickets.map(({ linkToken }) => ({ params: { token: linkToken } }))
  const isKept = useAllKept(getTicketByLink, seen, first !== undefined)
  const isGood = tickets.some(({ state }) => state === 'valid')
  useWakeLock(isGood)
  useLastingStorage(isGood)
  const moved = [...new Map(tickets.map(({ event }) => [event.id, event])).values()]
  return (
    <div className={classes('mx-auto w-full max-w-[27rem] px-5 pt-24 pb-12', !isOne && 'md:max-w-[54rem]')}>
      <h1 className="sr-only">{isOne ? 'Tu entrada' : 'Tus entradas'}</h1>
      {open.length === 0 && (
        <EmptyState
          title="Este enlace ya no abre ninguna entrada"
          action={<ScreenButton to={paths.clientDashboard()}>Ver mis entradas</ScreenButton>}
        >
          Fijate que el enlace esté completo. Si te transfirieron la entrada o la volvimos a emitir, buscá el mensaje
          más nuevo: ese es el que vale.
        </EmptyState>
      )}
      {moved.map((event) => (
        <MoveNotice key={event.id} event={event} isNamed={moved.length > 1} className="mb-4" />
      ))}
      {first && isOne && (
        <>
          <TicketView ticket={first} isOffline={isOffline} isKept={isKept} />
          <TicketActions ticket={first} {...acts} />
        </>
      )}
      {!isOne && (
        <TicketStrip tickets={tickets} isOffline={isOffline} isKept={isKept} isPaired>
          {(ticket) => <TicketActions ticket={ticket} {...acts} />}
        </TicketStrip>
      )}
      {waiting && (
        <Unloaded
          read={waiting}
          label="Cargando tu entrada"
          skeleton={first ? 'mt-4 h-40 w-full rounded-sheet' : 'h-[38rem] w-full rounded-sheet'}
        />
      )}
      {first && open.length < reads.length && (
        <p className="mt-4 text-center text-14 text-humo">
          El enlace traía más entradas: las que se pasaron o se volvieron a emitir se abren con su mensaje más nuevo.
        </p>
      )}
      {transfer.dialog}
    </div>
  )
}

export { TicketLinkScreen as Component }
