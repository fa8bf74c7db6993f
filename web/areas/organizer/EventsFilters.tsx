import type { EventState } from '#contract/event-card.ts'
import { FilterChips } from '#web/features/lists/FilterChips.tsx'
import { FilterSummary } from '#web/features/lists/FilterSummary.tsx'
import { OrderField } from '#web/features/lists/OrderField.tsx'
import { SearchField } from '#web/features/lists/SearchField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { dashboardPath, isFiltered, noFilters, type DashboardQuery } from './dashboard-filters.ts'
import { stateWords } from './event-state.ts'

const orders = [
  { sort: 'date', order: 'desc', label: 'Últimas fechas' },
  { sort: 'date', order: 'asc', label: 'Primeras fechas' },
  { sort: 'name', order: 'asc', label: 'De la A a la Z' },
  { sort: 'sold', order: 'desc', label: 'Más vendidos' },
] as const

interface EventsFiltersProps {
  filters: DashboardQuery
  /** Events that pass the filters; undefined while nobody knows. */
  total: number | undefined
  onChange: (part: DashboardQuery) => void
}

/** What the list shows: state, name and date. */
export function EventsFilters({ filters, total, onChange }: EventsFiltersProps) {
  const states = [undefined, ...(Object.keys(stateWords) as EventState[])] // the record has exactly these keys
  return (
    <div role="search" aria-label="Filtrar eventos" className="mb-4">
      <FilterChips
        label="Estado de los eventos"
        choices={states.map((state) => ({
          label: state ? stateWords[state].many : 'Todos',
          to: dashboardPath({ ...filters, state, page: 1 }),
          isChosen: filters.state === state,
        }))}
      />
      <form
        className="grid grid-cols-2 gap-4 md:grid-cols-[minmax(0,1fr)_12rem_12rem] xl:grid-cols-[minmax(0,1fr)_12rem]"
        onSubmit={(submission) => submission.preventDefault()}
      >
        <SearchField
          label="Nombre"
          placeholder="Buscá por nombre"
          className="max-md:col-span-2"
          value={filters.eventName}
          onChange={(eventName) => onChange({ eventName })}
        />
        <DateField
          label="Fecha"
          value={filters.date ?? ''}
          onChange={({ target }) => onChange({ date: target.value || undefined })}
        />
        <OrderField
          orders={orders}
          chosen={{ sort: filters.sort ?? 'date', order: filters.order ?? 'desc' }}
          onChange={onChange}
        />
      </form>
      <FilterSummary
        total={total}
        words={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
        isFiltered={isFiltered(filters)}
        onClear={() => onChange(noFilters)}
      />
    </div>
  )
}
