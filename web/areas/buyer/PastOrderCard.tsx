import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type PastOrder } from '#contract/sales/checkout.ts'
import { getOrderReceipt } from '#contract/sales/receipts.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { formatExactMoney } from '#contract/values/money.ts'
import { eventPath, paths } from '#contract/api/paths.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { call } from '#web/api/call.ts'
import { PurchaseLines } from '#web/features/checkout/PurchaseLines.tsx'
import { RegretRight } from '#web/features/checkout/RegretRight.tsx'
import { usePay } from '#web/features/checkout/use-pay.ts'
import { OrderHeading } from '#web/features/checkout/OrderHeading.tsx'
import { OrderNumber } from '#web/features/checkout/OrderNumber.tsx'
import { saveFile } from '#web/lib/save-file.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { orderStates, orderStateWords, paymentWords, refundWords, whenWords } from './past-order.ts'

/** One purchase, with its money and its papers. */
export function PastOrderCard({ order }: { order: PastOrder }) {
  const { tone } = orderStates[order.state]
  const one = orderStateWords(order)
  const payment = paymentWords(order)
  return (
    <article aria-label={`${order.eventName}, ${one}`}>
      <OrderHeading
        order={order}
        title={
          <Link
            to={eventPath({ id: order.eventId, slug: order.eventSlug })}
            className="text-papel no-underline hover:underline"
          >
            {order.eventName}
          </Link>
        }
      >
        <Badge tone={tone}>{one}</Badge>
      </OrderHeading>
      <PurchaseLines order={order} className="mt-4 border-t border-linea pt-4" />
      <div className="mt-4 flex flex-col gap-1 text-14 text-humo">
        <p>
          {whenWords(order)}
          {payment && ` · ${payment}`}
        </p>
        <RegretRight order={order} />
        {order.refunds.map((refund) => (
          <p key={refund.id}>
            {refundWords(refund)}: <span className="text-papel">{formatExactMoney(refund.amountCents)}</span> ·{' '}
            {formatMoment(refund.createdAt)}
          </p>
        ))}
        {order.invoices.map((invoice) => (
          <Invoice key={invoice.number} invoice={invoice} />
        ))}
        {order.hasReceipt && (
          <p>
            Compra N.º <OrderNumber value={order.number} />
          </p>
        )}
      </div>
      <OrderActions order={order} />
    </article>
  )
}

/** A tax document, stored by its issuer. */
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
  // A second payment during a review would be refunded.
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
        <ScreenButton
          tone="secondary"
          size="s"
          to={paths.payResult('pending', { platform: 'web', eventId: order.eventId, order: order.publicId })}
        >
          Ver el pago
        </ScreenButton>
      )}
      {hasTickets && (
        <ScreenButton tone="secondary" size="s" to={paths.clientDashboard()}>
          Ver entradas
        </ScreenButton>
      )}
      {order.hasReceipt && <ReceiptButton order={order} />}
      <Problem message={problem} className="w-full" />
    </div>
  )
}

/** Fetched with the session, which a plain link would not carry. */
function ReceiptButton({ order: { publicId, number } }: { order: PastOrder }) {
  const [isBusy, setIsBusy] = useState(false)
  async function download() {
    setIsBusy(true)
    try {
      saveFile(await call(getOrderReceipt, { params: { publicId } }), `comprobante-${number}.pdf`)
    } catch (error) {
      showToast(failureMessage(error, 'No pudimos bajar el comprobante'), 'error')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button tone="secondary" size="s" busy={isBusy} icon={<FileDown size={18} />} onClick={() => void download()}>
      Comprobante
    </Button>
  )
}
