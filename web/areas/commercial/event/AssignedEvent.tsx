import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { ASSIGNMENT_ENDED, isAssignmentEnded } from './assignment-message.ts'
import { stateBadge } from '#web/features/events/event-state.ts'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { managedEventQuery } from '#web/features/events/managed-event.ts'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { Badge } from '#web/ui/base/Badge.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

interface AssignedEventProps {
  eventId: string
  children: (event: ManagedEvent) => ReactNode
}

/** What is around the screens of an assigned event. When the assignment ends meanwhile, what is open stays, and it says so. */
export function AssignedEvent({ eventId, children }: AssignedEventProps) {
  const read = useQuery(managedEventQuery(eventId))
  const hasEnded = read.data !== undefined && isAssignmentEnded(read.error)
  return (
    <>
      <BackLink to={paths.commercial()}>Tus eventos</BackLink>
      <Loaded
        read={read}
        label="Cargando el evento"
        skeleton="h-96"
        errorText="Error al cargar el evento"
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

function Tabs({ eventId }: { eventId: string }) {
  const tabs = [
    { to: paths.commercialEvent(eventId), label: 'Evento' },
    { to: paths.commercialMetrics(eventId), label: 'Métricas' },
  ]
  return (
    <nav aria-label="Este evento" className="mb-6 flex gap-1 overflow-x-auto border-b border-linea">
      {tabs.map(({ to, label }) => (
        <NavLink key={to} to={to} end className={({ isActive }) => tabStyle(isActive)}>
          {label}
        </NavLink>
      ))}
      <Link to={`${paths.commercialEvent(eventId)}#costos`} className={tabStyle(false)}>
        Costos
      </Link>
    </nav>
  )
}
