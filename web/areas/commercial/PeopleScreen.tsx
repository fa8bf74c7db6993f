import { Users } from 'lucide-react'
import { getCommercialUsers, searchCommercialEvents } from '#contract/events/commercial-desk.ts'
import { getManagedEvent } from '#contract/events/events-managed.ts'
import { eventLabel } from '#web/features/events/event-choices.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, day as dayFilter, idOf, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { searchedChoices } from '#web/features/lists/searched-choices.ts'
import { useList } from '#web/features/lists/use-list.ts'
import { peopleColumns } from '#web/features/people/people-columns.tsx'

const assignedChoices = searchedChoices(
  {
    spec: searchCommercialEvents,
    input: (eventName) => ({ query: eventName === '' ? {} : { eventName } }),
    choices: ({ events }) => events.map((event) => ({ value: event.id, label: eventLabel(event) })),
  },
  { spec: getManagedEvent, input: (id) => ({ params: { id } }), label: eventLabel },
)

export const people = defineList(getCommercialUsers, {
  screen: 'commercialUsers',
  rows: ({ users }) => users,
  filters: {
    group: choice(
      'grupo',
      [
        ['staff', 'equipo', 'Equipo'],
        ['buyers', 'compradores', 'Compradores'],
      ],
      { label: 'Grupo de personas', all: 'Todas' },
    ),
    username: search('buscar', { label: 'Persona', placeholder: 'Nombre, email o teléfono' }),
    eventId: idOf('evento', { label: 'Evento', all: 'Todos', source: assignedChoices }),
    date: dayFilter('desde', 'Día de alta'),
  },
  sort: {
    name: ['nombre', { asc: 'De la A a la Z', desc: 'De la Z a la A' }],
    since: ['antiguedad', { desc: 'Últimas altas', asc: 'Primeras altas' }],
  },
})
export const { loader } = people

/** `/comerciales/personas`: the staff and buyers of the events that are assigned to a commercial. */
function PeopleScreen() {
  const list = useList(people)
  return (
    <ListView
      list={list}
      header={{ eyebrow: 'Comercial', title: 'Personas de tus eventos' }}
      noun={{ none: 'Nadie', one: 'persona', many: 'personas' }}
      empty={{
        icon: Users,
        title: 'Todavía no hay nadie',
        children: 'Acá vas a ver al equipo y a quienes compren entradas de los eventos que te asignen.',
      }}
      noMatchHint="Probá con otro nombre u otro evento."
      caption="Personas de tus eventos"
      columns={peopleColumns}
    />
  )
}

export { PeopleScreen as Component }
