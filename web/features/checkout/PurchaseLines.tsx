import type { PastOrder } from '#contract/checkout.ts'
import { formatCents } from '#contract/money.ts'
import { classes } from '#web/ui/base/classes.ts'

/** What a purchase is made of and comes to. */
export function PurchaseLines({ order, className }: { order: PastOrder; className?: string }) {
  return (
    <ul className={classes('flex flex-col gap-2 text-14', className)}>
      {order.lines.map((line) => (
        <Row
          key={line.ticketTypeId}
          label={`${line.quantity} × ${line.name}`}
          amount={line.quantity * (line.unitPriceCents + line.unitDiscountCents)}
        />
      ))}
      {order.discountCents > 0 && <Row label={`Descuento ${order.discountCode}`} amount={-order.discountCents} />}
      {order.feeCents > 0 && <Row label="Cargo por servicio" amount={order.feeCents} />}
      <li className="flex justify-between gap-4 font-bold">
        <span>Total</span>
        <span className="tabular-nums">{order.totalCents === 0 ? 'Gratis' : formatCents(order.totalCents)}</span>
      </li>
    </ul>
  )
}

function Row({ label, amount }: { label: string; amount: number }) {
  return (
    <li className="flex justify-between gap-4 text-humo">
      <span>{label}</span>
      <span className="tabular-nums">
        {amount === 0 ? 'Gratis' : amount < 0 ? `−${formatCents(-amount)}` : formatCents(amount)}
      </span>
    </li>
  )
}
