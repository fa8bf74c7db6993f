import { TicketPercent } from 'lucide-react'
import {
  exportDiscountCodes,
  exportDiscountCodesSheet,
  listDiscountCodes,
  stopDiscountCode,
  type DiscountCodeRow,
} from '#contract/events/discounts.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { actions, day, state, text, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { counted } from '#web/lib/numbers.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { DiscountDialog } from './DiscountDialog.tsx'
import { discountStates, offWords, usesWords, windowWords } from './discount-words.ts'
import { useManagedEvent } from '../workspace/managed-event.ts'

export const discountCodes = defineList(listDiscountCodes, {
  screen: 'eventDiscounts',
  rows: (answer) => answer.discountCodes,
  filters: {
    state: byState('estado', discountStates, { label: 'Estado de los códigos', all: 'Todos' }),
    search: search('buscar', { label: 'Código', placeholder: 'Buscá por código' }),
  },
  sort: {
    createdAt: ['creado', { desc: 'Los más nuevos' }],
    uses: ['usos', { desc: 'Los más usados' }],
    code: ['codigo', { asc: 'De la A a la Z' }],
  },
  file: { endpoint: exportDiscountCodes, sheet: exportDiscountCodesSheet, name: 'codigos-de-descuento' },
})
export const { loader } = discountCodes

/** `/organizador/eventos/:id/descuentos`: the codes of one event, with how often each was used. */
function DiscountsScreen() {
  const { id, event, may } = useManagedEvent()
  const list = useList(discountCodes)
  const [asked, setAsked] = useDialogAddress('nuevo')
  const stopping = useAct(stopDiscountCode, {
    input: ({ id: codeId }: DiscountCodeRow) => ({ params: { id, codeId } }),
    title: ({ code }) => `¿Detener ${code}?`,
    description: ({ uses }) =>
      `Nadie más va a poder usarlo.${uses > 0 ? ` Quienes ya compraron o reservaron con él (${counted(uses, 'compra', 'compras')}) conservan su precio.` : ''} No se puede volver atrás, pero podés crear otro con el mismo nombre.`,
    confirm: 'Detener',
    tone: 'danger',
    done: ({ code }) => `${code} ya no se puede usar`,
  })
  const isOpen = event !== undefined && !event.isExpired && event.state !== 'cancelled' && event.state !== 'success'
  const canMake = isOpen && may.sell
  const columns: Columns<typeof discountCodes> = [
    twoLines('Código', ({ code }) => ({ title: code }), { sort: 'code' }),
    state('Estado', discountStates, (row) => row.state),
    text('Descuento', offWords),
    text('Entradas', ({ ticketTypes }) => ticketTypes?.map(({ name }) => name).join(', ') ?? 'Todas'),
    text(
      'Usos',
      (row) => ({
        text: usesWords(row),
        detail: row.perPersonLimit !== null && `Hasta ${row.perPersonLimit} por persona`,
      }),
      { sort: 'uses' },
    ),
    text('Vigencia', windowWords),
    day('Creado', ({ createdAt, madeBy }) => ({ at: createdAt, detail: madeBy }), { sort: 'createdAt' }),
    actions((row) => ({
      buttons: may.sell &&
        row.state !== 'stopped' && [{ label: 'Detener', of: row.code, onSelect: () => stopping.ask(row) }],
    })),
  ]
  return (
    <>
      {event && !isOpen && (
        <p className="mb-5 text-humo">Este evento ya terminó o se canceló: no admite códigos nuevos.</p>
      )}
      <ListView
        list={list}
        create={canMake && { label: 'Crear código', onClick: () => setAsked('si') }}
        noun={{ none: 'Ningún código', one: 'código', many: 'códigos' }}
        empty={{
          icon: TicketPercent,
          title: 'Todavía no hay códigos de descuento',
          children: 'Creá uno para tu lista, tus RRPP o una preventa, con los límites que quieras.',
        }}
        noMatchHint="Probá con otro estado u otro código."
        caption="Códigos de descuento"
        columns={columns}
      />
      {canMake && asked && <DiscountDialog event={event} onClose={() => setAsked(null)} />}
      {stopping.dialog}
    </>
  )
}

export { DiscountsScreen as Component }
