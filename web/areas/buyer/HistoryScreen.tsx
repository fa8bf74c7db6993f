import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { getOrders, ORDER_STATES, type PastOrder } from '#contract/checkout.ts'
import { getOrderReceipt } from '#contract/receipts.ts'
import { formatMoment } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { call } from '#web/api/call.ts'
import { PurchaseLines } from '#web/features/checkout/PurchaseLines.tsx'
import { RegretRight } from '#web/features/checkout/RegretRight.tsx'
import { usePay } from '#web/features/checkout/use-pay.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { OrderNumber } from '#web/features/checkout/OrderNumber.tsx'
import { saveFile } from '#web/lib/save-file.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { paymentWords, refundWords, STATES, whenWords } from './past-order.ts'

const states = ORDER_STATES.map((state) => [state, state, STATES[state].label] as const)

export const purchases = defineList(getOrders, {
  screen: 'clientHistory',
  rows: ({ orders }) => orders,
  rowKey: 'publicId',
  filters: {
    search: search('buscar', { label: 'Buscar por evento', placeholder: 'Nombre del evento' }),
    state: choice('estado', states, { kind: 'select', label: 'Estado', all: 'Todas' }),
  },
  sizes: [10, 20, 50],
})
export const { loader } = purchases

/** What a person bought, with its money and its papers. */
function HistoryScreen() {
  const list = useList(purchases)
  return (
    <>
      <PageHeader title="Mis compras" />
      <ListView
        list={list}
        noun={{ none: 'Ninguna compra', one: 'compra', many: 'compras' }}
        empty={{
          title: 'Todavía no compraste nada',
          children: 'Acá quedan tus compras, con su pago, su comprobante y sus devoluciones.',
          action: (
            <LinkButton asChild>
              <Link to={paths.events()}>Ver eventos</Link>
            </LinkButton>
          ),
        }}
        noMatchHint="Probá con otro nombre o con otro estado."
        failure="No pudimos traer tus compras"
        skeleton={
          <div className="flex flex-col gap-4">
            <Skeleton className="h-60 w-full" />
            <Skeleton className="h-60 w-full" />
          </div>
        }
      >
        {(orders) => (
          <ul className="flex flex-col gap-4">
            {orders.map((order) => (
              <Card asChild key={order.publicId} className="p-5">
                <li>
                  <Order order={order} />
                </li>
              </Card>
            ))}
          </ul>
        )}
      </ListView>
    </>
  )
}

function Order({ order }: { order: PastOrder }) {
  const { label, tone } = STATES[order.state]
  const payment = paymentWords(order)
  return (
    <article aria-label={`${order.eventName}, ${label}`}>
      <div className="flex items-start gap-4">
        <span className="size-14 shrink-0 overflow-hidden rounded-card">
          <Flyer image={order.flyer} alt="" sizes="56px" />
        </span>
        <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 className="text-18 font-bold">
              <Link to={paths.event(order.eventId)} className="text-papel no-underline hover:underline">
                {order.eventName}
              </Link>
            </h2>
            {order.eventStart && (
              <p className="text-14 text-sol first-letter:uppercase">{formatMoment(order.eventStart)}</p>
            )}
          </div>
          <Badge tone={tone}>{label}</Badge>
        </div>
      </div>
      <PurchaseLines order={order} className="mt-4 border-t border-linea pt-4" />
      <div className="mt-4 flex flex-col gap-1 text-14 text-humo">
        <p>
          {whenWords(order)}
          {payment && ` · ${payment}`}
        </p>
        <RegretRight order={order} />
        {order.refunds.map((refund) => (
          <p key={refund.id}>
            {refundWords(refund)}: <span className="text-papel">{formatCents(refund.amountCents)}</span> ·{' '}
            {formatMoment(refund.createdAt)}
          </p>
        ))}
        {order.invoices.map((invoice) => (
          <Invoice key={invoice.number} invoice={invoice} />
        ))}
        {order.hasReceipt && (
          <p>
            Compra N.º <OrderNumber value={order.publicId} />
          </p>
        )}
      </div>
      <OrderActions order={order} />
    </article>
  )
}

/** A paper of the tax authority, kept by whoever issued it. */
function Invoice({ invoice: { number, url, isCredit } }: { invoice: PastOrder['invoices'][number] }) {
  const name = `${isCredit ? 'Nota de crédito' : 'Factura'} N.º ${number}`
  // What an adapter gave is opened only where it is an address of the web.
  if (url === null || !url.startsWith('https://')) return <p>{name}</p>
  return (
    <p>
      <a href={url} target="_blank" rel="noreferrer" className="link">
        {name}
      </a>
    </p>
  )
}

function OrderActions({ order }: { order: PastOrder }) {
  const { pay, isBusy, problem } = usePay(order.publicId)
  const isUnpaid = order.payUntil !== null
  // A second payment beside one that is being looked at would only come back.
  const isInProcess = isUnpaid && order.payment?.status === 'pending'
  const canPay = isUnpaid && !isInProcess
  const hasTickets = order.state === 'paid' || order.state === 'partially_refunded'
  if (!isUnpaid && !hasTickets && !order.hasReceipt) return null
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {canPay && (
        <Button size="s" busy={isBusy} onClick={pay}>
          Pagar
        </Button>
      )}
      {isInProcess && (
        <LinkButton asChild tone="secondary" size="s">
          <Link to={paths.payResult('pending', { platform: 'web', eventId: order.eventId, order: order.publicId })}>
            Ver el pago
          </Link>
        </LinkButton>
      )}
      {hasTickets && (
        <LinkButton asChild tone="secondary" size="s">
          <Link to={paths.clientDashboard()}>Ver entradas</Link>
        </LinkButton>
      )}
      {order.hasReceipt && <ReceiptButton publicId={order.publicId} />}
      <Problem message={problem} className="w-full" />
    </div>
  )
}

/** Fetched with the session, which a plain link would not carry. */
function ReceiptButton({ publicId }: { publicId: string }) {
  const [isBusy, setIsBusy] = useState(false)
  async function download() {
    setIsBusy(true)
    try {
      saveFile(await call(getOrderReceipt, { params: { publicId } }), `comprobante-${publicId}.pdf`)
    } catch (error) {
      showToast(failureMessage(error, 'No pudimos bajar el comprobante'), 'error')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      tone="secondary"
      size="s"
      busy={isBusy}
      icon={<FileDown aria-hidden="true" size={18} />}
      onClick={() => void download()}
    >
      Comprobante
    </Button>
  )
}

export { HistoryScreen as Component }
