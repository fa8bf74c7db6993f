import { BellRing } from 'lucide-react'
import { toLocalTime } from '#contract/values/dates.ts'
import type { WaitingState } from '#contract/events/waiting-list.ts'
import {
  exportWaiting,
  exportWaitingSheet,
  listWaiting,
  type WaitingRow,
} from '#contract/companies/waiting-list-desk.ts'
import { cell, moment, state, text, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import type { StateLabels } from '#web/features/lists/states.ts'
import { useList } from '#web/features/lists/use-list.ts'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'

const waitingStates: StateLabels<WaitingState> = {
  waiting: { one: 'Esperando', many: 'Esperando', tone: 'sol' },
  offered: { one: 'Lugar ofrecido', many: 'Con lugar ofrecido', tone: 'celeste', slug: 'ofrecidos' },
  taken: { one: 'Compró', many: 'Compraron', tone: 'yerba' },
  lapsed: { one: 'No compró a tiempo', many: 'No compraron', tone: 'neutral', slug: 'vencidos' },
  left: { one: 'Salió', many: 'Salieron', tone: 'neutral' },
  closed: { one: 'Cerrada', many: 'Cerrados', tone: 'neutral' },
}

export const waitingList = defineList(listWaiting, {
  screen: 'eventWaiting',
  rows: ({ waiting }) => waiting,
  filters: {
    state: byState('estado', waitingStates, { label: 'Estado', all: 'Todos' }),
    search: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
  },
  sort: {
    place: ['lugar', { asc: 'Por orden de llegada' }],
    joinedAt: ['anotado', { desc: 'Los últimos en anotarse' }],
  },
  file: { endpoint: exportWaiting, sheet: exportWaitingSheet, name: 'lista-de-espera' },
})
export const { loader } = waitingList

const offerWords = ({ state: now, offeredPlaces, offerUntil, quantity }: WaitingRow) =>
  now === 'offered' &&
  offerUntil &&
  `${offeredPlaces === quantity ? '' : `${offeredPlaces} de ${quantity}, `}hasta las ${toLocalTime(offerUntil)}`

const columns: Columns<typeof waitingList> = [
  cell('Lugar', ({ position }) => (position === null ? '–' : `${grouped(position)}.º`), { sort: 'place' }),
  twoLines('Nombre', ({ name, phone, mail }) => ({ title: name, detail: [phone, mail] })),
  text('Entrada', ({ ticketType, quantity }) => `${quantity} × ${ticketType.name}`),
  state('Estado', waitingStates, (row) => ({ state: row.state, detail: offerWords(row) })),
  moment('Se anotó', ({ joinedAt }) => joinedAt, { sort: 'joinedAt' }),
]

/** `/organizador/eventos/:id/espera`: the waitlist of what is sold out, and what became of the offered places. */
function WaitingScreen() {
  const list = useList(waitingList)
  const totals = list.answer?.totals ?? []
  const sum = (of: (each: (typeof totals)[number]) => number) => totals.reduce((all, each) => all + of(each), 0)
  return (
    <>
      {totals.length > 0 && (
        <>
          <Stats label="Lista de espera" narrow>
            <Stat label="Esperando" value={grouped(sum(({ people }) => people))} />
            <Stat label="Entradas que piden" value={grouped(sum(({ wanted }) => wanted))} />
            <Stat label="Ofrecidas ahora" value={grouped(sum(({ offered }) => offered))} />
            <Stat label="Compradas" value={grouped(sum(({ taken }) => taken))} />
          </Stats>
          {/* Shows for which type places are worth adding. */}
          <ul className="mt-3 mb-5 text-14 text-humo">
            {totals
              .filter(({ people }) => people > 0)
              .map(({ ticketTypeId, name, people, wanted }) => (
                <li key={ticketTypeId} className="wrap-anywhere">
                  {name}: {counted(people, 'persona espera', 'personas esperan')}{' '}
                  {counted(wanted, 'entrada', 'entradas')}. Si ampliás la capacidad, primero se ofrece a quienes
                  esperan.
                </li>
              ))}
          </ul>
        </>
      )}
      <ListView
        list={list}
        noun={{ none: 'Nadie', one: 'persona', many: 'personas' }}
        empty={{
          icon: BellRing,
          title: 'Nadie está esperando',
          children:
            'Cuando una entrada se agota, la gente puede pedir que le avisen. Lo que se libera se ofrece solo, por orden de llegada.',
        }}
        noMatchHint="Probá con otro estado u otro nombre."
        caption="Lista de espera"
        columns={columns}
      />
    </>
  )
}

export { WaitingScreen as Component }
