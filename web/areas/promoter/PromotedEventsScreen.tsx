import { CalendarHeart } from 'lucide-react'
import { formatMoment } from '#contract/values/dates.ts'
import { getPromotedEvents, type PROMOTED_STATES } from '#contract/promoters/promoter-desk.ts'
import { formatMoney } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import { stateBadge } from '#web/features/events/event-state.ts'
import { cell, money, picture, text, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, day, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import type { StateLabels } from '#web/features/lists/states.ts'
import { useList } from '#web/features/lists/use-list.ts'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { PromotedTotals } from './PromotedTotals.tsx'

const promotedStates: StateLabels<(typeof PROMOTED_STATES)[number]> = {
  active: { one: 'Activo', many: 'Activos', tone: 'yerba' },
  pending: { one: 'Pendiente', many: 'Pendientes', tone: 'sol' },
  success: { one: 'Completado', many: 'Completados', tone: 'neutral' },
}

export const promotedEvents = defineList(getPromotedEvents, {
  screen: 'promoterEvents',
  rows: ({ events }) => events,
  filters: {
    status: byState('estado', promotedStates, { label: 'Estado de los eventos', all: 'Todos' }),
    eventName: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
    date: day('fecha', 'Fecha'),
  },
  sort: {
    next: ['proximos', { asc: 'Los que vienen' }],
    name: ['nombre', { asc: 'De la A a la Z' }],
  },
})
export const { loader } = promotedEvents

const columns: Columns<typeof promotedEvents> = [
  picture(
    'Evento',
    ({ id, name, flyer, startDate, Location }) => ({
      title: name,
      to: paths.promoterEvent(id),
      image: flyer,
      detail: startDate === null ? Location.name : formatMoment(startDate),
    }),
    { sort: 'name' },
  ),
  cell('Estado', (event) => <Badge tone={stateBadge(event).tone}>{stateBadge(event).one}</Badge>, { phone: 'first' }),
  text('Trajiste', ({ tickets, arrived }) => ({
    text: grouped(tickets),
    detail: arrived > 0 && counted(arrived, 'entró', 'entraron'),
  })),
  money(
    'Ganaste',
    ({ earnedCents, owedCents, cashCents }) => ({
      cents: earnedCents,
      detail: [
        owedCents > 0 && `Te deben ${formatMoney(owedCents)}`,
        cashCents > 0 && `Debés ${formatMoney(cashCents)} en efectivo`,
      ],
    }),
    { look: 'strong', phone: 'second' },
  ),
]

/** `/rrpp/eventos`: the events that a person sells, what they brought, what they are owed and what they owe. */
function PromotedEventsScreen() {
  const list = useList(promotedEvents)
  return (
    <ListView
      list={list}
      header={{ eyebrow: 'RRPP', title: 'Tus eventos' }}
      noun={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
      summary={
        list.answer && (
          <div className="mb-6">
            <PromotedTotals totals={list.answer.totals} />
          </div>
        )
      }
      empty={{
        icon: CalendarHeart,
        title: 'Todavía no vendés ningún evento',
        children: 'Cuando alguien te sume como RRPP, el evento aparece acá, con tu código y tu enlace.',
      }}
      noMatchHint="Probá con otro nombre, otra fecha u otro estado."
      caption="Los eventos que vendés"
      columns={columns}
    />
  )
}

export { PromotedEventsScreen as Component }
