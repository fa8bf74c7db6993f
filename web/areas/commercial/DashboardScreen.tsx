import { useQuery } from '@tanstack/react-query'
import { CalendarHeart } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import {
  getCommercialDashboard,
  getCommercialEvents,
  type CommercialDeskEvent,
} from '#contract/events/commercial-desk.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { figures } from '#contract/values/figures.ts'
import { formatMoney } from '#contract/values/money.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { eventStates, stateBadge } from '#web/features/events/event-state.ts'
import { cell, figure, money, picture, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, day, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { grouped } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
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
const dashboardQuery = () => endpointQuery(getCommercialDashboard, {}, { fresh: true })

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
  cell('Qué necesita', (event) => <Needs event={event} />),
  cell('Estado', (event) => <Badge tone={stateBadge(event).tone}>{stateBadge(event).one}</Badge>),
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
      summary={<Totals />}
      empty={{
        icon: CalendarHeart,
        title: 'Todavía no tenés eventos asignados',
        children: 'Cuando el equipo te asigne uno, aparece acá con lo que le falta.',
      }}
      noMatchHint="Probá con otro nombre, otra fecha u otro estado."
      failure="Error al cargar eventos"
      caption="Tus eventos asignados"
      columns={columns}
    />
  )
}

function Needs({ event }: { event: CommercialDeskEvent }) {
  if (event.needs.length === 0) return <span className="text-humo">Nada</span>
  return (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      {event.needs.map((need) => (
        <Badge key={need} tone={needLabels[need].tone}>
          {needLabels[need].one}
        </Badge>
      ))}
      {event.needs.includes('pace') && (
        <span className="block w-full text-12 text-humo max-md:text-right">{paceWords(event)}</span>
      )}
    </span>
  )
}

/** Nothing until it is read: the list has its own faces. */
function Totals() {
  const { data } = useQuery(dashboardQuery())
  if (!data) return null
  return (
    <div className="mb-6">
      <Stats label="Tus eventos que vienen" narrow>
        <Stat label="Eventos que vienen" value={grouped(data.events)} note={`${grouped(data.onSale)} a la venta`} />
        <Stat
          label="Te necesitan"
          definition="Sin publicar, sin cuenta para cobrar, con un precio sin lugares, o con menos ventas que el evento anterior a esta altura."
          value={grouped(data.needing)}
          note={data.needs
            .filter(({ events }) => events > 0)
            .map(({ need, events }) => `${grouped(events)} ${needLabels[need].one.toLowerCase()}`)
            .join(' · ')}
        />
        <Stat {...figures.sold} value={grouped(data.sold)} note="de los que vienen" />
        <Stat {...figures.paid} value={formatMoney(data.paidCents)} note="de los que vienen" />
      </Stats>
    </div>
  )
}

export { DashboardScreen as Component }
