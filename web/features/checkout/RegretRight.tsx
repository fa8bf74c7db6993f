import { Link } from 'react-router'
import type { PastOrder } from '#contract/sales/checkout.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { regretUntil } from '#contract/sales/regret.ts'
import { nowInstant } from '#web/lib/clock.ts'

/** Shown while withdrawal is open, with its link. */
export function RegretRight({ order }: { order: PastOrder }) {
  const until = order.paidAt && order.totalCents > 0 ? regretUntil(order.paidAt, order.eventStart).until : null
  const isOpen = order.state === 'paid' || order.state === 'partially_refunded'
  if (!isOpen || until === null || until <= nowInstant()) return null
  return (
    <p>
      Podés arrepentirte hasta el {formatMoment(until)},{' '}
      {order.lines.length === 0 ? 'de las que no retiraste' : 'si no la usaste'}:{' '}
      <Link to={`${paths.refundPolicy()}?compra=${order.number}`} className="link">
        Botón de Arrepentimiento
      </Link>
    </p>
  )
}
