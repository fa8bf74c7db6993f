import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { brand } from '#contract/platform/brand.ts'
import { getEventsHome } from '#contract/events/events.ts'
import { paths } from '#contract/api/paths.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { EventGrid, EventGridSkeleton } from '#web/features/events/EventCard.tsx'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { tonight } from '#web/lib/clock.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Chip } from '#web/ui/base/Chip.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Particles } from '#web/features/brand/Particles.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { publicEvents, shortcuts } from './events-list.ts'
import { HomeSections } from './HomeSections.tsx'
import { MonthCalendar } from './MonthCalendar.tsx'
import { monthName, monthOf, monthTitle, shiftMonth, type Month } from './month-grid.ts'
import { SearchInput } from './SearchInput.tsx'

export const query = (month: Month) => endpointQuery(getEventsHome, { query: { year: month.year, month: month.month } })
/** The hero is there at once; the month's events may follow. */
export const loader = () => {
  void queryClient.prefetchQuery(query(monthOf(tonight())))
  return null
}

function HomeScreen() {
  usePageTitle(brand.subtitle)
  const [month, setMonth] = useState(() => monthOf(tonight()))
  const events = useMonth(month)
  return (
    <>
      <section id="inicio" className="relative overflow-hidden">
        <Particles />
        {/* On a phone an event comes before the calendar; on a desktop the calendar is next to the text. */}
        <div className="column relative grid pt-20 pb-16 lg:grid-cols-[1.35fr_1fr] lg:items-start lg:gap-x-14 lg:pt-36">
          <Hero />
          <section aria-labelledby="proximos" className="lg:col-span-2 lg:mt-12">
            <div className="mb-2 flex items-center justify-between gap-3 lg:mb-6">
              <h2 id="proximos" className="display text-22 lg:text-28">
                {monthTitle(month, monthOf(tonight()))}
              </h2>
              <Link
                to={paths.events()}
                className="inline-flex min-h-11 shrink-0 items-center font-semibold text-celeste"
              >
                Ver todos
              </Link>
            </div>
            <MonthEvents month={month} events={events} />
          </section>
          <div className="mt-12 lg:col-start-2 lg:row-start-1 lg:mt-0">
            <MonthCalendar
              month={month}
              days={events.data?.calendar ?? []}
              today={tonight()}
              onMonth={(step) => setMonth((shown) => shiftMonth(shown, step))}
            />
          </div>
        </div>
      </section>
      <HomeSections />
    </>
  )
}

function Hero() {
  const navigate = useNavigate()
  return (
    <div>
      <p className="eyebrow mb-4 text-sol max-lg:hidden">Entradas en Argentina</p>
      <h1 className="display text-28 sm:text-48 lg:text-72">
        La noche <br className="hidden lg:inline" />
        empieza <br />
        en la <span className="text-celeste">previa</span>.
      </h1>
      <p className="mt-5 max-w-[34rem] text-18 text-balance text-humo max-sm:hidden">{brand.description}</p>
      <form
        role="search"
        className="mt-4 flex gap-3 sm:mt-7"
        action={(form) => navigate(publicEvents.href({ search: String(form.get('buscar') ?? '').trim() }))}
      >
        <SearchInput name="buscar" />
        <Button type="submit" size="l" className="max-sm:hidden">
          Ver eventos
        </Button>
      </form>
      <ul className="mt-5 flex flex-wrap gap-2 max-sm:hidden" aria-label="Búsquedas rápidas">
        {quickSearches().map(({ label, query: filters }) => (
          <li key={label}>
            <Chip asChild>
              <Link to={publicEvents.href(filters)}>{label}</Link>
            </Chip>
          </li>
        ))}
      </ul>
      {/* In sight on the first screen, as Disposición 954/2025 asks; small, so that the night comes first. */}
      <p className="text-12 max-sm:-my-2 max-sm:text-right sm:mt-5 sm:text-14">
        <Link
          to={paths.refundPolicy()}
          className="inline-flex min-h-11 items-center text-humo underline hover:text-papel"
        >
          Botón de Arrepentimiento
        </Link>
      </p>
    </div>
  )
}

const quickSearches = () => [
  ...shortcuts(tonight()),
  { label: 'Electrónica', query: { categoryId: 1 } },
  { label: 'Recitales', query: { categoryId: 2 } },
  { label: 'CABA', query: { city: 'CABA' } },
]

function MonthEvents({ month, events }: { month: Month; events: ReturnType<typeof useMonth> }) {
  if (events.isPending) return <EventGridSkeleton isStrip />
  if (!events.data) return <Unloaded read={events} label="Cargando eventos" errorText="Error al cargar eventos" />
  const list = events.data.eventsCloseToDate.events
  const coming = list.filter(({ state, isExpired }) => state === 'active' && !isExpired)
  if (coming.length === 0 || coming.length === list.length) {
    return list.length > 0 ? <EventGrid events={list} isStrip /> : <NoEvents month={month} />
  }
  return (
    <>
      <EventGrid events={coming} isStrip />
      <h3 className="display mt-10 mb-4 text-22 lg:mt-14">Ya pasaron este mes</h3>
      <EventGrid events={list.filter((event) => !coming.includes(event))} isStrip />
    </>
  )
}

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
