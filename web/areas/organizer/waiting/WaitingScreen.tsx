import { BellRing } from 'lucide-react'
import { formatMoment, toLocalTime } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { exportWaiting, listWaiting, type WaitingRow, type WaitingState } from '#contract/waiting-list.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, search } from '#web/features/lists/filters.ts'
import { ListView, type ListColumn } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { counted, grouped } from '#web/lib/numbers.ts'
import { Badge, type BadgeTone } from '#web/ui/base/Badge.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { usePerson } from '#web/shell/session/use-person.ts'

export const waitingList = defineList(listWaiting, {
  path: ({ id }) => paths.eventWaiting(id ?? ''),
  params: ({ id }) => ({ id: id ?? '' }),
  filters: {
    state: choice(
      'estado',
      [
        ['waiting', 'esperando', 'Esperando'],
        ['offered', 'ofrecidos', 'Con lugar ofrecido'],
        ['taken', 'compraron', 'Compraron'],
        ['lapsed', 'vencidos', 'No compraron'],
        ['left', 'salieron', 'Salieron'],
        ['closed', 'cerrados', 'Cerrados'],
      ],
      { is: 'chips', label: 'Estado', all: 'Todos' },
    ),
    search: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
  },
  sort: {
    names: { place: 'lugar', joinedAt: 'anotado' },
    first: { sort: 'place', order: 'asc' },
    choices: [
      { sort: 'place', order: 'asc', label: 'Por orden de llegada' },
      { sort: 'joinedAt', order: 'desc', label: 'Los últimos en anotarse' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
  file: { endpoint: exportWaiting, name: 'lista-de-espera' },
})
export const { loader } = waitingList

const states: Record<WaitingState, { text: string; tone: BadgeTone }> = {
  waiting: { text: 'Esperando', tone: 'sol' },
  offered: { text: 'Lugar ofrecido', tone: 'celeste' },
  taken: { text: 'Compró', tone: 'yerba' },
  lapsed: { text: 'No compró a tiempo', tone: 'neutral' },
  left: { text: 'Salió', tone: 'neutral' },
  closed: { text: 'Cerrada', tone: 'neutral' },
}

/** `/organizador/eventos/:id/espera`: who waits for what is sold out, and what became of what was offered. */
function WaitingScreen() {
  const person = usePerson()
  const list = useList(waitingList, { enabled: person !== null })
  if (!person) return null
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
          {/* Which type it is for says where to add places. */}
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
        rows={(answer) => answer.waiting}
        rowKey={(row) => row.id}
        noun={{ none: 'Nadie', one: 'persona', many: 'personas' }}
        empty={{
          icon: <BellRing aria-hidden="true" className="size-10" />,
          title: 'Nadie está esperando',
          children:
            'Cuando una entrada se agota, la gente puede pedir que le avisen. Lo que se libera se ofrece solo, por orden de llegada.',
        }}
        nothing="Probá con otro estado u otro nombre."
        caption="Lista de espera"
        columns={columns}
      />
    </>
  )
}

const columns: ListColumn<typeof listWaiting, WaitingRow>[] = [
  {
    key: 'place',
    header: 'Lugar',
    sort: 'place',
    cell: ({ position }) => (position === null ? '–' : `${grouped(position)}.º`),
  },
  {
    key: 'name',
    header: 'Nombre',
    isTitle: true,
    cell: ({ name, phone, mail }) => (
      <span className="block">
        <span className="font-semibold wrap-anywhere">{name}</span>
        {phone && <span className="block text-12 font-normal text-humo">{phone}</span>}
        {mail && (
          <span className="block text-12 font-normal wrap-anywhere text-humo">
            <Breakable>{mail}</Breakable>
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'type',
    header: 'Entrada',
    cell: ({ ticketType, quantity }) => (
      <span className="wrap-anywhere">
        {quantity} × {ticketType.name}
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Estado',
    cell: ({ state, offeredPlaces, offerUntil, quantity }) => (
      <span className="block">
        <Badge tone={states[state].tone}>{states[state].text}</Badge>
        {state === 'offered' && offerUntil && (
          <span className="mt-1 block text-12 text-humo">
            {offeredPlaces !== quantity && `${offeredPlaces} de ${quantity}, `}hasta las {toLocalTime(offerUntil)}
          </span>
        )}
      </span>
    ),
  },
  { key: 'joinedAt', header: 'Se anotó', sort: 'joinedAt', cell: ({ joinedAt }) => formatMoment(joinedAt) },
]

export { WaitingScreen as Component }
