import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, redirect, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { getMyTickets, getTicketByLink, type Ticket } from '#contract/sales/tickets.ts'
import { useLive } from '#web/api/live.ts'
import { endpointQuery, queryClient, type QueryOptions } from '#web/api/query.ts'
import { recallAnswer, rememberAnswer } from '#web/api/seen-answers.ts'
import { currentSession, useSession, wasLeft } from '#web/api/session.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { MoveNotice } from '#web/features/moves/MoveNotice.tsx'
import { useAddDrinks } from '#web/features/drinks/use-add-drinks.tsx'
import { TicketActions } from '#web/features/tickets/TicketActions.tsx'
import { useTransfer } from '#web/features/tickets/use-transfer.tsx'
import { TicketView } from '#web/features/tickets/TicketView.tsx'
import { useLastingStorage } from '#web/features/tickets/use-lasting-storage.ts'
import { useWakeLock } from '#web/features/tickets/use-wake-lock.ts'
import { InstallPrompt } from '#web/shell/device/InstallPrompt.tsx'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { Chip } from '#web/ui/base/Chip.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { byEvent } from './tickets-by-event.ts'

const WHENS = [
  { value: 'upcoming', label: 'Próximas' },
  { value: 'past', label: 'Anteriores' },
] as const
type When = (typeof WHENS)[number]['value']
const whenOf = (search: URLSearchParams): When => (search.get('ver') === 'anteriores' ? 'past' : 'upcoming')

const inputOf = (when: When) => ({ query: { when, page: 1, limit: 100 } })
const reading: QueryOptions<typeof getMyTickets> = {
  keepOffline: true,
  join: (all, next) => ({ ...next, tickets: [...all.tickets, ...next.tickets] }),
}
/** Without a stream: a night's tickets are many pages, perhaps. */
const READ_AGAIN_MILLISECONDS = 30_000

/**
 * Tickets seen on this phone stay within reach when the session is over: the door does not wait for a password. Not after
 * signing out, here or in another tab, even while that tab is still erasing them.
 */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  const url = new URL(request.url)
  if (currentSession()) {
    void queryClient.prefetchQuery(
      endpointQuery(getMyTickets, inputOf(whenOf(url.searchParams)), { ...reading, fresh: true }),
    )
    return null
  }
  if (!wasLeft() && (await recallAnswer(getMyTickets, inputOf('upcoming')))) return null
  rememberRedirect(url.pathname + url.search)
  return redirect(paths.login())
}

function TicketsScreen() {
  const session = useSession()
  const [search] = useSearchParams()
  const when = whenOf(search)
  const kept = useQuery({
    queryKey: ['kept tickets'],
    queryFn: async () =>
      ((await recallAnswer(getMyTickets, inputOf('upcoming'))) ?? null) as { tickets: Ticket[] } | null, // kept below from the same call
    enabled: !session && !wasLeft(),
    networkMode: 'always',
  })
  const transfer = useTransfer()
  const addDrinks = useAddDrinks()
  const asked = useLive(getMyTickets, inputOf(when), {
    ...reading,
    enabled: session !== null,
    while: () => when === 'upcoming',
    pollInterval: () => READ_AGAIN_MILLISECONDS,
  })
  const tickets = session ? asked.data?.tickets : kept.data?.tickets
  const isUpcoming = session ? when === 'upcoming' : true
  useWakeLock(Boolean(tickets?.length) && isUpcoming)
  useLastingStorage(Boolean(tickets?.length) && isUpcoming)
  useKeepLinks(session ? tickets : undefined)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 lg:mb-6">
        <h1 className="display text-22 sm:text-28 lg:text-34">Mis entradas</h1>
        {session && (
          <nav aria-label="Qué entradas ver" className="flex gap-2">
            {WHENS.map(({ value, label }) => (
              <Chip asChild key={value} selected={value === when}>
                <Link
                  to={value === 'past' ? `${paths.clientDashboard()}?ver=anteriores` : paths.clientDashboard()}
                  aria-current={value === when ? 'page' : undefined}
                >
                  {label}
                </Link>
              </Chip>
            ))}
          </nav>
        )}
      </div>
      {!session && <SessionOver />}
      {!tickets && (
        <Unloaded
          read={asked}
          label="Cargando tus entradas"
          skeleton={<TicketSkeleton />}
          errorText="Error al cargar tickets"
        />
      )}
      {tickets?.length === 0 && <NoTickets when={when} />}
      {tickets && tickets.length > 0 && (
        <TicketList
          tickets={tickets}
          isOffline={!session}
          onTransfer={(ticket) => void transfer.ask(ticket)}
          onAddDrinks={(ticket) => void addDrinks.ask(ticket)}
        />
      )}
      {transfer.dialog}
      {addDrinks.dialog}
      {isUpcoming && tickets && tickets.length > 0 && <InstallPrompt />}
    </>
  )
}

