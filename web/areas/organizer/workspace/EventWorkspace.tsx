import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation, useMatch, useParams, type LoaderFunctionArgs } from 'react-router'
import { formatMoment } from '#contract/dates.ts'
import { screens } from '#contract/screens.ts'
import { getManagedEvent, type ManagedEvent } from '#contract/events-managed.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { navigation } from '#web/shell/layout/navigation.ts'
import { classes } from '#web/ui/base/classes.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { BackToEvents } from './BackToEvents.tsx'
import { mayEdit } from '../events/event-acts.ts'
import { nextStep } from './event-next.ts'
import { EventStanding } from './EventStanding.tsx'
import { usePerson } from '#web/shell/session/use-person.ts'

/** Sold and held places are shown as they are now. */
export const managedEventQuery = (id: string) => endpointQuery(getManagedEvent, { params: { id } }, { fresh: true })
export const loader = ({ params }: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(managedEventQuery(params['id'] ?? ''))
  return null
}

/** Around all screens of one event: which it is, how it stands, what comes next, and the way between them. */
function EventWorkspace() {
  const { id = '' } = useParams()
  const event = useQuery(managedEventQuery(id))
  if (event.data === undefined && event.isError) {
    return (
      <>
        <BackToEvents />
        <h1 className="sr-only">Evento</h1>
        {isApiFailure(event.error, 'event_not_found', 'invalid_input') ? (
          <EmptyState title="No encontramos ese evento">
            Puede que el enlace esté mal o que el evento sea de otra organización.
          </EmptyState>
        ) : (
          <ErrorState
            message={failureMessage(event.error, 'Error al cargar el evento')}
            onRetry={() => void event.refetch()}
            retrying={event.isFetching}
          />
        )}
      </>
    )
  }
  return (
    <>
      <BackToEvents />
      {event.data ? <Header event={event.data} /> : <HeaderSkeleton />}
      <EventTabs id={id} />
      <Outlet />
    </>
  )
}

function Header({ event }: { event: ManagedEvent }) {
  const person = usePerson()
  /** It says at length what comes next. */
  const isSummary = useMatch(screens.eventSummary.path) !== null
  return (
    <header className="mb-4 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 md:gap-y-1">
      <span className="size-14 overflow-hidden rounded-card md:row-span-2 md:size-20 md:self-start">
        <Flyer image={event.flyer} alt="" sizes="80px" />
      </span>
      <p className="eyebrow text-sol md:self-end">{event.startDate ? formatMoment(event.startDate) : 'Sin fecha'}</p>
      <EventStanding event={event} />
      <div className="max-md:col-span-full md:self-start">
        <h1 className="display text-22 text-balance wrap-anywhere md:text-28">{event.name}</h1>
        {!isSummary && (
          <p className="mt-1 text-14 text-humo">{nextStep(event, person !== null && mayEdit(person)).title}</p>
        )}
      </div>
    </header>
  )
}

function HeaderSkeleton() {
  return (
    <div
      role="status"
      aria-label="Cargando el evento"
      className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 md:gap-y-1"
    >
      <h1 className="sr-only">Evento</h1>
      <Skeleton className="size-14 md:row-span-2 md:size-20" />
      <Skeleton className="h-4 w-32" />
      <div className="flex flex-col gap-2 max-md:col-span-full">
        <Skeleton className="h-8 w-72 max-w-full" />
        <Skeleton className="h-4 w-40" />
      </div>
    </div>
  )
}

/** Each is a screen with an address of its own. */
function EventTabs({ id }: { id: string }) {
  const tabs = navigation('event', useSession()?.user)
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // On a phone not all of them are seen at once.
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && tab) {
      bar.current.scrollLeft = tab.offsetLeft - bar.current.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2
    }
  }, [pathname])
  return (
    <nav ref={bar} aria-label="Este evento" className="mb-6 flex gap-1 overflow-x-auto border-b border-linea">
      {tabs.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to.replace(':id', id)}
          // A screen within a tab's is of that tab; the summary's address begins all of them.
          end={to === screens.eventSummary.path}
          className={({ isActive }) =>
            classes(
              '-mb-px flex min-h-12 items-center border-b-2 px-4 font-semibold whitespace-nowrap no-underline hover:text-papel',
              isActive ? 'border-celeste text-papel' : 'border-transparent text-humo',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}

export { EventWorkspace as Component }
