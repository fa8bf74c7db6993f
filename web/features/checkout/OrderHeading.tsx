import type { ReactNode } from 'react'
import type { PastOrder } from '#contract/sales/checkout.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { Flyer } from '#web/features/events/Flyer.tsx'

interface OrderHeadingProps {
  order: Pick<PastOrder, 'flyer' | 'eventStart'>
  /** The event's name, perhaps as a link. */
  title: ReactNode
  /** At the end of the line. */
  children?: ReactNode
}

/** Which event an order is for: flyer, name, date. */
export function OrderHeading({ order, title, children }: OrderHeadingProps) {
  return (
    <div className="flex items-start gap-4">
      <span className="size-14 shrink-0 overflow-hidden rounded-card">
        <Flyer image={order.flyer} alt="" sizes="56px" />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 translate="no" className="text-18 font-bold wrap-anywhere">
            {title}
          </h2>
          {order.eventStart && (
            <p className="text-14 text-sol first-letter:uppercase">{formatMoment(order.eventStart)}</p>
          )}
        </div>
        {children}
      </div>
    </div>
  )
}
