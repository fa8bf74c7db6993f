import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import type { WireRole } from '#contract/roles.ts'
import { FilterChips } from '#web/features/lists/FilterChips.tsx'
import { FilterSummary } from '#web/features/lists/FilterSummary.tsx'
import { OrderField } from '#web/features/lists/OrderField.tsx'
import { SearchField } from '#web/features/lists/SearchField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { roleNames } from './role-words.ts'
import { useEventChoices } from './use-event-choices.ts'
import { filterRoles, isUsersFiltered, noUserFilters, usersPath, type UsersQuery } from './user-filters.ts'

const groups = [
  { group: undefined, label: 'Todos' },
  { group: 'staff', label: 'Equipo' },
  { group: 'buyers', label: 'Compradores' },
] as const

const orders = [
  { sort: 'name', order: 'asc', label: 'De la A a la Z' },
  { sort: 'name', order: 'desc', label: 'De la Z a la A' },
  { sort: 'since', order: 'desc', label: 'Últimas altas' },
  { sort: 'since', order: 'asc', label: 'Primeras altas' },
] as const

interface UsersFiltersProps {
  filters: UsersQuery
  /** People who pass the filters; undefined while nobody knows. */
  total: number | undefined
  isCapped: boolean
  onChange: (part: UsersQuery) => void
}

/** Whom the list shows: staff or buyers, and by name, role, event, state and day. */
export function UsersFilters({ filters, total, isCapped, onChange }: UsersFiltersProps) {
  const events = useEventChoices()
  const [isMoreShown, setMoreShown] = useState(false)
  const moreId = useId()
  const chosen = [filters.eventId, filters.roleId, filters.status, filters.date].filter(
    (each) => each !== undefined,
  ).length
  // Below a desktop it begins with the people: the choices beyond the name wait behind a button.
  const more = isMoreShown ? '' : 'max-xl:hidden'
  return (
    <div role="search" aria-label="Filtrar usuarios" className="mb-4">
      <FilterChips
        label="Grupo de usuarios"
        choices={groups.map(({ group, label }) => ({
          label,
          to: usersPath({ ...filters, group, page: 1 }),
          isChosen: filters.group === group,
        }))}
      />
      <form
        id={moreId}
        className="grid grid-cols-2 gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,2fr)_minmax(0,2fr)_10.5rem]"
        onSubmit={(submission) => submission.preventDefault()}
      >
        <SearchField
          label="Persona"
          placeholder="Nombre, email o teléfono"
          className="max-xl:col-span-2"
          value={filters.username}
          onChange={(username) => onChange({ username })}
        />
        <Button
          tone="secondary"
          className="col-span-2 xl:hidden"
          icon={<SlidersHorizontal aria-hidden="true" size={18} />}
          aria-expanded={isMoreShown}
          aria-controls={moreId}
          onClick={() => setMoreShown(!isMoreShown)}
        >
          {isMoreShown ? 'Menos filtros' : chosen > 0 ? `Más filtros (${chosen})` : 'Más filtros'}
        </Button>
        <SelectField
          className={more}
          label="Evento"
          placeholder="Todos"
          options={events}
          value={filters.eventId ?? ''}
          onChange={({ target }) => onChange({ eventId: target.value || undefined })}
        />
        <SelectField
          className={more}
          label="Rol"
          placeholder="Todos"
          options={filterRoles.map((role) => ({ value: role, label: roleNames[role] }))}
          value={filters.roleId ?? ''}
          onChange={({ target }) => onChange({ roleId: (target.value || undefined) as WireRole | undefined })} // one of `filterRoles`
        />
        <SelectField
          className={more}
          label="Estado"
          placeholder="Todos"
          options={[
            { value: 'true', label: 'Activos' },
            { value: 'false', label: 'Inactivos' },
          ]}
          value={filters.status === undefined ? '' : String(filters.status)}
          onChange={({ target }) => onChange({ status: target.value === '' ? undefined : target.value === 'true' })}
        />
        <DateField
          className={more}
          label="Día de alta"
          value={filters.date ?? ''}
          onChange={({ target }) => onChange({ date: target.value || undefined })}
        />
        <OrderField
          className={more}
          orders={orders}
          chosen={{ sort: filters.sort ?? 'name', order: filters.order ?? 'asc' }}
          onChange={onChange}
        />
      </form>
      <FilterSummary
        total={total}
        isCapped={isCapped}
        words={{ none: 'Nadie', one: 'persona', many: 'personas' }}
        isFiltered={isUsersFiltered(filters)}
        onClear={() => onChange(noUserFilters)}
      />
    </div>
  )
}
