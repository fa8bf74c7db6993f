import { CalendarPlus } from 'lucide-react'
import { listCommercialEvents, removeCommercial, type CommercialEvent } from '#contract/events/commercials.ts'
import { paths } from '#contract/api/paths.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { eventStates } from '#web/features/events/event-state.ts'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { actions, day, moment, state, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { mayAssign } from '#web/shell/session/may.ts'
import { usePerson } from '#web/shell/session/person.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { AssignEventDialog } from './AssignEventDialog.tsx'

export const commercialEvents = defineList(listCommercialEvents, {
  screen: 'godCommercials',
  within: ['comercial', 'userId'],
  rows: (answer) => answer.events,
  filters: { search: search('buscar', { label: 'Evento', placeholder: 'Buscá por evento' }) },
  sort: {
    date: ['fecha', { desc: 'Últimas fechas', asc: 'Primeras fechas' }],
    name: ['nombre', { asc: 'De la A a la Z' }],
    assignedAt: ['asignado', { desc: 'Los últimos asignados' }],
  },
  fresh: true,
})

/** The events of one commercial: one more, or one less. */
export function CommercialEvents({ userId, backTo }: { userId: string; backTo: string }) {
  const list = useList(commercialEvents)
  const may = mayAssign(usePerson())
  const [assigning, setAssigning] = useDialogAddress('asignar')
  const user = list.answer?.user
  const name = user?.name ?? 'Comercial'
  const removing = useAct(removeCommercial, {
    input: ({ id: eventId }: CommercialEvent) => ({ body: { userId, eventId } }),
    title: ({ name: event }) => `¿Sacarle ${event} a ${name}?`,
    description: `Deja de verlo en el momento, y el evento queda sin comercial hasta que asignes otro. ${name} y la organización reciben un mail.`,
    confirm: 'Sacar',
    tone: 'danger',
    done: ({ name: event }) => `${name} ya no se ocupa de ${event}`,
  })
  const columns: Columns<typeof commercialEvents> = [
    twoLines(
      'Evento',
      ({ id, name: title, companyName }) => ({ title, detail: companyName, to: paths.eventSummary(id) }),
      { sort: 'name' },
    ),
    day('Fecha', ({ startDate }) => startDate, { sort: 'date' }),
    state('Estado', eventStates, (event) => event.state),
    moment('Asignado', ({ assignedAt }) => assignedAt, { sort: 'assignedAt' }),
    ...(may
      ? [
          actions((event: CommercialEvent) => ({
            buttons: [{ label: 'Sacar', of: event.name, onSelect: () => removing.ask(event) }],
          })),
        ]
      : []),
  ]
  return (
    <>
      <ListView
        list={list}
        header={{ eyebrow: <ScreenLink to={backTo}>Comerciales</ScreenLink>, title: name }}
        create={may && user && { icon: CalendarPlus, label: 'Asignar evento', onClick: () => setAssigning('si') }}
        noun={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
        empty={{
          icon: CalendarPlus,
          title: 'Todavía no se ocupa de ningún evento',
          children: may ? 'Asignale el primero: lo ve en el momento.' : undefined,
        }}
        noMatchHint="Probá con otro nombre."
        caption={`Eventos de ${name}`}
        columns={columns}
      />
      {may && user && assigning && <AssignEventDialog user={user} onClose={() => setAssigning(null)} />}
      {removing.dialog}
    </>
  )
}
