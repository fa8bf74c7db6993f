import { lazy, Suspense } from 'react'
import { HandCoins } from 'lucide-react'
import { figures } from '#contract/values/figures.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import { listMassRefunds } from '#contract/sales/refunds-mass.ts'
import { cell, moment, money, opens, state, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { massRefundStates } from '#web/features/refunds/refund-words.ts'
import { grouped } from '#contract/values/numbers.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'

const MassRefundEventDialog = lazy(async () => ({
  default: (await import('./MassRefundEventDialog.tsx')).MassRefundEventDialog,
}))

export const massRefunds = defineList(listMassRefunds, {
  screen: 'godMassRefund',
  rows: (answer) => answer.massRefunds,
  filters: {
    state: byState('estado', massRefundStates, {
      label: 'Estado',
      all: 'Todas',
      states: ['running', 'paused', 'stopped', 'done'],
    }),
    search: search('buscar', { label: 'Evento', placeholder: 'Buscá por evento' }),
  },
  sort: { createdAt: ['inicio', { desc: 'Las más nuevas', asc: 'Las más viejas' }] },
})
export const { loader } = massRefunds

const columns: Columns<typeof massRefunds> = [
  twoLines('Evento', ({ event, requestedBy }) => ({ title: event.name, detail: requestedBy })),
  moment('Inicio', ({ createdAt }) => createdAt, { sort: 'createdAt' }),
  state('Estado', massRefundStates, (row) => row.state, { phone: 'first' }),
  cell('Avance', ({ event, all, completed, failed, rejected }) => {
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
  }),
  money(
    figures.refunded.label,
    ({ completed, all }) => ({ cents: toCents(completed.amount), detail: `de ${formatMoney(toCents(all.amount))}` }),
    { look: 'strong', phone: 'second' },
  ),
  opens(({ id, event }) => ({
    label: 'Ver',
    of: `la devolución de ${event.name}`,
    to: `${paths.eventMassRefund(event.id)}?devolucion=${id}`,
  })),
]

/** `/god-admin/mass-refund`: every whole event that was refunded, its progress, and another one. */
function MassRefundsScreen() {
  const list = useList(massRefunds)
  const [asked, setAsked] = useDialogAddress('nueva')
  return (
    <>
      <ListView
        list={list}
        header={{ eyebrow: 'Administración', title: 'Devoluciones masivas' }}
        create={{ icon: HandCoins, label: 'Devolver un evento', onClick: () => setAsked('si') }}
        noun={{ none: 'Ninguna devolución', one: 'devolución', many: 'devoluciones' }}
        empty={{
          icon: HandCoins,
          title: 'Nunca se devolvió un evento entero',
          children: 'Cuando se empiece una, acá se ve cómo va.',
          action: null,
        }}
        noMatchHint="Probá con otro estado u otro evento."
        caption="Devoluciones masivas"
        columns={columns}
      />
      {asked && (
        <Suspense fallback={null}>
          <MassRefundEventDialog onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}

export { MassRefundsScreen as Component }
