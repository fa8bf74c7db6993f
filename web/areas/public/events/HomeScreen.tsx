import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactElement } from 'react'
import { Link, useNavigate } from 'react-router'
import { brand } from '#contract/platform/brand.ts'
import type { EventCard } from '#contract/events/event-schemas.ts'
import { getEventsHome } from '#contract/events/events.ts'
import { landingNights, type LandingNights, type Narrowing } from '#contract/first-paint/landing-nights.ts'
import { eventPath, paths } from '#contract/api/paths.ts'
import { formatDay } from '#contract/values/dates.ts'
import { monthName, monthOf, type Month } from '#contract/values/months.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { EventGrid, EventGridSkeleton } from '#web/features/events/EventCard.tsx'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { tonight } from '#web/lib/clock.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useRestDrawn } from '#web/lib/start/use-rest-drawn.ts'
import { AppBannerOnPhones } from '#web/shell/notices/LazyOverlays.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Chip } from '#web/ui/base/Chip.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Particles } from '#web/features/brand/Particles.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { eventsPath } from '#contract/first-paint/events-links.ts'
import { HOME_SECTIONS } from '#web/shell/layout/home-sections.ts'
import { MonthCalendar } from './MonthCalendar.tsx'
import { shiftMonth } from './month-grid.ts'
import { SearchInput } from './SearchInput.tsx'

export const query = (month: Month) => endpointQuery(getEventsHome, { query: { year: month.year, month: month.month } })
/** The hero is there at once; the month's events may follow. */
export const loader = () => {
  void queryClient.prefetchQuery(query(monthOf(tonight())))
  return null
}

/** On their way from the first, and drawn after the nights. */
const sections = import('./HomeSections.tsx')
const HomeSections = lazy(async () => ({ default: (await sections).HomeSections }))

/** Where they will be, for the bar's links. */
function SectionPlaces() {
  return HOME_SECTIONS.slice(1).map(({ id }) => <div key={id} id={id} className="min-h-96 border-t border-linea" />)
}

function HomeScreen() {
  usePageTitle(brand.subtitle)
  const [month, setMonth] = useState(() => monthOf(tonight()))
  const events = useMonth(month)
  const [narrowed, setNarrowed] = useState<Narrowing | null>(null)
  const blocks = blocksOf(events, { month, narrowed, onNarrow: setNarrowed })
  const isRestDrawn = useRestDrawn()
  return (
    <>
      <section id="inicio" className="relative overflow-hidden">
        {isRestDrawn && <Particles />}
        {/* Before the calendar comes a night; on a desktop the calendar is next to the words above. */}
        <div className="column relative grid pt-18 pb-16 lg:grid-cols-[1.35fr_1fr] lg:items-start lg:gap-x-14 lg:pt-22">
          <Hero />
          <div className="lg:col-span-2 lg:row-start-2 lg:mt-7">{blocks[0]}</div>
          {isRestDrawn && (
            <>
              <div className="mt-10 lg:col-start-2 lg:row-start-1 lg:mt-0">
                <MonthCalendar
                  month={month}
                  days={events.data?.calendar ?? []}
                  today={tonight()}
                  onMonth={(step) => setMonth((shown) => shiftMonth(shown, step))}
                />
              </div>
              {blocks.slice(1).map((block) => (
                <div key={block.key} className="mt-10 lg:col-span-2 lg:mt-12">
                  {block}
                </div>
              ))}
              <div className="lg:col-span-2">
                <AppBannerOnPhones />
              </div>
            </>
          )}
        </div>
      </section>
      {isRestDrawn ? (
        <Suspense fallback={<SectionPlaces />}>
          <HomeSections />
        </Suspense>
      ) : (
        <SectionPlaces />
      )}
    </>
  )
}

/** Of the first row, above the calendar: two rows of a desktop. */
const FIRST_ROW = 8

interface Narrowed {
  narrowed: Narrowing | null
  onNarrow: (narrowing: Narrowing | null) => void
}

/** The landing's nights, the first of them above the calendar. */
function blocksOf(
  events: ReturnType<typeof useMonth>,
  { month: asked, ...narrowed }: Narrowed & { month: Month },
): ReactElement[] {
  if (events.isPending) {
    return [
      <div key="pending">
        <div className="mb-2 flex min-h-11 items-center lg:mb-3">
          <span aria-hidden="true" className="block h-7 w-40 rounded-card bg-mesa" />
        </div>
        <EventGridSkeleton look="strip" cards={4} />
      </div>,
    ]
  }
  if (!events.data) {
    return [<Unloaded key="failed" read={events} label="Cargando eventos" />]
  }
  const { year, month, eventsCloseToDate } = events.data
  const nights = landingNights({ year, month, events: eventsCloseToDate.events }, tonight(), narrowed.narrowed)
  const more = nights.events.slice(FIRST_ROW)
  return [
    nights.events.length === 0 ? (
      <NoEvents key="none" month={asked} />
    ) : (
      <FirstNights key="first" {...nights} {...narrowed} />
    ),
    ...(more.length > 0 ? [<MoreNights key="more" events={more} />] : []),
    ...(nights.past.length > 0 ? [<PastNights key="past" events={nights.past} />] : []),
  ]
}

