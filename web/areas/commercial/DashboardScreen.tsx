import { CalendarHeart } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { getCommercialEvents, type CommercialDeskEvent } from '#contract/events/commercial-desk.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { figures } from '#contract/values/figures.ts'
import { queryClient } from '#web/api/query.ts'
import { eventStates, stateBadge } from '#web/features/events/event-state.ts'
import { cell, figure, money, picture, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, day, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { dashboardQuery, DashboardTotals } from './DashboardTotals.tsx'
import { needLabels, paceWords } from './need-words.ts'

export const assignedEvents = defineList(getCommercialEvents, {
  screen: 'commercial',
  rows: ({ events }) => events,
  filters: {
    need: byState('falta', needLabels, { label: 'Qué necesitan', all: 'Todos' }),
    eventName: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
    state: byState('estado', eventStates, { kind: 'select', label: 'Estado', all: 'Todos' }),
    date: day('fecha', 'Fecha'),
  },
  sort: {
    needs: ['pendientes', { desc: 'Los que te necesitan' }],
    date: ['fecha', { desc: 'Últimas fechas', asc: 'Primeras fechas' }],
    name: ['nombre', { asc: 'De la A a la Z' }],
    sold: ['vendidas', { desc: 'Más vendidos' }],
  },
})

export const loader = (navigation: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(dashboardQuery())
  return assignedEvents.loader(navigation)
}

const columns: Columns<typeof assignedEvents> = [
  picture(
    'Evento',
    ({ id, name, flyer, company, startDate }) => ({
      title: name,
      to: paths.commercialEvent(id),
      image: flyer,
      detail: `${company.name} · ${startDate === null ? 'sin fecha' : formatMoment(startDate)}`,
    }),
    { sort: 'name' },
  ),
  cell('Qué necesita', (event) => <Needs event={event} />, { phone: 'second' }),
  cell('Estado', (event) => <Badge tone={stateBadge(event).tone}>{stateBadge(event).one}</Badge>, { phone: 'first' }),
  cell(
    figures.sold,
    ({ sold, capacity }) => (
      <span className="whitespace-nowrap">
        {grouped(sold)} <span className="text-humo">/ {grouped(capacity)}</span>
      </span>
    ),
    { sort: 'sold' },
  ),
  figure(figures.admitted, ({ scanned }) => scanned),
  money(figures.paid, ({ paidCents }) => paidCents, { look: 'strong' }),
]

/** `/comerciales`: the events that are assigned to a commercial, those that need a person first. */
function DashboardScreen() {
  const list = useList(assignedEvents)
  return (
    <ListView
      list={list}
      header={{ eyebrow: 'Comercial', title: 'Dashboard Comercial' }}
      noun={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
      summary={<DashboardTotals />}
      empty={{
        icon: CalendarHeart,
        title: 'Todavía no tenés eventos asignados',
        children: 'Cuando el equipo te asigne uno, aparece acá con lo que le falta.',
      }}
      noMatchHint="Probá con otro nombre, otra fecha u otro estado."
      caption="Tus eventos asignados"
      columns={columns}
    />
  )
}

function Needs({ event }: { event: CommercialDeskEvent }) {
  if (event.needs.length === 0) return <span className="text-humo max-md:hidden">Nada</span>
  return (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      {event.needs.map((need) => (
        <span key={need} className="whitespace-nowrap">
          <Badge tone={needLabels[need].tone}>{needLabels[need].one}</Badge>
        </span>
      ))}
      {event.needs.includes('pace') && (
        <span className="block w-full text-12 text-humo max-md:text-right">{paceWords(event)}</span>
      )}
    </span>
  )
}

export { DashboardScreen as Component }
