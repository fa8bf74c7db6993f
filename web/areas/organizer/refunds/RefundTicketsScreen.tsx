import { Ticket } from 'lucide-react'
import { useParams } from 'react-router'
import { figures } from '#contract/values/figures.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import { listRefundTickets, type RefundableTicket } from '#contract/sales/refunds.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { actions, moment, money, state, text, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { refundObstacles, ticketStates } from '#web/features/refunds/refund-words.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { RefundDrinksDialog } from './RefundDrinksDialog.tsx'
import { RefundTicketDialog } from './RefundTicketDialog.tsx'
import { useMay } from '#web/shell/session/person.ts'

export const refundTickets = defineList(listRefundTickets, {
  screen: 'eventRefundTickets',
  rows: ({ tickets }) => tickets,
  rowKey: 'id',
  filters: {
    state: byState('estado', ticketStates, {
      label: 'Estado de las entradas',
      all: 'Todas',
      states: ['valid', 'used', 'suspended', 'refunded', 'expired'],
    }),
    search: search('buscar', {
      label: 'Entrada, compra o persona',
      placeholder: 'Buscá por entrada, compra o persona',
    }),
  },
  sort: {
    paidAt: ['pago', { desc: 'Últimas compras' }],
    amount: ['importe', { desc: 'De mayor importe' }],
    number: ['numero', { asc: 'Por número' }],
  },
})
export const { loader } = refundTickets

/** `/organizador/eventos/:id/reembolsos/entradas`: every ticket that was paid for, and what of it can be refunded. */
function RefundTicketsScreen() {
  const { id = '' } = useParams()
  const may = useMay()
  const list = useList(refundTickets)
  const [opened, setOpened] = useDialogAddress('entrada')
  const shown = list.rows?.find((row) => row.id === opened)
  const canGive = ({ refundable }: RefundableTicket) => may.refund && refundable > 0
  const columns: Columns<typeof refundTickets> = [
    twoLines(
      'Entrada',
      ({ number, type, holderName, isDrinks }) => ({
        title: formatTicketNumber(number),
        detail: `${isDrinks ? 'Bebidas sumadas después' : type} · ${holderName}`,
      }),
      {
        sort: 'number',
      },
    ),
    text('Quien pagó', ({ payer }) => payer.name),
    moment('Pago', ({ paidAt }) => paidAt, { sort: 'paidAt' }),
    state('Estado', ticketStates, (row) => row.state),
    money(
      figures.paid,
      ({ amount, refunded }) => ({
        cents: toCents(amount),
        detail: refunded > 0 && `${formatExactMoney(toCents(refunded))} devueltos`,
      }),
      { sort: 'amount' },
    ),
    actions(
      (row) => ({
        buttons: canGive(row)
          ? [
              {
                label: 'Devolver',
                of: `${row.isDrinks ? 'las bebidas de ' : ''}${formatTicketNumber(row.number)}`,
                onSelect: () => setOpened(row.id),
              },
            ]
          : row.obstacle && refundObstacles[row.obstacle],
      }),
      'Devolver',
    ),
  ]
  return (
    <>
      <BackLink to={paths.eventRefunds(id)}>Volver a los reembolsos</BackLink>
      <ListView
        list={list}
        noun={{ none: 'Ninguna entrada', one: 'entrada', many: 'entradas' }}
        empty={{
          icon: Ticket,
          title: 'Nadie pagó una entrada todavía',
          children: 'Cuando se venda la primera, desde acá la podés devolver.',
        }}
        noMatchHint="Probá con otro estado, otro número u otra persona."
        caption="Entradas pagas"
        columns={columns}
      />
      {shown && canGive(shown) && !shown.isDrinks && (
        <RefundTicketDialog key={shown.id} eventId={id} ticket={shown} onClose={() => setOpened(null)} />
      )}
      {shown && canGive(shown) && shown.isDrinks && (
        <RefundDrinksDialog key={shown.id} eventId={id} row={shown} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

export { RefundTicketsScreen as Component }
