import { CalendarPlus } from 'lucide-react'
import {
  exportEventsDashboard,
  exportEventsDashboardSheet,
  getEventsDashboard,
} from '#contract/events/events-managed.ts'
import { paths } from '#contract/api/paths.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, day, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { useFailedRefunds } from '#web/features/refunds/use-failed-refunds.ts'
import { CommercialContact } from './CommercialContact.tsx'
import { actedFromList, actsOf } from './event-acts.ts'
import { eventColumns } from './event-columns.tsx'
import { eventStates } from '#web/features/events/event-state.ts'
import { useEventActs } from './use-event-acts.tsx'
import { useMay, usePerson } from '#web/shell/session/person.ts'
import { useShownState } from './use-shown-state.ts'

export const events = defineList(getEventsDashboard, {
  screen: 'organizerEvents',
  rows: (answer) => answer.events,
  filters: {
    state: byState('estado', eventStates, { label: 'Estado de los eventos', all: 'Todos' }),
    eventName: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
    date: day('fecha', 'Fecha'),
  },
  sort: {
    next: ['proximos', { desc: 'Los que vienen' }],
    date: ['fecha', { desc: 'Últimas fechas', asc: 'Primeras fechas' }],
    name: ['nombre', { asc: 'De la A a la Z' }],
    sold: ['vendidas', { desc: 'Más vendidos' }],
  },
  file: { endpoint: exportEventsDashboard, sheet: exportEventsDashboardSheet, name: 'eventos' },
})
export const { loader } = events

/** `/organizador/eventos`: every event that the person manages. */
function EventsScreen() {
  const may = useMay()
  const { companyId, commercialNumber } = usePerson()
  const list = useList(events)
  const { ask, dialog } = useEventActs({ isPausedAtOnce: true })
  const shown = useShownState()
  const failed = useFailedRefunds()
  const canCreate = may.edit && companyId !== null
  return (
    <>
      <ListView
        list={list}
        header={{ eyebrow: 'Organizador', title: 'Eventos' }}
        create={canCreate && { label: 'Crear evento', to: paths.newEvent() }}
        shown={(rows) => rows.map(shown)}
        summary={commercialNumber && <CommercialContact number={commercialNumber} />}
        noun={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
        empty={{
          icon: CalendarPlus,
          title: canCreate ? 'Creá tu primer evento' : 'Todavía no hay eventos',
          children: canCreate
            ? 'Cargá el flyer, la fecha y las entradas: en unos minutos está a la venta. Hasta que lo publiques, solo lo ves vos.'
            : 'Acá vas a ver los eventos que te asignen.',
        }}
        noMatchHint="Probá con otro nombre, otra fecha u otro estado."
        caption="Tus eventos"
        columns={eventColumns({
          canEdit: may.edit,
          actsOf: (event) => actsOf(event, may),
          failedOf: ({ id }) => failed.events.find((event) => event.id === id)?.count ?? 0,
          onAct: (act, event) => ask(act, actedFromList(event)),
        })}
      />
      {dialog}
    </>
  )
}

export { EventsScreen as Component }
