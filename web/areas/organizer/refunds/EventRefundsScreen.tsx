import { HandCoins } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { formatMoment } from '#contract/dates.ts'
import { shortOrderNumber } from '#contract/order-number.ts'
import { paths } from '#contract/paths.ts'
import { exportRefunds, getRefundSummary, listRefunds, type RefundRow, type RefundSummary } from '#contract/refunds.ts'
import { useLive } from '#web/api/live.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, idOf, search } from '#web/features/lists/filters.ts'
import { ListView, type ListColumn } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { exactPesos, refundSources, refundStates, refundWaits } from '#web/features/refunds/refund-words.ts'
import { counted } from '#web/lib/numbers.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { mayRefund, mayRefundAll } from '../events/event-acts.ts'
import { RefundDialog } from './RefundDialog.tsx'
import { eventSettlementPath } from '../settlement/settlement-list.ts'
import { usePerson } from '#web/shell/session/use-person.ts'

export const eventRefunds = defineList(listRefunds, {
  path: ({ id }) => paths.eventRefunds(id ?? ''),
  params: ({ id }) => ({ id: id ?? '' }),
  filters: {
    state: choice(
      'estado',
      [
        ['open', 'en-camino', 'En camino'],
        ['completed', 'devueltos', 'Devueltos'],
        ['failed', 'fallaron', 'Fallaron'],
        ['external', 'por-fuera', 'Por fuera'],
        ['rejected', 'sin-efecto', 'Sin efecto'],
      ],
      { is: 'chips', label: 'Estado de los reembolsos', all: 'Todos' },
    ),
    source: choice(
      'motivo',
      [
        ['organizer', 'organizador', refundSources.organizer],
        ['buyer_regret', 'arrepentimiento', refundSources.buyer_regret],
        ['event_cancelled', 'cancelado', refundSources.event_cancelled],
        ['rescheduled', 'reprogramado', refundSources.rescheduled],
        ['god_mass', 'masiva', refundSources.god_mass],
        ['chargeback', 'contracargo', refundSources.chargeback],
        ['late_payment', 'fuera-de-termino', refundSources.late_payment],
        ['wrong_payment', 'equivocado', refundSources.wrong_payment],
      ],
      { is: 'select', label: 'Motivo', all: 'Todos los motivos' },
    ),
    massRefundId: idOf('masiva'),
    search: search('buscar', {
      label: 'Persona, entrada o compra',
      placeholder: 'Buscá por persona, entrada o compra',
    }),
  },
  sort: {
    names: { createdAt: 'pedido', amount: 'importe', state: 'estado' },
    first: { sort: 'createdAt', order: 'desc' },
    choices: [
      { sort: 'createdAt', order: 'desc', label: 'Los más nuevos' },
      { sort: 'amount', order: 'desc', label: 'De mayor importe' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
  file: { endpoint: exportRefunds, name: 'reembolsos' },
})
export const { loader } = eventRefunds

/** `/organizador/eventos/:id/reembolsos`: what went back of an event, what is on its way, and where to give more back. */
function EventRefundsScreen() {
  const { id = '' } = useParams()
  const person = usePerson()
  const list = useList(eventRefunds, { enabled: person !== null })
  const { data: summary } = useLive(getRefundSummary, { params: { id } })
  const [opened, setOpened] = useDialogAddress('devolucion')
  if (!person) return null
  const mayGive = mayRefund(person)
  return (
    <>
      <Standing id={id} summary={summary} />
      {(mayGive || person.companyId) && (
        <div className="mb-6 flex flex-wrap gap-3">
          {mayGive && (
            <LinkButton asChild>
              <Link to={paths.eventRefundTickets(id)}>Devolver una entrada</Link>
            </LinkButton>
          )}
          {mayRefundAll(person) && (
            <LinkButton asChild tone="secondary">
              <Link to={paths.eventMassRefund(id)}>Devolver todo el evento</Link>
            </LinkButton>
          )}
          {person.companyId && (
            <LinkButton asChild tone="quiet">
              <Link to={eventSettlementPath(id)}>Ver la liquidación</Link>
            </LinkButton>
          )}
          {mayGive && !mayRefundAll(person) && (
            <p className="self-center text-14 text-humo">
              Todo el evento junto lo devuelve quien es titular de la organización.
            </p>
          )}
        </div>
      )}
      <ListView
        list={list}
        rows={({ refunds }) => refunds}
        rowKey={(row) => row.id}
        noun={{ none: 'Ningún reembolso', one: 'reembolso', many: 'reembolsos' }}
        empty={{
          icon: <HandCoins aria-hidden="true" className="size-10" />,
          title: 'Todavía no hubo reembolsos',
          children: 'Los que pidas, los arrepentimientos y los contracargos aparecen acá, paso por paso.',
        }}
        nothing="Probá con otro estado, otro motivo u otra persona."
        caption="Reembolsos"
        columns={columns((row) => setOpened(row.id))}
      />
      {opened && (
        <RefundDialog key={opened} eventId={id} refundId={opened} mayGive={mayGive} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

function Standing({ id, summary }: { id: string; summary: RefundSummary | undefined }) {
  return (
    <div className="mb-6 flex flex-col gap-3">
      <Stats label="Los reembolsos en números">
        <Stat
          label="Devuelto"
          value={summary && exactPesos(summary.completed.amount)}
          note={summary && counted(summary.completed.count, 'reembolso', 'reembolsos')}
        />
        <Stat
          label="En camino"
          value={summary && exactPesos(summary.open.amount)}
          note={summary && counted(summary.open.count, 'reembolso', 'reembolsos')}
        />
        <Stat
          label="Se puede devolver"
          value={summary && exactPesos(summary.refundable.amount)}
          note={summary && counted(summary.refundable.count, 'entrada', 'entradas')}
        />
      </Stats>
      {summary?.areSalesStopped && (
        <Notice tone="danger">
          La venta paga de la organización está cerrada: hay reembolsos sin saldo desde hace más de 72 horas. Cargá
          saldo en la cuenta de Mercado Pago y vuelve a abrirse sola.
        </Notice>
      )}
      {summary && !summary.areSalesStopped && summary.unfunded.count > 0 && (
        <Notice tone="warning">
          Faltan {exactPesos(summary.unfunded.amount)} en la cuenta de Mercado Pago para{' '}
          {counted(summary.unfunded.count, 'reembolso', 'reembolsos')}. Los volvemos a pedir solos.
          {summary.salesStopAt && ` Si no alcanza, el ${formatMoment(summary.salesStopAt)} se cierra la venta paga.`}
        </Notice>
      )}
      {summary && summary.failed.count > 0 && (
        <Notice tone="danger">
          Mercado Pago rechazó {counted(summary.failed.count, 'reembolso', 'reembolsos')} por{' '}
          {exactPesos(summary.failed.amount)}. Abrilos para volver a pedirlos.
        </Notice>
      )}
      {summary && summary.disputed.count > 0 && (
        <Notice>
          {counted(summary.disputed.count, 'entrada espera', 'entradas esperan')} lo que resuelva el banco de quien
          pagó: {exactPesos(summary.disputed.amount)}.
        </Notice>
      )}
      {summary?.massRefundId && (
        <Notice
          action={
            <Link to={paths.eventMassRefund(id)} className="link inline-flex min-h-11 items-center">
              Ver cómo va
            </Link>
          }
        >
          Este evento tiene una devolución masiva.
        </Notice>
      )}
    </div>
  )
}

function columns(onOpen: (row: RefundRow) => void): ListColumn<typeof listRefunds, RefundRow>[] {
  return [
    {
      key: 'payer',
      header: 'Quien pagó',
      isTitle: true,
      cell: ({ payer, ticket, orderId }) => (
        <span className="block min-w-0">
          <span className="block font-semibold wrap-anywhere">
            <Breakable>{payer.name}</Breakable>
          </span>
          <span className="block text-12 font-normal wrap-anywhere text-humo">
            <Breakable>
              {ticket ? `${ticket.number} · ${ticket.type}` : `Toda la compra ${shortOrderNumber(orderId)}`}
            </Breakable>
          </span>
        </span>
      ),
    },
    {
      key: 'amount',
      header: 'Importe',
      sort: 'amount',
      align: 'right',
      cell: ({ amount }) => <b>{exactPesos(amount)}</b>,
    },
    {
      key: 'state',
      header: 'Estado',
      sort: 'state',
      cell: ({ state, waitsFor }) => (
        <span className="block">
          <Badge tone={refundStates[state].tone}>{refundStates[state].text}</Badge>
          {waitsFor && waitsFor !== 'turn' && (
            <span className="mt-1 block text-12 text-humo">{refundWaits[waitsFor]}</span>
          )}
        </span>
      ),
    },
    { key: 'source', header: 'Motivo', cell: ({ source }) => refundSources[source] },
    { key: 'createdAt', header: 'Pedido', sort: 'createdAt', cell: ({ createdAt }) => formatMoment(createdAt) },
    {
      key: 'actions',
      stays: true,
      header: 'Acciones',
      align: 'right',
      cell: (row) => (
        <Button tone="quiet" size="s" aria-label={`Ver el reembolso de ${row.payer.name}`} onClick={() => onOpen(row)}>
          Ver
        </Button>
      ),
    },
  ]
}

export { EventRefundsScreen as Component }
