/** How much of a ticket's money goes back, and whether the ticket ends with it. Pure. */
import type { TicketRefund } from './request-ticket-refunds.ts'
import type { TicketMoney } from './ticket-money.ts'

export interface AskedRefund {
  /** In centavos; null asks for all that is left. */
  readonly partCents: number | null
  /** The ticket is to end with a part too. */
  readonly endTicket: boolean
  /** Whether used tickets may be given back: by god admins, with their reason (rule R14.1). */
  readonly mayRefundUsed: boolean
}

export type RefundDecision =
  | { readonly amountCents: number; readonly endsTicket: boolean }
  | { readonly refused: 'ticket_not_refundable' | 'used_ticket_refund' | 'refund_too_high' }

/** All that is left ends the ticket; a part leaves it as it is, unless that was asked for. A used ticket stays used. */
export function decideRefund(money: TicketMoney, asked: AskedRefund): RefundDecision {
  const { obstacle, leftCents, state } = money
  if (obstacle === 'used' && !asked.mayRefundUsed) return { refused: 'used_ticket_refund' }
  if (obstacle !== null && obstacle !== 'used') return { refused: 'ticket_not_refundable' }
  const amountCents = asked.partCents ?? leftCents
  if (amountCents > leftCents) return { refused: 'refund_too_high' }
  const isUnused = state === 'valid' || state === 'expired'
  return { amountCents, endsTicket: isUnused && (amountCents === leftCents || asked.endTicket) }
}

/**
 * Tickets of one order of which money is asked for together, each with at most what those before it leave of the order's: refunds
 * of no ticket (the seller's own, say) took of all of them. What something stands against takes nothing.
 */
export function withinOrder<Money extends Pick<TicketMoney, 'leftCents' | 'orderLeftCents' | 'obstacle'>>(
  tickets: readonly Money[],
): Money[] {
  let orderLeftCents = tickets[0]?.orderLeftCents ?? 0
  return tickets.map((ticket) => {
    const leftCents = ticket.obstacle === null ? Math.min(ticket.leftCents, orderLeftCents) : 0
    orderLeftCents -= leftCents
    return { ...ticket, leftCents }
  })
}

/** All that goes back of these tickets of one order, which end with it; of what something stands against, nothing. */
export function decideRefunds(tickets: readonly TicketMoney[]): TicketRefund[] {
  return withinOrder(tickets).flatMap((money): TicketRefund[] => {
    const { ticketId, paymentId } = money
    const decision = decideRefund(money, { partCents: null, endTicket: true, mayRefundUsed: false })
    if ('refused' in decision || paymentId === null || decision.amountCents === 0) return []
    return [{ ticketId, paymentId, ...decision }]
  })
}
