import { ReceiptText } from 'lucide-react'
import { useParams } from 'react-router'
import { exportEventSales, exportEventSalesSheet, listEventSales, type SaleState } from '#contract/sales/event-sales.ts'
import { formatOrderNumber } from '#contract/values/order-number.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { figures } from '#contract/values/figures.ts'
import { moment, money, state, text, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, day, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import type { StateLabels } from '#web/features/lists/states.ts'
import { useList } from '#web/features/lists/use-list.ts'
import { showPhone } from '#web/lib/phone.ts'
import { EventMoney } from './EventMoney.tsx'
import { SalesByDay } from './SalesByDay.tsx'

const saleStates: StateLabels<SaleState> = {
  paid: { one: 'Pagada', many: 'Pagadas', tone: 'yerba' },
  partially_refunded: { one: 'Devuelta en parte', many: 'Devueltas en parte', tone: 'sol' },
  refunded: { one: 'Devuelta', many: 'Devueltas', tone: 'neutral' },
  in_dispute: { one: 'En disputa', many: 'En disputa', tone: 'rojo' },
}

export const eventSales = defineList(listEventSales, {
  screen: 'eventSales',
  rows: ({ sales }) => sales,
  filters: {
    search: search('buscar', { label: 'Compra o persona', placeholder: 'Buscá por compra, persona o código' }),
    state: byState('estado', saleStates, { label: 'Estado de las compras', all: 'Todas' }),
    date: day('dia', 'Día de la compra'),
  },
  sort: {
    paidAt: ['fecha', { desc: 'Últimas compras' }],
    paid: ['importe', { desc: 'De mayor importe' }],
    tickets: ['entradas', { desc: 'Con más entradas' }],
    name: ['nombre', { asc: 'Por nombre' }],
  },
  file: { endpoint: exportEventSales, sheet: exportEventSalesSheet, name: 'ventas' },
})
export const { loader } = eventSales

const linesOf = (lines: readonly { name: string; quantity: number }[]) =>
  lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')

const columns: Columns<typeof eventSales> = [
  twoLines(
    'Quien compró',
    ({ buyer }) => ({ title: buyer.name, detail: buyer.phone === null ? buyer.mail : showPhone(buyer.phone) }),
    { sort: 'name' },
  ),
  text('Compra', ({ orderNumber, promoterName, discountCode }) => ({
    // Read and typed as one.
    text: orderNumber === null ? 'En persona' : formatOrderNumber(orderNumber).replace(' ', '\u00a0'),
    detail: [promoterName !== null && `RRPP ${promoterName}`, discountCode !== null && `Código ${discountCode}`],
  })),
  text(
    'Entradas',
    ({ types, drinks }) => ({
      text: linesOf(types.length > 0 ? types : drinks),
      detail: [types.length === 0 ? 'Para una entrada que ya tenía' : drinks.length > 0 && linesOf(drinks)],
    }),
    { sort: 'tickets' },
  ),
  state('Estado', saleStates, (row) => row.state),
  moment('Fecha', ({ paidAt }) => paidAt, { sort: 'paidAt' }),
  money(
    figures.paid,
    ({ paid, refunded }) => ({
      cents: toCents(paid),
      detail: refunded > 0 && `${formatExactMoney(toCents(refunded))} devueltos`,
    }),
    { sort: 'paid' },
  ),
]

/** `/organizador/eventos/:id/ventas`: the event's money, its days and every purchase. */
function SalesScreen() {
  const { id = '' } = useParams()
  const list = useList(eventSales)
  return (
    <div className="flex flex-col gap-8">
      <EventMoney eventId={id} />
      <SalesByDay eventId={id} />
      <ListView
        list={list}
        noun={{ none: 'Ninguna compra', one: 'compra', many: 'compras' }}
        empty={{
          icon: ReceiptText,
          title: 'Todavía no hay ventas',
          children: 'Cuando alguien compre, o cuando vendas en persona, lo ves acá.',
        }}
        noMatchHint="Probá con otro estado, otro día u otra persona."
        caption="Compras"
        columns={columns}
      />
    </div>
  )
}

export { SalesScreen as Component }
