import { CalendarPlus, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { EVENT_STATES } from '#contract/event-card.ts'
import { exportEventsDashboard, getEventsDashboard } from '#contract/events-managed.ts'
import { paths } from '#contract/paths.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, day, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { BottomBar } from '#web/ui/overlays/BottomBar.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { actedFromList, actsOf, mayEdit } from './event-acts.ts'
import { eventColumns } from './event-columns.tsx'
import { stateWords } from './event-state.ts'
import { useEventActs } from './use-event-acts.tsx'
import { usePerson } from '#web/shell/session/use-person.ts'
import { useShownState } from './use-shown-state.ts'

const states = EVENT_STATES.map((state) => {
  const { many } = stateWords[state]
  return [state, many.toLowerCase(), many] as const
})

/** Sales move: asked afresh each time. */
export const events = defineList(getEventsDashboard, {
  path: paths.organizerEvents,
  filters: {
    state: choice('estado', states, { is: 'chips', label: 'Estado de los eventos', all: 'Todos' }),
    eventName: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
    date: day('fecha', 'Fecha'),
  },
  sort: {
    names: { date: 'fecha', name: 'nombre', sold: 'vendidas' },
    first: { sort: 'date', order: 'desc' },
    choices: [
      { sort: 'date', order: 'desc', label: 'Últimas fechas' },
      { sort: 'date', order: 'asc', label: 'Primeras fechas' },
      { sort: 'name', order: 'asc', label: 'De la A a la Z' },
      { sort: 'sold', order: 'desc', label: 'Más vendidos' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
  file: { endpoint: exportEventsDashboard, name: 'eventos' },
})
export const { loader } = events

/** `/organizador/eventos`: every event that the person manages. */
function EventsScreen() {
  const user = usePerson()
  const list = useList(events)
  const { ask, dialog } = useEventActs({ isPausedAtOnce: true })
  const shown = useShownState()
  if (!user) return null
  const canCreate = mayEdit(user) && user.companyId !== null

  const create = (
    <Link to={paths.newEvent()}>
      <Plus aria-hidden="true" className="size-5" />
      Crear evento
    </Link>
  )
  const createAbove = canCreate && (
    <LinkButton asChild className="max-md:hidden">
      {create}
    </LinkButton>
  )
  return (
    <>
      <PageHeader eyebrow="Organizador" title="Eventos" action={createAbove} />
      <ListView
        list={list}
        rows={(answer) => answer.events.map(shown)}
        rowKey={({ id }) => id}
        noun={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
        empty={{
          icon: <CalendarPlus aria-hidden="true" className="size-10" />,
          title: canCreate ? 'Creá tu primer evento' : 'Todavía no hay eventos',
          children: canCreate
            ? 'Cargá el flyer, la fecha y las entradas: en unos minutos está a la venta. Hasta que lo publiques, solo lo ves vos.'
            : 'Acá vas a ver los eventos que te asignen.',
          action: createAbove,
        }}
        nothing="Probá con otro nombre, otra fecha u otro estado."
        failure="Error al cargar eventos"
        caption="Tus eventos"
        columns={eventColumns({
          canEdit: mayEdit(user),
          actsOf: (event) => actsOf(event, user),
          onAct: (act, event) => ask(act, actedFromList(event)),
        })}
      />
      {canCreate && (
        <BottomBar className="md:hidden">
          <LinkButton asChild wide>
            {create}
          </LinkButton>
        </BottomBar>
      )}
      {dialog}
    </>
  )
}

export { EventsScreen as Component }
