import { FilterChips } from '#web/features/lists/FilterChips.tsx'
import { FilterSummary } from '#web/features/lists/FilterSummary.tsx'
import { OrderField } from '#web/features/lists/OrderField.tsx'
import { SearchField } from '#web/features/lists/SearchField.tsx'
import {
  deletionsPath,
  isDeletionsFiltered,
  noDeletionFilters,
  stateNames,
  type DeletionsQuery,
} from './deletion-filters.ts'

const orders = [
  { sort: 'dueOn', order: 'asc', label: 'Vencen antes' },
  { sort: 'dueOn', order: 'desc', label: 'Vencen después' },
  { sort: 'requestedAt', order: 'desc', label: 'Últimas pedidas' },
  { sort: 'name', order: 'asc', label: 'De la A a la Z' },
] as const

interface DeletionsFiltersProps {
  filters: DeletionsQuery
  /** Requests that pass the filters; undefined while nobody knows. */
  total: number | undefined
  onChange: (part: DeletionsQuery) => void
}

/** Which requests the list shows: by state and name. */
export function DeletionsFilters({ filters, total, onChange }: DeletionsFiltersProps) {
  return (
    <div role="search" aria-label="Filtrar solicitudes" className="mb-4">
      <FilterChips
        label="Estado de las solicitudes"
        choices={[[undefined, '', 'Todas'] as const, ...stateNames].map(([state, , label]) => ({
          label,
          to: deletionsPath({ ...filters, state, page: 1 }),
          isChosen: filters.state === state,
        }))}
      />
      <form
        className="grid gap-4 md:grid-cols-[minmax(0,1fr)_14rem] xl:grid-cols-1"
        onSubmit={(submission) => submission.preventDefault()}
      >
        <SearchField
          label="Nombre"
          placeholder="Buscá por nombre"
          value={filters.search}
          onChange={(search) => onChange({ search })}
        />
        <OrderField
          orders={orders}
          chosen={{ sort: filters.sort ?? 'dueOn', order: filters.order ?? 'asc' }}
          onChange={onChange}
        />
      </form>
      <FilterSummary
        total={total}
        words={{ none: 'Ninguna solicitud', one: 'solicitud', many: 'solicitudes' }}
        isFiltered={isDeletionsFiltered(filters)}
        onClear={() => onChange(noDeletionFilters)}
      />
    </div>
  )
}
