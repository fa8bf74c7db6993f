import { Search, SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { WireRole } from '#contract/roles.ts'
import { useTypedText } from '#web/lib/use-typed-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { FilterSummary } from './FilterSummary.tsx'
import { roleNames } from './role-words.ts'
import { useEventChoices } from './use-event-choices.ts'
import { filterRoles, isUsersFiltered, noUserFilters, usersPath, type UsersQuery } from './user-filters.ts'

const groups = [
  { group: undefined, label: 'Todos' },
  { group: 'staff', label: 'Equipo' },
  { group: 'buyers', label: 'Compradores' },
] as const

interface UsersFiltersProps {
  filters: UsersQuery
  /** People who pass the filters; undefined while nobody knows. */
  total: number | undefined
  onChange: (part: UsersQuery) => void
}

/** Whom the list shows: staff or buyers, and by name, role, event, state and day. */
export function UsersFilters({ filters, total, onChange }: UsersFiltersProps) {
  const events = useEventChoices()
  const [isMoreShown, setMoreShown] = useState(false)
  const moreId = useId()
  const chosen = [filters.eventId, filters.roleId, filters.status, filters.date].filter(
    (each) => each !== undefined,
  ).length
  // A phone begins with the people: the choices beyond the name wait behind a button.
  const more = isMoreShown ? '' : 'max-lg:hidden'
  return (
    <div role="search" aria-label="Filtrar usuarios" className="mb-4">
      <nav aria-label="Grupo de usuarios" className="-mx-5 mb-4 overflow-x-auto px-5 py-1.5 md:mx-0 md:px-0">
        <ul className="flex gap-2">
          {groups.map(({ group, label }) => (
            <li key={label}>
              <Chip asChild selected={filters.group === group}>
                <Link
                  to={usersPath({ ...filters, group, page: 1 })}
                  replace
                  preventScrollReset
                  aria-current={filters.group === group ? 'true' : undefined}
                >
                  {label}
                </Link>
              </Chip>
            </li>
          ))}
        </ul>
      </nav>
      <form
        id={moreId}
        className="grid grid-cols-2 gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,2fr)_minmax(0,2fr)_10.5rem]"
        onSubmit={(submission) => submission.preventDefault()}
      >
        <TextSearch value={filters.username ?? ''} onChange={(username) => onChange({ username })} />
        <Button
          tone="secondary"
          className="col-span-2 lg:hidden"
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
      </form>
      <FilterSummary
        count={total === undefined ? undefined : countWords(total)}
        isFiltered={isUsersFiltered(filters)}
        onClear={() => onChange(noUserFilters)}
      />
    </div>
  )
}

function TextSearch({ value, onChange }: { value: string; onChange: (text: string | undefined) => void }) {
  const [typed, setTyped] = useTypedText(value, onChange)
  return (
    <TextField
      label="Persona"
      type="search"
      className="max-lg:col-span-2"
      maxLength={100}
      placeholder="Nombre, email o teléfono"
      before={<Search className="size-5" />}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}

function countWords(total: number): string {
  if (total === 0) return 'Nadie'
  return total === 1 ? '1 persona' : `${total.toLocaleString('es-AR')} personas`
}
