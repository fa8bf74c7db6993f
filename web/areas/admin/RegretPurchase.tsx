import { formatMoment } from '#contract/values/dates.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import type { ManagedRegretOrder } from '#contract/sales/regrets.ts'
import { OrderNumber } from '#web/features/checkout/OrderNumber.tsx'
import { failureWords, obstacleWords, outcomeWords } from '#web/features/regrets/regret-words.ts'
import { counted } from '#web/lib/numbers.ts'
import { Button } from '#web/ui/base/Button.tsx'

interface PurchaseProps {
  order: ManagedRegretOrder
  /** Where it may still be decided. */
  onRefund: (() => void) | undefined
  /** Where the regret has purchases of several buyers: each is answered by itself. */
  onRefuse: (() => void) | undefined
}

/** `Rita Sosa · rita@previa.test · +54…`: the buyer, as far as the person who looks may see them. */
export function buyerWords({ name, mail, phone }: ManagedRegretOrder['buyer']): string {
  return [name ?? 'Sin nombre', mail, phone].filter(Boolean).join(' · ')
}

/** A purchase that a regret may be about. */
export function RegretPurchase({ order, onRefund, onRefuse }: PurchaseProps) {
  const { orderNumber, eventName, outcome, failure } = order
  const isDecided = outcome === 'refused' || outcome === 'refunding'
  const mayRefund = onRefund && !isDecided && order.refundable > 0
  return (
    <li className="rounded-card border border-linea p-3">
      <p className="font-semibold break-words">{eventName}</p>
      <p className="text-14 wrap-anywhere text-humo">
        {counted(order.tickets, 'entrada', 'entradas')} · <OrderNumber value={orderNumber} /> ·{' '}
        {formatMoment(order.paidAt)}
      </p>
      <p className="mt-1 text-14">
        {outcomeWords[outcome]}
        {order.isEligible && ` · vuelve sola ${formatExactMoney(toCents(order.amount))}`}
      </p>
      {order.isNamed && <p className="text-14 text-humo">La sumó nuestro equipo por su número.</p>}
      {obstacleWords(order) && <p className="text-14 text-sol">{obstacleWords(order)}</p>}
      {failureWords(failure) && <p className="text-14 text-rojo">{failureWords(failure)}</p>}
      <p className="text-14 wrap-anywhere text-humo">
        {buyerWords(order.buyer)} · {order.isProved ? 'confirmó con el enlace' : 'no confirmó con el enlace'}
      </p>
      {order.answer && <p className="mt-1 text-14">Respuesta: {order.answer}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {mayRefund && (
          <Button size="s" tone="secondary" onClick={onRefund}>
            Devolver {formatExactMoney(toCents(order.refundable))}
          </Button>
        )}
        {onRefuse && !isDecided && order.state !== 'done' && (
          <Button size="s" tone="quiet" onClick={onRefuse}>
            No corresponde
          </Button>
        )}
      </div>
    </li>
  )
}
