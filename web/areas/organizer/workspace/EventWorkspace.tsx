import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link, NavLink, Outlet, useLocation, useMatch, useParams, type LoaderFunctionArgs } from 'react-router'
import { formatMoment } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { places } from '#contract/platform/places.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { queryClient } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { navigation, type NavLink as NavItem } from '#web/shell/layout/navigation.ts'
import { NavIcon } from '#web/shell/layout/NavIcon.tsx'
import { Menu } from '#web/ui/base/Menu.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { managedEventQuery } from '#web/features/events/managed-event.ts'
import { nextStep } from './event-next.ts'
import { EventStatus } from './EventStatus.tsx'
import { SaleStopBar } from './SaleStopBar.tsx'
import { useMay } from '#web/shell/session/person.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { SHARE } from './share-address.ts'

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }))

export const loader = ({ params }: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(managedEventQuery(params['id'] ?? ''))
  return null
}

/** The frame of an event's screens: name, status, next step and tabs. */
function EventWorkspace() {
  const { id = '' } = useParams()
  const event = useQuery(managedEventQuery(id))
  if (event.data === undefined && event.isError) {
    return (
      <>
        <BackLink to={paths.organizerEvents()}>Eventos</BackLink>
        <h1 className="sr-only">Evento</h1>
        <Unloaded
          read={event}
          label="Cargando el evento"
          missing={
            <EmptyState title="No encontramos ese evento">
              Puede que el enlace esté mal o que el evento sea de otra organización.
            </EmptyState>
          }
        />
      </>
    )
  }
  return (
    <>
      <BackLink to={paths.organizerEvents()}>Eventos</BackLink>
      {event.data ? <Header event={event.data} /> : <HeaderSkeleton />}
      {event.data && <SaleStopBar event={event.data} />}
      <EventTabs id={id} />
      <Outlet />
      {event.data?.state === 'active' && <Share event={event.data} />}
    </>
  )
}

function Header({ event }: { event: ManagedEvent }) {
  const may = useMay()
  /** It says at length what comes next. */
  const isSummary = useMatch(places.eventSummary.path) !== null
  return (
    <header className="mb-4 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 md:gap-y-1">
      <span className="size-14 overflow-hidden rounded-card md:row-span-2 md:size-20 md:self-start">
        <Flyer image={event.flyer} alt="" sizes="80px" />
      </span>
      <p className="eyebrow text-sol md:self-end">{event.startDate ? formatMoment(event.startDate) : 'Sin fecha'}</p>
      <EventStatus event={event} />
      <div className="max-md:col-span-full md:self-start">
        <h1 className="display text-22 text-balance wrap-anywhere md:text-28">{event.name}</h1>
        {!isSummary && <p className="mt-1 text-14 text-humo">{nextStep(event, may.edit).title}</p>}
      </div>
    </header>
  )
}

/** Publishing leads here, from any screen. */
function Share({ event }: { event: ManagedEvent }) {
  const [isAsked, setAsked] = useDialogAddress(SHARE)
  return (
    isAsked !== null && (
      <Suspense fallback={null}>
        <ShareDialog event={event} onClose={() => setAsked(null)} />
      </Suspense>
    )
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

/** Beyond these the tabs stand under «Más». */
const TABS_IN_SIGHT = 7

/** Each is a screen with an address of its own. */
function EventTabs({ id }: { id: string }) {
  const links = navigation('event', useSession()?.user).map((link) => ({ ...link, to: link.to.replace(':id', id) }))
  const hasMore = links.length > TABS_IN_SIGHT
  const tabs = hasMore ? links.slice(0, TABS_IN_SIGHT - 1) : links
  const more = links.slice(tabs.length)
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // On a phone not all of them are seen at once. The last is «Más», which stands for those behind it.
    const tab = bar.current?.querySelector('[aria-current]') ?? bar.current?.lastElementChild
    if (bar.current && tab instanceof HTMLElement) {
      bar.current.scrollLeft = tab.offsetLeft - bar.current.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2
    }
  }, [pathname])
  return (
    <nav
      ref={bar}
      aria-label="Este evento"
      className="mb-6 flex gap-1 overflow-x-auto scrollbar-none border-b border-linea"
    >
      {tabs.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          // A screen within a tab's is of that tab; the summary's address begins all of them.
          end={to === paths.eventSummary(id)}
          className={({ isActive }) => tabStyle(isActive)}
        >
          {label}
        </NavLink>
      ))}
      {hasMore && <MoreTabs links={more} pathname={pathname} />}
    </nav>
  )
}

const tabStyle = (isActive: boolean) =>
  classes(
    '-mb-px flex min-h-12 items-center border-b-2 px-4 font-semibold whitespace-nowrap no-underline hover:text-papel',
    isActive ? 'border-celeste text-papel' : 'border-transparent text-humo',
  )

/** The tabs that do not fit. The open one names the button, so that people see where they are. */
function MoreTabs({ links, pathname }: { links: readonly NavItem[]; pathname: string }) {
  const open = links.find(({ to }) => pathname.startsWith(to))
  return (
    <Menu
      label={open ? `Más: ${open.label}` : 'Más'}
      trigger={
        <>
          {open?.label ?? 'Más'}
          <ChevronDown className="ml-1 size-5" />
        </>
      }
      triggerClassName={tabStyle(open !== undefined)}
      items={links.map(({ to, label, icon }) => ({
        key: to,
        label,
        icon: <NavIcon icon={icon} />,
        link: <Link to={to} />,
      }))}
    />
  )
}

export { EventWorkspace as Component }
