import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { EventCard } from '#contract/events/event-schemas.ts'
import { EventGrid, EventGridSkeleton } from '#web/features/events/EventCard.tsx'
import { ListView } from '#web/features/lists/ListView.tsx'
import { OrderField } from '#web/features/lists/OrderField.tsx'
import { useList, type UsedList } from '#web/features/lists/use-list.ts'
import { tonight } from '#web/lib/clock.ts'
import { useTypedText } from '#web/features/lists/use-typed-text.ts'
import { AppBannerOnPhones } from '#web/shell/notices/LazyOverlays.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Chip } from '#web/ui/base/Chip.tsx'
import { DayField } from '#web/ui/fields/DayField.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { shortcuts, type EventsQuery } from '#contract/first-paint/events-links.ts'
import { includesFilters, publicEvents } from './events-list.ts'
import { SearchInput } from './SearchInput.tsx'

export const { loader } = publicEvents

function EventsScreen() {
  const list = useList(publicEvents)
  return (
    <div className="column pt-24 pb-20 lg:pt-28">
      <h1 className="display mb-5 lg:mb-6 text-34 lg:text-48">Eventos</h1>
      <h2 className="sr-only">Resultados</h2>
      <ListView
        list={list}
        noun={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
        empty={{ title: 'Todavía no hay eventos', children: 'Volvé pronto: siempre se suman fechas.' }}
        noMatchHint="Probá con otra fecha, otro lugar u otra palabra."
        filters={<Filters list={list} />}
        skeleton={<EventGridSkeleton look="rows" />}
      >
        {(events) => <EventGrid events={events} look="rows" />}
      </ListView>
      <AppBannerOnPhones />
    </div>
  )
}

function Filters({ list }: { list: UsedList<typeof publicEvents.spec, EventCard> }) {
  const { query: filters, change: onChange } = list
  const options = list.answer?.filters
  const cities = new Set([...(filters.city ? [filters.city] : []), ...(options?.cities ?? [])])
  const [isOpen, setOpen] = useState(Boolean(filters.from ?? filters.city ?? filters.categoryId))
  return (
    <form role="search" aria-label="Buscar eventos" onSubmit={(submit) => submit.preventDefault()}>
      <div className="flex gap-3">
        <SearchBox value={filters.search ?? ''} onChange={(text) => onChange({ search: text })} />
        <Button
          tone="secondary"
          size="l"
          iconOnPhones
          className="shrink-0"
          aria-expanded={isOpen}
          aria-controls="mas-filtros"
          icon={<SlidersHorizontal size={18} />}
          onClick={() => setOpen((open) => !open)}
        >
          Filtros
        </Button>
      </div>
      <ul className="mt-4 flex flex-wrap gap-2" aria-label="Búsquedas rápidas">
        {shortcuts(tonight()).map(({ label, query: part }) => {
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
        <DayField label="Desde" value={filters.from ?? ''} onDay={(day) => onChange({ from: day || undefined })} />
        <DayField
          label="Hasta"
          value={filters.to ?? ''}
          min={filters.from}
          onDay={(day) => onChange({ to: day || undefined })}
        />
        {list.order && (
          <OrderField orders={publicEvents.orders} chosen={list.order} onChange={({ sort }) => onChange({ sort })} />
        )}
      </div>
    </form>
  )
}

function SearchBox({ value, onChange }: { value: string; onChange: (text: string | undefined) => void }) {
  const [typed, setTyped] = useTypedText(value, onChange)
  return <SearchInput value={typed} onChange={setTyped} />
}

export { EventsScreen as Component }
