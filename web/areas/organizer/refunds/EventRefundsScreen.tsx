import { HandCoins } from 'lucide-react'
import { useParams } from 'react-router'
import { toCents } from '#contract/values/money.ts'
import { formatOrderNumber } from '#contract/values/order-number.ts'
import { paths } from '#contract/api/paths.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { moment, money, opens, state, text, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { ListView } from '#web/features/lists/ListView.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { refundSources, refundStates, refundWaits } from '#web/features/refunds/refund-words.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { eventRefunds } from './event-refunds-list.ts'
import { RefundDetailDialog } from './RefundDetailDialog.tsx'
import { RefundTotals } from './RefundTotals.tsx'
import { eventSettlementPath } from '../settlement/settlement-list.ts'
import { useMay, usePerson } from '#web/shell/session/person.ts'

export const { loader } = eventRefunds

/** `/organizador/eventos/:id/reembolsos`: what was refunded of an event, what is on its way, and where to refund more. */
function EventRefundsScreen() {
  const { id = '' } = useParams()
  const { companyId } = usePerson()
  const may = useMay()
  const list = useList(eventRefunds)
  const [opened, setOpened] = useDialogAddress('devolucion')
  const columns: Columns<typeof eventRefunds> = [
    twoLines('Quien pagó', ({ payer, ticket, orderNumber }) => ({
      title: payer.name,
      detail: ticket
        ? `${formatTicketNumber(ticket.number)} · ${ticket.type}`
        : `Toda la compra ${formatOrderNumber(orderNumber)}`,
    })),
    money('Importe', ({ amount }) => toCents(amount), { exact: true, sort: 'amount', look: 'strong', phone: 'second' }),
    state(
      'Estado',
      refundStates,
      (row) => ({ state: row.state, detail: row.waitsFor && row.waitsFor !== 'turn' && refundWaits[row.waitsFor] }),
      { sort: 'state', phone: 'first' },
    ),
    text('Motivo', ({ source }) => refundSources[source].one),
    moment('Pedido', ({ createdAt }) => createdAt, { sort: 'createdAt' }),
    opens((row) => ({ label: 'Ver', of: `el reembolso de ${row.payer.name}`, onSelect: () => setOpened(row.id) })),
  ]
  return (
    <>
      <RefundTotals eventId={id} />
      {(may.refund || companyId) && (
        <div className="mb-6 flex flex-wrap gap-3">
          {may.refund && <ScreenButton to={paths.eventRefundTickets(id)}>Devolver una entrada</ScreenButton>}
          {may.refundAll && (
            <ScreenButton tone="secondary" to={paths.eventMassRefund(id)}>
              Devolver todo el evento
            </ScreenButton>
          )}
          {companyId && (
            <ScreenButton tone="quiet" to={eventSettlementPath(id)}>
              Ver la liquidación
            </ScreenButton>
          )}
          {may.refund && !may.refundAll && (
            <p className="self-center text-14 text-humo">
              Todo el evento junto lo devuelve quien es titular de la organización.
            </p>
          )}
        </div>
      )}
      <ListView
        list={list}
        noun={{ none: 'Ningún reembolso', one: 'reembolso', many: 'reembolsos' }}
        empty={{
          icon: HandCoins,
          title: 'Todavía no hubo reembolsos',
          children: 'Los que pidas, los arrepentimientos y los contracargos aparecen acá, paso por paso.',
        }}
        noMatchHint="Probá con otro estado, otro motivo u otra persona."
        caption="Reembolsos"
        columns={columns}
      />
      {opened && (
        <RefundDetailDialog
          key={opened}
          eventId={id}
          refundId={opened}
          mayRefund={may.refund}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

export { EventRefundsScreen as Component }