type FirstNightsProps = LandingNights<EventCard> & Narrowed

function FirstNights({ title, events, narrowings, hasDayAbove, narrowed, onNarrow }: FirstNightsProps) {
  return (
    <section aria-labelledby="primero">
      <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-3 lg:mb-3">
        {/* On a phone the chips take its place. */}
        <h2 id="primero" className={classes('display text-22 lg:text-28', narrowings.length > 0 && 'max-sm:sr-only')}>
          {title}
        </h2>
        {narrowings.length > 0 && (
          <ul className="flex gap-2" aria-label="Cuándo">
            {narrowings.map(({ key, label }) => (
              <li key={key}>
                <Chip selected={narrowed === key} onClick={() => onNarrow(narrowed === key ? null : key)}>
                  {label}
                </Chip>
              </li>
            ))}
          </ul>
        )}
        <Link
          to={paths.events()}
          className="ml-auto inline-flex min-h-11 shrink-0 items-center font-semibold text-celeste"
        >
          Ver todos
        </Link>
      </div>
      <EventGrid events={events.slice(0, FIRST_ROW)} look="strip" hasDayAbove={hasDayAbove} />
    </section>
  )
}

function MoreNights({ events }: { events: readonly EventCard[] }) {
  return (
    <section aria-labelledby="proximos">
      <h2 id="proximos" className="display mb-3 text-22 lg:text-28">
        Más noches
      </h2>
      <EventGrid events={events} look="strip" />
    </section>
  )
}

/** Small and last: who looks for a night does not want to read these. */
function PastNights({ events }: { events: readonly EventCard[] }) {
  return (
    <section aria-labelledby="pasaron">
      <h2 id="pasaron" className="mb-2 text-16 font-bold text-humo">
        Ya pasaron este mes
      </h2>
      <ul className="-mx-5 flex gap-2 overflow-x-auto scrollbar-none px-5 pb-2 sm:mx-0 sm:flex-wrap sm:px-0">
        {events.map((event) => (
          <li key={event.id} className="max-w-64 shrink-0">
            <Link
              to={eventPath(event)}
              className="flex min-h-11 flex-col justify-center rounded-card bg-tinta px-3 py-1.5 text-12 text-humo no-underline hover:text-papel"
            >
              <span className="block truncate text-14 font-semibold">{event.name}</span>
              {event.startDate && <span className="first-letter:uppercase">{formatDay(event.startDate)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Hero() {
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  return (
    // As tall as the calendar next to it, which is not there from the first.
    <div className="lg:min-h-96">
      <h1 className="display text-28 sm:text-48 xl:text-72">
        La noche <br className="hidden lg:inline" />
        empieza <br />
        en la <span className="text-celeste">previa</span>.
      </h1>
      <p className="mt-4 max-w-[34rem] text-18 text-balance text-humo max-sm:hidden">{brand.description}</p>
      <form
        role="search"
        className="mt-3 flex gap-3 sm:mt-5"
        action={() => navigate(eventsPath({ search: search.trim() }))}
      >
        <SearchInput value={search} onChange={setSearch} />
        <Button type="submit" size="l" className="max-sm:hidden">
          Ver eventos
        </Button>
      </form>
      <div className="flex flex-wrap items-center justify-end gap-x-4 sm:mt-3">
        <ul className="mr-auto flex flex-wrap gap-2 max-sm:hidden" aria-label="Búsquedas rápidas">
          {QUICK_SEARCHES.map(({ label, query: filters }) => (
            <li key={label}>
              <Chip asChild>
                <Link to={eventsPath(filters)}>{label}</Link>
              </Chip>
            </li>
          ))}
        </ul>
        {/* In sight on the first screen, as Disposición 954/2025 asks; small, so that the night comes first. */}
        <Link
          to={paths.refundPolicy()}
          className="inline-flex min-h-11 items-center text-12 text-humo underline max-sm:-my-2 hover:text-papel"
        >
          Botón de Arrepentimiento
        </Link>
      </div>
    </div>
  )
}

const QUICK_SEARCHES = [
  { label: 'Gratis', query: { free: true } },
  { label: 'Electrónica', query: { categoryId: 1 } },
  { label: 'Recitales', query: { categoryId: 2 } },
  { label: 'CABA', query: { city: 'CABA' } },
]

function NoEvents({ month }: { month: Month }) {
  return (
    <EmptyState
      title={`Todavía no hay eventos en ${monthName(month, month.year).toLowerCase()}`}
      action={
        <ScreenButton tone="secondary" to={paths.events()}>
          Ver los que vienen
        </ScreenButton>
      }
    >
      Probá con otro mes o mirá todo lo que viene.
    </EmptyState>
  )
}

/** The month before stays on screen until the chosen one is here: nothing jumps. */
function useMonth(month: Month) {
  return useQuery({ ...query(month), placeholderData: keepPreviousData })
}

export { HomeScreen as Component }