interface TicketListProps {
  tickets: readonly Ticket[]
  isOffline: boolean
  onTransfer: (ticket: Ticket) => void
  onAddDrinks: (ticket: Ticket) => void
}

function TicketList({ tickets, isOffline, onTransfer, onAddDrinks }: TicketListProps) {
  return byEvent(tickets).map(({ event, tickets: ofEvent }) => (
    <section key={event.id} aria-label={event.name} className="mb-10">
      {!isOffline && <MoveNotice event={event} className="mb-4" />}
      {/* One finger moves between the tickets of a night; a desktop shows them side by side. */}
      <ul className="-mx-5 flex snap-x snap-mandatory gap-4 overflow-x-auto px-5 pb-2 md:mx-0 md:grid md:grid-cols-2 md:overflow-visible md:px-0 xl:grid-cols-3 xl:gap-6 print:mx-0 print:block print:overflow-visible print:px-0">
        {ofEvent.map((ticket, index) => (
          <li
            key={ticket.id}
            className="w-[min(88vw,24rem)] shrink-0 snap-center break-inside-avoid md:w-auto print:mx-auto print:mb-8 print:w-[27rem]"
          >
            <TicketView
              ticket={ticket}
              isOffline={isOffline}
              {...(ofEvent.length > 1 && { place: `${index + 1} de ${ofEvent.length}` })}
            />
            <TicketActions ticket={ticket} onTransfer={onTransfer} onAddDrinks={onAddDrinks} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Each ticket's own link opens without network too, once it was seen here. */
function useKeepLinks(tickets: readonly Ticket[] | undefined): void {
  useEffect(() => {
    for (const ticket of tickets ?? []) {
      if (ticket.linkToken) void rememberAnswer(getTicketByLink, { params: { token: ticket.linkToken } }, ticket)
    }
  }, [tickets])
}

function SessionOver() {
  return (
    <p className="mb-6 rounded-card border border-linea bg-tinta p-4 text-14 text-humo">
      Tu sesión terminó. Estas son las entradas que viste en este teléfono y siguen sirviendo en la puerta.{' '}
      <Link to={paths.login()} onClick={() => rememberRedirect(paths.clientDashboard())} className="text-celeste">
        Ingresar
      </Link>
    </p>
  )
}

function NoTickets({ when }: { when: When }) {
  return (
    <EmptyState
      title={when === 'past' ? 'Todavía no fuiste a ningún evento' : 'No tenés entradas para lo que viene'}
      action={<ScreenButton to={paths.events()}>Ver eventos</ScreenButton>}
    >
      {when === 'past'
        ? 'Las entradas de las noches que ya pasaron quedan guardadas acá.'
        : 'Cuando compres, tus entradas aparecen acá con su QR.'}
    </EmptyState>
  )
}

function TicketSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <Skeleton className="h-[46rem] w-[min(88vw,24rem)] rounded-sheet md:h-[36rem] md:w-full" />
      <Skeleton className="hidden h-[36rem] w-full rounded-sheet md:block" />
    </div>
  )
}

export { TicketsScreen as Component }
