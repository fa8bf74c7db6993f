import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, QrCode, Receipt } from 'lucide-react'
import { Link } from 'react-router'
import { getOrders, type PastOrder } from '#contract/sales/checkout.ts'
import { paths } from '#contract/api/paths.ts'
import { endpointQuery } from '#web/api/query.ts'
import { PurchaseLines } from '#web/features/checkout/PurchaseLines.tsx'
import { RegretRight } from '#web/features/checkout/RegretRight.tsx'
import { OrderHeading } from '#web/features/checkout/OrderHeading.tsx'
import { OrderNumber } from '#web/features/checkout/OrderNumber.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'

/** What was just bought, as its buyer sees it: what, when, for how much, what comes next, and the right to take it back. */
export default function PaidPurchase({ publicId }: { publicId: string }) {
  const { data, isPending } = useQuery(endpointQuery(getOrders, { query: {} }, { fresh: true }))
  // It is their newest order; another person's, known by number alone, is not in the list.
  const order = data?.orders.find((each) => each.publicId === publicId)
  if (isPending) return <Skeleton label="Cargando tu compra" className="mt-8 h-80" />
  if (!order) return null
  return (
    <Card asChild className="mt-8 p-5 text-left">
      <section aria-label="Tu compra">
        <OrderHeading order={order} title={order.eventName} />
        <PurchaseLines order={order} className="mt-4 border-t border-linea pt-4" />
        <Next order={order} />
        <div className="mt-4 flex flex-col gap-1 border-t border-linea pt-4 text-14 text-humo">
          {order.totalCents > 0 && (
            <p>
              Compra N.º <OrderNumber value={order.number} />
            </p>
          )}
          <RegretRight order={order} />
        </div>
      </section>
    </Card>
  )
}

function Next({ order }: { order: PastOrder }) {
  const icon = 'mt-0.5 size-5 shrink-0 text-celeste'
  return (
    <ul aria-label="Qué sigue" className="mt-4 flex flex-col gap-3 border-t border-linea pt-4 text-14">
      {order.lines.length === 0 ? (
        <li className="flex gap-3">
          <QrCode className={icon} />
          <span>En la barra mostrás el mismo QR de tu entrada.</span>
        </li>
      ) : (
        <>
          <li className="flex gap-3">
            <QrCode className={icon} />
            <span>Abrí tus entradas una vez en este teléfono: desde ahí funcionan sin conexión.</span>
          </li>
          <li className="flex gap-3">
            <CalendarCheck className={icon} />
            <span>El día del evento mostrás el QR desde el teléfono: no hace falta imprimir nada.</span>
          </li>
        </>
      )}
      {order.totalCents > 0 && (
        <li className="flex gap-3">
          <Receipt className={icon} />
          <span>
            El comprobante queda en{' '}
            <Link to={paths.clientHistory()} className="link">
              Mis compras
            </Link>
            .
          </span>
        </li>
      )}
    </ul>
  )
}
