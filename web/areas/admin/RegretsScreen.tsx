import { lazy, Suspense } from 'react'
import { RotateCcw } from 'lucide-react'
import { listRegrets } from '#contract/sales/regrets.ts'
import { moment, opens, state, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { regretStates } from '#web/features/regrets/regret-words.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'

const RegretDialog = lazy(async () => ({ default: (await import('./RegretDialog.tsx')).RegretDialog }))

export const regrets = defineList(listRegrets, {
  screen: 'godRegrets',
  rows: (answer) => answer.regrets,
  filters: {
    state: byState('estado', regretStates, { label: 'Estado', all: 'Todos' }),
    search: search('buscar', { label: 'Código o contacto', placeholder: 'Buscá por código, compra o contacto' }),
  },
  sort: { answerBy: ['vencimiento', { asc: 'Vencen antes', desc: 'Últimos pedidos' }] },
})
export const { loader } = regrets

/** `/god-admin/arrepentimientos`: regretted purchases, and until when they must be answered. */
function RegretsScreen() {
  const list = useList(regrets)
  const [opened, setOpened] = useDialogAddress('pedido')
  const shown = list.rows?.find(({ id }) => id === opened)
  const columns: Columns<typeof regrets> = [
    twoLines('Código', ({ code, orderNumber, contact }) => ({
      title: code,
      detail: [orderNumber, contact].filter(Boolean).join(' · ') || '—',
    })),
    moment('Pedido', ({ submittedAt }) => submittedAt),
    moment('Responder antes de', ({ answerBy, isOverdue }) => ({ at: answerBy, late: isOverdue && 'Vencido' }), {
      sort: 'answerBy',
      phone: 'second',
    }),
    state('Estado', regretStates, (row) => row.state, { phone: 'first' }),
    opens(({ id, code }) => ({ label: 'Ver', of: `el arrepentimiento ${code}`, onSelect: () => setOpened(id) })),
  ]
  return (
    <>
      <ListView
        list={list}
        header={{ eyebrow: 'Administración', title: 'Arrepentimientos' }}
        noun={{ none: 'Ningún arrepentimiento', one: 'arrepentimiento', many: 'arrepentimientos' }}
        empty={{
          icon: RotateCcw,
          title: 'Nadie se arrepintió de una compra',
          children: 'Lo que se pida con el Botón de Arrepentimiento aparece acá, con su plazo.',
        }}
        noMatchHint="Probá con otro estado u otro código."
        caption="Arrepentimientos"
        columns={columns}
      />
      {shown && (
        <Suspense fallback={null}>
          <RegretDialog key={shown.id} regret={shown} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}

export { RegretsScreen as Component }
