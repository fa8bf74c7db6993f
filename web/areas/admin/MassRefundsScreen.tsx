import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatDay, formatMoment } from '#contract/dates.ts'
import { getEventsDashboardPreview } from '#contract/events-managed.ts'
import { paths } from '#contract/paths.ts'
import { listMassRefunds, type MassRefund } from '#contract/refunds-mass.ts'
import { endpointQuery } from '#web/api/query.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, search } from '#web/features/lists/filters.ts'
import { ListView, type ListColumn } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { exactPesos, massRefundStates } from '#web/features/refunds/refund-words.ts'
import { grouped } from '#web/lib/numbers.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Combobox } from '#web/ui/fields/Combobox.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'

export const massRefunds = defineList(listMassRefunds, {
  path: paths.godMassRefund,
  filters: {
    state: choice(
      'estado',
      [
        ['running', 'en-curso', 'En curso'],
        ['paused', 'en-pausa', 'En pausa'],
        ['stopped', 'frenadas', 'Frenadas'],
        ['done', 'terminadas', 'Terminadas'],
      ],
      { is: 'chips', label: 'Estado', all: 'Todas' },
    ),
    search: search('buscar', { label: 'Evento', placeholder: 'Buscá por evento' }),
  },
  sort: {
    names: { createdAt: 'inicio' },
    first: { sort: 'createdAt', order: 'desc' },
    choices: [
      { sort: 'createdAt', order: 'desc', label: 'Las más nuevas' },
      { sort: 'createdAt', order: 'asc', label: 'Las más viejas' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
})
export const { loader } = massRefunds

/** `/god-admin/mass-refund`: every whole event that was given back, how it goes, and another one. */
function MassRefundsScreen() {
  const list = useList(massRefunds)
  const [asked, setAsked] = useDialogAddress('nueva')
  const start = <Button onClick={() => setAsked('si')}>Devolver un evento</Button>
  return (
    <>
      <PageHeader eyebrow="Administración" title="Devoluciones masivas" action={start} />
      <ListView
        list={list}
        rows={(answer) => answer.massRefunds}
        rowKey={({ id }) => id}
        noun={{ none: 'Ninguna devolución', one: 'devolución', many: 'devoluciones' }}
        empty={{
          icon: <HandCoins aria-hidden="true" className="size-10" />,
          title: 'Nunca se devolvió un evento entero',
          children: 'Cuando se empiece una, acá se ve cómo va.',
        }}
        nothing="Probá con otro estado u otro evento."
        caption="Devoluciones masivas"
        columns={columns}
      />
      {asked && <ChooseEvent onClose={() => setAsked(null)} />}
    </>
  )
}

/** Which event: what it would do is shown on its own screen, before anything begins. */
function ChooseEvent({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [eventId, setEventId] = useState('')
  const found = useQuery({
    ...endpointQuery(getEventsDashboardPreview, {
      query: typed.trim() === '' ? {} : { eventName: typed.trim().slice(0, 100) },
    }),
    placeholderData: keepPreviousData,
  })
  const options = (found.data?.events ?? []).map(({ id, name, startDate }) => ({
    value: id,
    label: startDate ? `${name} · ${formatDay(startDate)}` : name,
  }))
  return (
    <Dialog
      open
      onClose={onClose}
      title="Devolver un evento"
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Volver
          </Button>
          <Button disabled={eventId === ''} onClick={() => void navigate(paths.eventMassRefund(eventId))}>
            Ver qué se devolvería
          </Button>
        </>
      }
    >
      <Combobox
        label="Evento"
        hint="Todavía no se devuelve nada."
        options={options}
        value={eventId}
        onChange={setEventId}
        onSearch={setTyped}
        isSearching={found.isFetching}
      />
    </Dialog>
  )
}

const columns: ListColumn<typeof listMassRefunds, MassRefund>[] = [
  {
    key: 'event',
    header: 'Evento',
    isTitle: true,
    cell: ({ event, requestedBy }) => (
      <span className="block min-w-0 wrap-anywhere">
        <span className="block font-semibold">
          <Breakable>{event.name}</Breakable>
        </span>
        <span className="block text-12 font-normal text-humo">
          <Breakable>{requestedBy}</Breakable>
        </span>
      </span>
    ),
  },
  { key: 'createdAt', header: 'Inicio', sort: 'createdAt', cell: ({ createdAt }) => formatMoment(createdAt) },
  {
    key: 'state',
    header: 'Estado',
    cell: ({ state }) => <Badge tone={massRefundStates[state].tone}>{massRefundStates[state].text}</Badge>,
  },
  {
    key: 'progress',
    header: 'Avance',
    cell: ({ event, all, completed, failed, rejected }) => {
      const done = completed.count + failed.count + rejected.count
      return (
        <span className="block min-w-32">
          {grouped(done)} de {grouped(all.count)}
          <ProgressBar
            label={`Avance de ${event.name}`}
            value={done}
            max={Math.max(all.count, 1)}
            tone={failed.count > 0 ? 'rojo' : 'celeste'}
            className="mt-1"
          />
        </span>
      )
    },
  },
  {
    key: 'amount',
    header: 'Devuelto',
    align: 'right',
    cell: ({ completed, all }) => (
      <span className="block">
        <b>{exactPesos(completed.amount)}</b>
        <span className="block text-12 text-humo">de {exactPesos(all.amount)}</span>
      </span>
    ),
  },
  {
    key: 'actions',
    stays: true,
    header: 'Acciones',
    align: 'right',
    cell: ({ id, event }) => (
      <LinkButton asChild tone="quiet" size="s">
        <Link
          to={`${paths.eventMassRefund(event.id)}?devolucion=${id}`}
          aria-label={`Ver la devolución de ${event.name}`}
        >
          Ver
        </Link>
      </LinkButton>
    ),
  },
]

export { MassRefundsScreen as Component }
