import { Gift } from 'lucide-react'
import { Fragment } from 'react'
import { paths } from '#contract/api/paths.ts'
import { listRaffles } from '#contract/events/raffles.ts'
import { actions, figure, state, text, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { entrantsWords, placesWords, raffleStates } from '#web/features/raffles/raffle-words.ts'
import { useMay } from '#web/shell/session/person.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { EventPicker } from '../events/EventPicker.tsx'
import { RaffleDialog } from './RaffleDialog.tsx'
import { useRaffleActs } from './use-raffle-acts.tsx'

export const raffles = defineList(listRaffles, {
  screen: 'organizerRaffles',
  within: ['evento', 'id'],
  rows: (answer) => answer.raffles,
  filters: { state: byState('estado', raffleStates, { label: 'Estado de los sorteos', all: 'Todos' }) },
  sort: { createdAt: ['creado', { desc: 'Los más nuevos' }], prize: ['premio', { asc: 'De la A a la Z' }] },
})
export const { loader } = raffles

/** `/organizador/sorteos`: the raffles of an event, each with the act that leads on. */
function RafflesScreen() {
  return (
    <>
      <PageHeader eyebrow="Organizador" title="Sorteos" />
      <EventPicker href={(id) => raffles.href({}, { id })}>
        {(id) => <EventRaffles key={id} eventId={id} />}
      </EventPicker>
    </>
  )
}

function EventRaffles({ eventId }: { eventId: string }) {
  const may = useMay()
  const list = useList(raffles)
  const acts = useRaffleActs()
  const [asked, setAsked] = useDialogAddress('sorteo')
  const opened = list.rows?.find(({ id, state }) => id === asked && state === 'draft')
  const columns: Columns<typeof raffles> = [
    twoLines('Premio', (row) => ({ title: row.prize, detail: placesWords(row) }), { sort: 'prize' }),
    state('Estado', raffleStates, (row) => row.state),
    text('Participan', ({ entrants }) => entrantsWords[entrants]),
    figure('Con código', ({ entries }) => entries),
    actions((row) => {
      const next = acts.nextOf(row)
      const page = { label: 'Ver página', of: `de ${row.prize}`, to: paths.raffle(row.id) }
      const edit = { label: 'Editar', of: row.prize, onSelect: () => setAsked(row.id) }
      const step = next && { label: next.label, of: row.prize, onSelect: () => next.ask(row) }
      return {
        buttons: [...(may.sell && step ? [step] : []), ...(may.sell && row.state === 'draft' ? [edit] : [page])],
        ...(may.sell &&
          acts.canCancel(row) && {
            menu: {
              label: `Más de ${row.prize}`,
              items: [
                {
                  key: 'cancel',
                  label: 'Cancelar el sorteo',
                  tone: 'danger' as const,
                  onSelect: () => acts.cancel(row),
                },
              ],
            },
          }),
      }
    }),
  ]
  return (
    <>
      <ListView
        list={list}
        create={may.sell && { label: 'Crear sorteo', onClick: () => setAsked('nuevo') }}
        noun={{ none: 'Ningún sorteo', one: 'sorteo', many: 'sorteos' }}
        empty={{
          icon: Gift,
          title: 'Todavía no hay sorteos',
          children: 'Elegí el premio y quiénes participan: el resultado lo puede comprobar cualquiera.',
        }}
        noMatchHint="Probá con otro estado."
        failure="Error al cargar los sorteos"
        caption="Sorteos del evento"
        columns={columns}
      />
      {may.sell && asked && (asked === 'nuevo' || opened) && (
        <RaffleDialog key={asked} eventId={eventId} raffle={opened ?? null} onClose={() => setAsked(null)} />
      )}
      {acts.dialogs.map((dialog, n) => (
        <Fragment key={n}>{dialog}</Fragment>
      ))}
    </>
  )
}

export { RafflesScreen as Component }
