/** Whether a purchase may be regretted, and what of it goes back by itself. Pure. */
import { regretUntil } from '#contract/regret.ts'
import type { RegretObstacle } from '#contract/regrets.ts'
import { decideRefunds, type TicketRefund } from '#server/modules/refunds/decide-refund.ts'
import type { TicketMoney } from '#server/modules/refunds/ticket-money.ts'

export interface RegrettedOrder {
  readonly paidAt: string
  readonly eventStart: string | null
  readonly tickets: readonly TicketMoney[]
}

export interface RegretDecision {
  readonly until: string | null
  /** What goes back of each ticket, in centavos. */
  readonly refunds: readonly TicketRefund[]
  /** Why nothing, or not all of it, goes back by itself. */
  readonly obstacle: RegretObstacle | null
}

/**
 * The day of the submission counts, however late the link is opened (rule R14.3). Used tickets are not refunded; a person decides
 * about transferred ones (rule R14.9).
 */
export function decideRegret(order: RegrettedOrder, submittedAt: string): RegretDecision {
  const { until, endsBy } = regretUntil(order.paidAt, order.eventStart)
  const isLate = until === null || submittedAt > until
  const left = order.tickets.filter(({ leftCents, obstacle }) => obstacle === null && leftCents > 0)
  const own = left.filter(({ isTransferred }) => !isTransferred)
  const refunds = isLate ? [] : decideRefunds(own)
  const lateness = endsBy === 'event' ? 'event_near' : 'too_late'
  return { until, refunds, obstacle: isLate ? lateness : obstacleOf(order.tickets, left, own) }
}

function obstacleOf(
  tickets: readonly TicketMoney[],
  left: readonly unknown[],
  own: readonly unknown[],
): RegretObstacle | null {
  if (left.length > own.length) return 'transferred'
  if (left.length > 0) return null
  if (tickets.some(({ obstacle }) => obstacle === 'disputed')) return 'disputed'
  if (tickets.some(({ obstacle }) => obstacle === 'used')) return 'used'
  return tickets.every(({ amountCents }) => amountCents === 0) ? 'free' : 'refunded'
}
