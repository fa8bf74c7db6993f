import { useEffect, type ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { getManagedEvent, type ManagedEvent } from '#contract/events/events-managed.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { useLive } from '#web/api/live.ts'
import { ASSIGNMENT_ENDED, isAssignmentEnded } from './assignment-message.ts'
import { stateBadge } from '#web/features/events/event-state.ts'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { Badge } from '#web/ui/base/Badge.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { alert } from '#web/shell/notices/alert.ts'

interface AssignedEventProps {
  eventId: string
  children: (event: ManagedEvent) => ReactNode
}

/** What is around the screens of an assigned event. When the assignment ends meanwhile, what is open stays, and it says so. */
export function AssignedEvent({ eventId, children }: AssignedEventProps) {
  const read = useLive(getManagedEvent, { params: { id: eventId } })
  const hasEnded = read.data !== undefined && isAssignmentEnded(read.error)
  useEffect(() => {
    // The notice is at the top, far from the field that is being filled in.
    if (hasEnded) alert.warning('Tu asignación terminó', ASSIGNMENT_ENDED)
  }, [hasEnded])
  return (
    <>
      <BackLink to={paths.commercial()}>Tus eventos</BackLink>
      <Loaded
        read={read}
        label="Cargando el evento"
        skeleton="h-96"
        missing={
          <EmptyState
            title="No tenés asignado este evento"
            action={<ScreenButton to={paths.commercial()}>Ver tus eventos</ScreenButton>}
          >
            Puede que ya lo tenga otra persona, o que el enlace esté mal.
          </EmptyState>
        }
      >
        {(event) => (
          <>
            <Head event={event} />
            <Tabs eventId={eventId} />
            {hasEnded && (
              <div className="mb-6">
                <Notice tone="danger">{ASSIGNMENT_ENDED}</Notice>
              </div>
            )}
            {children(event)}
          </>
        )}
      </Loaded>
    </>
  )
}

function Head({ event }: { event: ManagedEvent }) {
  const { tone, one } = stateBadge(event)
  return (
    <header className="mb-4 flex items-center gap-4">
      <span className="size-14 shrink-0 overflow-hidden rounded-card md:size-20">
        <Flyer image={event.flyer} alt="" sizes="80px" />
      </span>
      <div className="min-w-0">
        <p className="eyebrow text-sol">{event.startDate ? formatMoment(event.startDate) : 'Sin fecha'}</p>
        <h1 className="display text-22 text-balance wrap-anywhere md:text-28">{event.name}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-14 text-humo">
          {event.company.name}
          <Badge tone={tone}>{one}</Badge>
        </p>
      </div>
    </header>
  )
}

const tabStyle = (isActive: boolean) =>
  classes(
    '-mb-px flex min-h-12 items-center border-b-2 px-4 font-semibold whitespace-nowrap no-underline hover:text-papel',
    isActive ? 'border-celeste text-papel' : 'border-transparent text-humo',
  )

/** Where the costs stand on the screen of the event. */
export const COSTS_ANCHOR = 'costos'

function Tabs({ eventId }: { eventId: string }) {
  const isAtCosts = useLocation().hash === `#${COSTS_ANCHOR}`
  const tabs = [
    { to: paths.commercialEvent(eventId), label: 'Evento' },
    { to: paths.commercialMetrics(eventId), label: 'Métricas' },
  ]
  return (
    <nav aria-label="Este evento" className="mb-6 flex gap-1 overflow-x-auto scrollbar-none border-b border-linea">
      {tabs.map(({ to, label }) => (
        <NavLink key={to} to={to} end className={({ isActive }) => tabStyle(isActive && !isAtCosts)}>
          {label}
        </NavLink>
      ))}
      <Link
        to={`${paths.commercialEvent(eventId)}#${COSTS_ANCHOR}`}
        aria-current={isAtCosts ? 'location' : undefined}
        className={tabStyle(isAtCosts)}
      >
        Costos
      </Link>
    </nav>
  )
}
