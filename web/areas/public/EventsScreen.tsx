import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { getEventsPreview } from '#contract/events.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { EventGrid, EventGridSkeleton } from '#web/features/events/EventCard.tsx'
import { FilterSummary } from '#web/features/lists/FilterSummary.tsx'
import { useListAddress } from '#web/features/lists/use-list-address.ts'
import { today } from '#web/lib/clock.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useTypedText } from '#web/features/lists/use-typed-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { eventsPath, includesFilters, noFilters, readFilters, shortcuts, type EventsQuery } from './event-filters.ts'
import { SearchInput } from './SearchInput.tsx'

export const query = (filters: EventsQuery) => endpointQuery(getEventsPreview, { query: filters })
export const loader = ({ request }: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(query(readFilters(new URL(request.url).searchParams)))
  return null
}

function EventsScreen() {
  usePageTitle('Eventos')
  const { query: filters, change, turnTo } = useListAddress(readFilters, eventsPath)
  const events = useQuery({ ...query(filters), placeholderData: keepPreviousData })
  const clear = () => change(noFilters)
  const isFiltered = Object.keys(filters).some((name) => name !== 'page' && name !== 'sort')
  return (
    <div className="column pt-24 pb-20 lg:pt-28">
      <h1 className="display mb-5 lg:mb-6 text-34 lg:text-48">Eventos</h1>
      <Filters filters={filters} options={events.data?.filters} onChange={change} />
      <h2 className="sr-only">Resultados</h2>
      <div className="mb-3 lg:mb-4">
        <FilterSummary
          total={events.data?.pagination.totalEvents}
          words={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
          isFiltered={isFiltered}
          onClear={clear}
        />
      </div>
      {events.isPending && <EventGridSkeleton />}
      {events.isError && !events.data && (
        <ErrorState
          message={failureMessage(events.error, 'Error al cargar eventos')}
          onRetry={() => void events.refetch()}
          retrying={events.isFetching}
        />
      )}
      {events.data && events.data.events.length === 0 && events.data.pagination.totalEvents > 0 && (
        <EmptyState
          title="La lista no llega hasta esta página"
          action={<Button onClick={() => change({})}>Ir a la primera</Button>}
        />
      )}
      {events.data?.pagination.totalEvents === 0 && (
        <EmptyState
          title="No encontramos eventos así"
          action={isFiltered && <Button onClick={clear}>Sacar filtros</Button>}
        >
          Probá con otra fecha, otro lugar u otra palabra.
        </EmptyState>
      )}
      {events.data && events.data.events.length > 0 && (
        <div className={events.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
          <EventGrid events={events.data.events} />
          <div className="mt-10">
            <Pagination
              page={events.data.pagination.page}
              totalPages={events.data.pagination.totalPages}
              label="eventos"
              onPage={turnTo}
            />
          </div>
        </div>
      )}
    </div>
  )
}

interface FiltersProps {
  filters: EventsQuery
  options: { categories: { id: number; name: string }[]; cities: string[] } | undefined
  onChange: (part: EventsQuery) => void
}

function Filters({ filters, options, onChange }: FiltersProps) {
  const cities = new Set([...(filters.city ? [filters.city] : []), ...(options?.cities ?? [])])
  const [isOpen, setOpen] = useState(Boolean(filters.from ?? filters.city ?? filters.categoryId))
  return (
    <form role="search" aria-label="Buscar eventos" onSubmit={(submit) => submit.preventDefault()}>
      <div className="flex gap-3">
        <SearchBox value={filters.search ?? ''} onChange={(text) => onChange({ search: text })} />
        <Button
          tone="secondary"
          size="m"
          className="min-h-14 shrink-0 max-sm:w-14 max-sm:px-0"
          aria-expanded={isOpen}
          aria-controls="mas-filtros"
          icon={<SlidersHorizontal aria-hidden="true" size={18} />}
          onClick={() => setOpen((open) => !open)}
        >
          <span className="max-sm:sr-only">Filtros</span>
        </Button>
      </div>
      <ul className="mt-4 flex flex-wrap gap-2" aria-label="Búsquedas rápidas">
        {shortcuts(today()).map(({ label, query: part }) => {
          const isOn = includesFilters(filters, part)
          const off = Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) as EventsQuery // clears exactly these
          return (
            <li key={label}>
              <Chip selected={isOn} onClick={() => onChange(isOn ? off : part)}>
                {label}
              </Chip>
            </li>
          )
        })}
      </ul>
      <div id="mas-filtros" hidden={!isOpen} className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
        <SelectField
          label="Categoría"
          value={filters.categoryId ? String(filters.categoryId) : ''}
          onChange={(event) => onChange({ categoryId: event.target.value ? Number(event.target.value) : undefined })}
          options={[
            { value: '', label: 'Todas' },
            ...(options?.categories ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <SelectField
          label="Ciudad"
          value={filters.city ?? ''}
          onChange={(event) => onChange({ city: event.target.value || undefined })}
          options={[{ value: '', label: 'Todas' }, ...[...cities].map((city) => ({ value: city, label: city }))]}
        />
        <DateField
          label="Desde"
          value={filters.from ?? ''}
          onChange={(event) => onChange({ from: event.target.value || undefined })}
        />
        <DateField
          label="Hasta"
          value={filters.to ?? ''}
          min={filters.from}
          onChange={(event) => onChange({ to: event.target.value || undefined })}
        />
        <SelectField
          label="Orden"
          value={filters.sort ?? 'date'}
          onChange={(event) => onChange({ sort: event.target.value as NonNullable<EventsQuery['sort']> })}
          options={[
            { value: 'date', label: 'Por fecha' },
            { value: 'price', label: 'Por precio' },
            { value: 'name', label: 'Por nombre' },
          ]}
        />
      </div>
    </form>
  )
}

function SearchBox({ value, onChange }: { value: string; onChange: (text: string | undefined) => void }) {
  const [typed, setTyped] = useTypedText(value, onChange)
  return <SearchInput value={typed} onChange={({ target }) => setTyped(target.value)} />
}

export { EventsScreen as Component }
