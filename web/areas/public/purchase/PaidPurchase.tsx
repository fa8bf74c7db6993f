import { useQuery } from '@tanstack/react-query'
import { QrCode, Receipt } from 'lucide-react'
import { Link } from 'react-router'
import { getOrders } from '#contract/sales/checkout.ts'
import { paths } from '#contract/api/paths.ts'
import { endpointQuery } from '#web/api/query.ts'
import { PurchaseLines } from '#web/features/checkout/PurchaseLines.tsx'
import { RegretRight } from '#web/features/checkout/RegretRight.tsx'
import { OrderHeading } from '#web/features/checkout/OrderHeading.tsx'
import { OrderNumber } from '#web/features/checkout/OrderNumber.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'

/** What was just bought, as its buyer sees it: what, for how much, where its papers are, and the right to take it back. */
export default function PaidPurchase({ publicId, isFree = false }: { publicId: string; isFree?: boolean }) {
  const { data, isPending } = useQuery(endpointQuery(getOrders, { query: {} }, { fresh: true }))
  // It is their newest order; another person's, known by number alone, is not in the list.
  const order = data?.orders.find((each) => each.publicId === publicId)
  if (isPending) return <Skeleton label="Cargando tu compra" className="mt-4 h-60" />
  if (!order) return null
  const isOfDrinks = order.lines.length === 0
  const icon = 'mt-0.5 size-5 shrink-0 text-celeste'
  return (
    <Card asChild className="mt-4 p-5 text-left">
      <section aria-label={isFree ? 'Tu reserva' : 'Tu compra'}>
        {isOfDrinks && <OrderHeading order={order} title={order.eventName} />}
        <PurchaseLines order={order} {...(isOfDrinks && { className: 'mt-4 border-t border-linea pt-4' })} />
        {isOfDrinks && (
          <p className="mt-4 flex gap-3 border-t border-linea pt-4 text-14">
            <QrCode className={icon} />
            En la barra mostrás el mismo QR de tu entrada.
          </p>
        )}
        {order.totalCents > 0 && (
          <div className="mt-4 flex flex-col gap-1 border-t border-linea pt-4 text-14 text-humo">
            <p className="flex gap-3">
              <Receipt className={icon} />
              <span>
                El comprobante queda en{' '}
                <Link to={paths.clientHistory()} className="link">
                  Mis compras
                </Link>
                .
              </span>
            </p>
            <p>
              Compra N.º <OrderNumber value={order.number} />
            </p>
            <RegretRight order={order} />
          </div>
        )}
      </section>
    </Card>
  )
}
