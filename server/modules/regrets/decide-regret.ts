/** Whether a purchase may be regretted, and what of it goes back by itself. Pure. */
import { addHours } from '#contract/values/dates.ts'
import { regretUntil } from '#contract/sales/regret.ts'
import { REGRET_HOURS, type RegretObstacle } from '#contract/sales/regrets.ts'
import { toInstant } from '#server/shared/clock.ts'
import { decideRefunds, type TicketRefund } from '#server/modules/refunds/decide-refund.ts'
import type { TicketMoney } from '#server/modules/refunds/ticket-money.ts'

export interface RegrettedOrder {
  readonly paidAt: string
  /** The latest start that the buyer was entitled to expect: as sold, or as it was when the purchase was added to the regret. */
  readonly eventStart: string | null
  /** As the event starts now. */
  readonly currentStart: string | null
  readonly tickets: readonly TicketMoney[]
}

/** The deadline of a regret's answer. */
export function answerBy({ submittedAt }: { readonly submittedAt: string }): string {
  return addHours(toInstant(submittedAt), REGRET_HOURS.answer)
}

export interface RegretDecision {
  readonly until: string | null
  /** What goes back of each ticket, in centavos. */
  readonly refunds: readonly TicketRefund[]
  /** Why nothing, or not all of it, goes back by itself. */
  readonly obstacle: RegretObstacle | null
}

/**
 * The moment of the submission counts for the period (rule R14.3). A link that is confirmed after the deadline of the answer, or once
 * the event has begun, refunds nothing by itself: a person decides. Used tickets are not refunded; a person decides
 * about transferred ones (rule R14.9).
 */
export function decideRegret(order: RegrettedOrder, submittedAt: string, now: string): RegretDecision {
  const { until, endsBy } = regretUntil(order.paidAt, order.eventStart)
  const isLate = until === null || submittedAt > until
  const left = order.tickets.filter(({ leftCents, obstacle }) => obstacle === null && leftCents > 0)
  const own = left.filter(({ isTransferred }) => !isTransferred)
  if (isLate) return { until, refunds: [], obstacle: endsBy === 'event' ? 'event_near' : 'too_late' }
  const { currentStart } = order
  const isLinkOver = now > answerBy({ submittedAt }) || (currentStart !== null && now >= toInstant(currentStart))
  if (isLinkOver && left.length > 0) return { until, refunds: [], obstacle: 'link_over' }
  return { until, refunds: decideRefunds(own), obstacle: obstacleOf(order.tickets, left, own) }
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
