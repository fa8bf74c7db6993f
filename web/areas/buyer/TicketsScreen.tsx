import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link, redirect, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { getMyTickets, type Ticket } from '#contract/sales/tickets.ts'
import { useLive } from '#web/api/live.ts'
import { recallAnswer } from '#web/api/seen-answers.ts'
import { currentSession, useSession, wasLeft } from '#web/api/session.ts'
import { useAddDrinks } from '#web/features/drinks/use-add-drinks.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { keepWallet, useKeepLinks, walletInput, walletReading, type When } from '#web/features/tickets/keep-wallet.ts'
import { useKept } from '#web/features/tickets/use-kept.ts'
import { useLastingStorage } from '#web/features/tickets/use-lasting-storage.ts'
import { useTransfer } from '#web/features/tickets/use-transfer.tsx'
import { InstallPrompt } from '#web/shell/device/InstallPrompt.tsx'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { Chip } from '#web/ui/base/Chip.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { NightTickets } from './NightTickets.tsx'
import { byEvent, isReturned } from './wallet.ts'
import { WalletNewsList } from './WalletNewsList.tsx'
import { WalletNights } from './WalletNights.tsx'

const WHENS = [
  { value: 'upcoming', label: 'Próximas' },
  { value: 'past', label: 'Anteriores' },
] as const
const whenOf = (search: URLSearchParams): When => (search.get('ver') === 'anteriores' ? 'past' : 'upcoming')

/** Without a stream: a night's tickets are many pages, perhaps. */
const READ_AGAIN_MILLISECONDS = 30_000

/**
 * Tickets seen on this phone stay within reach when the session is over: the door does not wait for a password. Not after
 * signing out, here or in another tab, even while that tab is still erasing them.
 */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  const url = new URL(request.url)
  if (currentSession()) {
    void keepWallet(whenOf(url.searchParams))
    return null
  }
  if (!wasLeft() && (await recallAnswer(getMyTickets, walletInput('upcoming')))) return null
  rememberRedirect(url.pathname + url.search)
  return redirect(paths.login())
}

function TicketsScreen() {
  const session = useSession()
  const [search] = useSearchParams()
  const when = whenOf(search)
  // Here, because what they ask of a ticket may take it from its night.
  const transfer = useTransfer()
  const addDrinks = useAddDrinks()
  const kept = useQuery({
    queryKey: ['kept tickets'],
    queryFn: async () =>
      ((await recallAnswer(getMyTickets, walletInput('upcoming'))) ?? null) as { tickets: Ticket[] } | null, // kept below from the same call
    enabled: !session && !wasLeft(),
    networkMode: 'always',
  })
  const asked = useLive(getMyTickets, walletInput(when), {
    ...walletReading,
    enabled: session !== null,
    while: () => when === 'upcoming',
    pollInterval: () => READ_AGAIN_MILLISECONDS,
  })
  const tickets = session ? asked.data?.tickets : kept.data?.tickets
  const isUpcoming = session ? when === 'upcoming' : true
  useLastingStorage(Boolean(tickets?.length) && isUpcoming)
  useKeepLinks(session ? tickets : undefined)
  const isKept = useKept(getMyTickets, walletInput('upcoming'), Boolean(tickets?.length) && isUpcoming)
  const nights = byEvent((tickets ?? []).filter((ticket) => !isUpcoming || !isReturned(ticket)))
  const chosen =
    nights.find(({ event }) => event.id === search.get('noche')) ?? (nights.length === 1 ? nights[0] : null)
  const isOne = chosen !== null && chosen !== undefined && nights.length > 1
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 lg:mb-6">
        <h1 className="display text-22 sm:text-28 lg:text-34">Mis entradas</h1>
        {session && (
          <nav aria-label="Qué entradas ver" className="flex gap-2">
            {WHENS.map(({ value, label }) => (
              <Chip asChild key={value} selected={value === when}>
                <Link to={addressOf(value)} aria-current={value === when ? 'page' : undefined}>
                  {label}
                </Link>
              </Chip>
            ))}
          </nav>
        )}
      </div>
      {!session && <SessionOver />}
      {!tickets && <Unloaded read={asked} label="Cargando tus entradas" skeleton={<TicketSkeleton />} />}
      {isUpcoming && tickets && !isOne && <WalletNewsList tickets={tickets} isOffline={!session} />}
      {tickets && nights.length === 0 && <NoTickets when={when} />}
      {chosen && (
        <NightTickets
          night={chosen}
          isOffline={!session}
          isKept={isKept}
          back={isOne ? addressOf(when) : null}
          onTransfer={(ticket) => void transfer.ask(ticket)}
          onAddDrinks={(ticket) => void addDrinks.ask(ticket)}
        />
      )}
      {!chosen && nights.length > 0 && (
        <WalletNights nights={nights} isUpcoming={isUpcoming} address={(id) => addressOf(when, id)} />
      )}
      {isKept && !chosen && (
        <p className="mb-6 flex items-center justify-center gap-2 text-14 text-humo">
          <Check size={18} className="text-yerba" /> Guardadas en este dispositivo: abren sin conexión
        </p>
      )}
      {transfer.dialog}
      {addDrinks.dialog}
      {isUpcoming && nights.length > 0 && <InstallPrompt />}
    </>
  )
}

/** The wallet's address, or that of one of its nights. */
function addressOf(when: When, eventId?: string): string {
  const search = new URLSearchParams({
    ...(when === 'past' && { ver: 'anteriores' }),
    ...(eventId !== undefined && { noche: eventId }),
  }).toString()
  return paths.clientDashboard() + (search === '' ? '' : `?${search}`)
}

function SessionOver() {
  return (
    <p className="mb-6 rounded-card border border-linea bg-tinta p-4 text-14 text-humo">
      Tu sesión terminó. Estas son las entradas que viste en este dispositivo y siguen sirviendo en la puerta.{' '}
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
    <div className="flex max-w-xl flex-col gap-3">
      <Skeleton className="h-80 w-full rounded-sheet" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  )
}

export { TicketsScreen as Component }
