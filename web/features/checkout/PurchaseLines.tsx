import type { Order } from '#contract/sales/checkout.ts'
import { formatPrice } from '#contract/values/money.ts'
import { classes } from '#web/ui/base/classes.ts'

/** What a purchase is made of and comes to. */
export function PurchaseLines({ order, className }: { order: Order; className?: string }) {
  return (
    <ul className={classes('flex flex-col gap-2 text-14', className)}>
      {order.lines.map((line) => (
        <Row
          key={line.ticketTypeId}
          label={`${line.quantity} × ${line.name}`}
          cents={line.quantity * (line.unitPriceCents + line.unitDiscountCents)}
        />
      ))}
      {order.drinks.map((drink) => (
        <Row
          key={drink.drinkId}
          label={`${drink.quantity} × ${drink.name}`}
          cents={drink.quantity * drink.unitPriceCents}
        />
      ))}
      {order.discountCents > 0 && <Row label={`Descuento ${order.discountCode}`} cents={-order.discountCents} />}
      {order.feeCents > 0 && <Row label="Cargo por servicio" cents={order.feeCents} />}
      <li className="flex justify-between gap-4 font-bold">
        <span>Total</span>
        <span translate="no" className="tabular-nums">
          {formatPrice(order.totalCents)}
        </span>
      </li>
    </ul>
  )
}

function Row({ label, cents }: { label: string; cents: number }) {
  return (
    <li className="flex justify-between gap-4 text-humo">
      <span translate="no">{label}</span>
      <span translate="no" className="tabular-nums">
        {formatPrice(cents)}
      </span>
    </li>
  )
}
