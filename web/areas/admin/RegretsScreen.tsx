import { RotateCcw } from 'lucide-react'
import { formatMoment } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { listRegrets, type ManagedRegret } from '#contract/regrets.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, search } from '#web/features/lists/filters.ts'
import { ListView, type ListColumn } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { regretStates } from '#web/features/regrets/regret-words.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { RegretDialog } from './RegretDialog.tsx'

const states = [
  ['with_person', 'esperan', 'Esperan a una persona'],
  ['received', 'recibidos', 'Esperan el enlace'],
  ['done', 'resueltos', 'Resueltos'],
] as const
const tones = { with_person: 'sol', received: 'celeste', done: 'yerba' } as const

export const regrets = defineList(listRegrets, {
  path: paths.godRegrets,
  filters: {
    state: choice('estado', states, { is: 'chips', label: 'Estado', all: 'Todos' }),
    search: search('buscar', { label: 'Código o contacto', placeholder: 'Buscá por código, compra o contacto' }),
  },
  sort: {
    names: { answerBy: 'vencimiento' },
    first: { sort: 'answerBy', order: 'asc' },
    choices: [
      { sort: 'answerBy', order: 'asc', label: 'Vencen antes' },
      { sort: 'answerBy', order: 'desc', label: 'Últimos pedidos' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
})
export const { loader } = regrets

/** `/god-admin/arrepentimientos`: who regrets a purchase, and until when they must be answered. */
function RegretsScreen() {
  const list = useList(regrets)
  const [opened, setOpened] = useDialogAddress('pedido')
  const shown = list.answer?.regrets.find(({ id }) => id === opened)
  return (
    <>
      <PageHeader eyebrow="Administración" title="Arrepentimientos" />
      <ListView
        list={list}
        rows={({ regrets: rows }) => rows}
        rowKey={({ id }) => id}
        noun={{ none: 'Ningún arrepentimiento', one: 'arrepentimiento', many: 'arrepentimientos' }}
        empty={{
          icon: <RotateCcw aria-hidden="true" className="size-10" />,
          title: 'Nadie se arrepintió de una compra',
          children: 'Lo que se pida con el Botón de Arrepentimiento aparece acá, con su plazo.',
        }}
        nothing="Probá con otro estado u otro código."
        caption="Arrepentimientos"
        columns={columns(({ id }) => setOpened(id))}
      />
      {shown && <RegretDialog key={shown.id} regret={shown} onClose={() => setOpened(null)} />}
    </>
  )
}

function columns(onOpen: (row: ManagedRegret) => void): ListColumn<typeof listRegrets, ManagedRegret>[] {
  return [
    {
      key: 'code',
      header: 'Código',
      isTitle: true,
      cell: ({ code, orderNumber, contact }) => (
        <span className="block min-w-0">
          <span className="block font-semibold">{code}</span>
          <span className="block text-12 font-normal wrap-anywhere text-humo">
            <Breakable>{[orderNumber, contact].filter(Boolean).join(' · ') || '—'}</Breakable>
          </span>
        </span>
      ),
    },
    { key: 'submittedAt', header: 'Pedido', cell: ({ submittedAt }) => formatMoment(submittedAt) },
    {
      key: 'answerBy',
      header: 'Responder antes de',
      sort: 'answerBy',
      cell: ({ answerBy, isOverdue }) => (
        <span className={isOverdue ? 'font-bold text-rojo' : ''}>
          {formatMoment(answerBy)}
          {isOverdue && ' · Vencido'}
        </span>
      ),
    },
    { key: 'state', header: 'Estado', cell: ({ state }) => <Badge tone={tones[state]}>{regretStates[state]}</Badge> },
    {
      key: 'actions',
      stays: true,
      header: 'Acciones',
      align: 'right',
      cell: (row) => (
        <Button tone="quiet" size="s" aria-label={`Ver el arrepentimiento ${row.code}`} onClick={() => onOpen(row)}>
          Ver
        </Button>
      ),
    },
  ]
}

export { RegretsScreen as Component }
