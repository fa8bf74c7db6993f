import { Ticket } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { formatMoment } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { listRefundTickets, type RefundableTicket } from '#contract/refunds.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, search } from '#web/features/lists/filters.ts'
import { ListView, type ListColumn } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { exactPesos, refundObstacles, ticketStates } from '#web/features/refunds/refund-words.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { mayRefund } from '../events/event-acts.ts'
import { RefundTicketDialog } from './RefundTicketDialog.tsx'
import { usePerson } from '#web/shell/session/use-person.ts'

export const refundTickets = defineList(listRefundTickets, {
  path: ({ id }) => paths.eventRefundTickets(id ?? ''),
  params: ({ id }) => ({ id: id ?? '' }),
  filters: {
    state: choice(
      'estado',
      [
        ['valid', 'validas', 'Válidas'],
        ['used', 'usadas', 'Usadas'],
        ['suspended', 'suspendidas', 'Suspendidas'],
        ['refunded', 'devueltas', 'Devueltas'],
        ['expired', 'vencidas', 'Vencidas'],
      ],
      { is: 'chips', label: 'Estado de las entradas', all: 'Todas' },
    ),
    search: search('buscar', {
      label: 'Entrada, compra o persona',
      placeholder: 'Buscá por entrada, compra o persona',
    }),
  },
  sort: {
    names: { paidAt: 'pago', number: 'numero', amount: 'importe' },
    first: { sort: 'paidAt', order: 'desc' },
    choices: [
      { sort: 'paidAt', order: 'desc', label: 'Últimas compras' },
      { sort: 'amount', order: 'desc', label: 'De mayor importe' },
      { sort: 'number', order: 'asc', label: 'Por número' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
})
export const { loader } = refundTickets

/** `/organizador/eventos/:id/reembolsos/entradas`: every ticket that was paid for, and what of it can be given back. */
function RefundTicketsScreen() {
  const { id = '' } = useParams()
  const person = usePerson()
  const list = useList(refundTickets, { enabled: person !== null })
  const [opened, setOpened] = useDialogAddress('entrada')
  if (!person) return null
  const mayGive = mayRefund(person)
  const mayGiveUsed = person.godAdmin
  const shown = list.answer?.tickets.find(({ ticketId }) => ticketId === opened)
  return (
    <>
      <Link to={paths.eventRefunds(id)} className="link mb-4 inline-flex min-h-11 items-center">
        Volver a los reembolsos
      </Link>
      <ListView
        list={list}
        rows={({ tickets }) => tickets}
        rowKey={({ ticketId }) => ticketId}
        noun={{ none: 'Ninguna entrada', one: 'entrada', many: 'entradas' }}
        empty={{
          icon: <Ticket aria-hidden="true" className="size-10" />,
          title: 'Nadie pagó una entrada todavía',
          children: 'Cuando se venda la primera, desde acá la podés devolver.',
        }}
        nothing="Probá con otro estado, otro número u otra persona."
        caption="Entradas pagas"
        columns={columns(mayGive && (({ ticketId }) => setOpened(ticketId)), mayGiveUsed)}
      />
      {shown && mayGive && canGive(shown, mayGiveUsed) && (
        <RefundTicketDialog key={shown.ticketId} eventId={id} ticket={shown} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

/** A used ticket is a god admin's to give back. */
function canGive({ obstacle, refundable }: RefundableTicket, mayGiveUsed: boolean): boolean {
  return refundable > 0 || (obstacle === 'used' && mayGiveUsed)
}

function columns(
  onGive: ((ticket: RefundableTicket) => void) | false,
  mayGiveUsed: boolean,
): ListColumn<typeof listRefundTickets, RefundableTicket>[] {
  return [
    {
      key: 'number',
      header: 'Entrada',
      sort: 'number',
      isTitle: true,
      cell: ({ number, type, holderName }) => (
        <span className="block min-w-0">
          <span className="block font-semibold wrap-anywhere">{number}</span>
          <span className="block text-12 font-normal wrap-anywhere text-humo">
            <Breakable>{`${type} · ${holderName}`}</Breakable>
          </span>
        </span>
      ),
    },
    {
      key: 'payer',
      header: 'Quien pagó',
      cell: ({ payer }) => (
        <span className="break-words">
          <Breakable>{payer.name}</Breakable>
        </span>
      ),
    },
    {
      key: 'paidAt',
      header: 'Pago',
      sort: 'paidAt',
      cell: ({ paidAt }) => (paidAt ? formatMoment(paidAt) : '—'),
    },
    {
      key: 'state',
      header: 'Estado',
      cell: ({ state }) => <Badge tone={ticketStates[state].tone}>{ticketStates[state].text}</Badge>,
    },
    {
      key: 'amount',
      header: 'Pagado',
      sort: 'amount',
      align: 'right',
      cell: ({ amount, refunded }) => (
        <span className="block">
          {exactPesos(amount)}
          {refunded > 0 && <span className="block text-12 text-humo">{exactPesos(refunded)} devueltos</span>}
        </span>
      ),
    },
    {
      key: 'actions',
      stays: true,
      header: 'Devolver',
      align: 'right',
      cell: (row) =>
        onGive && canGive(row, mayGiveUsed) ? (
          <Button tone="quiet" size="s" aria-label={`Devolver ${row.number}`} onClick={() => onGive(row)}>
            Devolver
          </Button>
        ) : (
          <span className="text-12 text-humo">{row.obstacle && refundObstacles[row.obstacle]}</span>
        ),
    },
  ]
}

export { RefundTicketsScreen as Component }
