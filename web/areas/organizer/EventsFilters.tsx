import { Search } from 'lucide-react'
import { Link } from 'react-router'
import type { EventState } from '#contract/event-card.ts'
import { useTypedText } from '#web/lib/use-typed-text.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { dashboardPath, isFiltered, type DashboardQuery } from './dashboard-filters.ts'
import { stateWords } from './event-state.ts'
import { FilterSummary } from './FilterSummary.tsx'

const orders = [
  { value: 'date desc', label: 'Últimas fechas' },
  { value: 'date asc', label: 'Primeras fechas' },
  { value: 'name asc', label: 'De la A a la Z' },
  { value: 'sold desc', label: 'Más vendidos' },
] as const

interface EventsFiltersProps {
  filters: DashboardQuery
  /** Events that pass the filters; undefined while nobody knows. */
  total: number | undefined
  onChange: (part: DashboardQuery) => void
}

/** What the list shows: state, name and date; on phones, where the table has no headers, also its order. */
export function EventsFilters({ filters, total, onChange }: EventsFiltersProps) {
  return (
    <div role="search" aria-label="Filtrar eventos" className="mb-4">
      <nav aria-label="Estado de los eventos" className="-mx-5 mb-4 overflow-x-auto px-5 py-1.5 md:mx-0 md:px-0">
        <ul className="flex gap-2">
          {[undefined, ...(Object.keys(stateWords) as EventState[])].map((state) => (
            <li key={state ?? 'all'}>
              <Chip asChild selected={filters.state === state}>
                <Link
                  to={dashboardPath({ ...filters, state, page: 1 })}
                  replace
                  preventScrollReset
                  aria-current={filters.state === state ? 'true' : undefined}
                >
                  {state ? stateWords[state].many : 'Todos'}
                </Link>
              </Chip>
            </li>
          ))}
        </ul>
      </nav>
      <form
        className="grid grid-cols-2 gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]"
        onSubmit={(submission) => submission.preventDefault()}
      >
        <NameSearch value={filters.eventName ?? ''} onChange={(eventName) => onChange({ eventName })} />
        <DateField
          label="Fecha"
          value={filters.date ?? ''}
          onChange={({ target }) => onChange({ date: target.value || undefined })}
        />
        <SelectField
          label="Orden"
          className="md:hidden"
          value={`${filters.sort ?? 'date'} ${filters.order ?? 'desc'}`}
          options={orders}
          onChange={({ target }) => {
            const [sort, order] = target.value.split(' ') as ['date', 'asc'] // one of `orders`
            onChange({ sort, order })
          }}
        />
      </form>
      <FilterSummary
        count={total === undefined ? undefined : countWords(total)}
        isFiltered={isFiltered(filters)}
        onClear={() => onChange({ state: undefined, date: undefined, eventName: undefined })}
      />
    </div>
  )
}

function NameSearch({ value, onChange }: { value: string; onChange: (name: string | undefined) => void }) {
  const [typed, setTyped] = useTypedText(value, onChange)
  return (
    <TextField
      label="Nombre"
      type="search"
      className="max-sm:col-span-2"
      maxLength={100}
      placeholder="Buscá por nombre"
      before={<Search className="size-5" />}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}

function countWords(total: number): string {
  if (total === 0) return 'Ningún evento'
  return total === 1 ? '1 evento' : `${total.toLocaleString('es-AR')} eventos`
}
