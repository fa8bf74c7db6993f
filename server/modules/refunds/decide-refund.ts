/** Decides how much of a ticket's money goes back, and whether the ticket ends with it. Pure. */
import type { TicketMoney } from './ticket-money.ts'

export interface TicketRefund {
  readonly ticketId: string
  readonly paymentId: string
  readonly amountCents: number
  /** The ticket ends with it. */
  readonly endsTicket: boolean
}

export interface TicketRefundRequest {
  /** In centavos; null requests all that is left. */
  readonly partCents: number | null
  /** Whether a part ends the ticket too. */
  readonly endTicket: boolean
  /** Whether used tickets may be refunded: by god admins, with a reason (rule R14.1). */
  readonly mayRefundUsed: boolean
}

export type RefundDecision =
  | TicketRefund
  | { readonly refused: 'ticket_not_refundable' | 'used_ticket_refund' | 'refund_too_high' }

/** All that is left ends the ticket; a part leaves it as it is unless that was requested. A used ticket stays used. */
export function decideRefund(money: TicketMoney, request: TicketRefundRequest): RefundDecision {
  const { ticketId, paymentId, obstacle, leftCents } = money
  if (obstacle === 'used' && !request.mayRefundUsed) return { refused: 'used_ticket_refund' }
  // Everything that was paid for it was drunk.
  if (leftCents === 0 && obstacle === 'used') return { refused: 'ticket_not_refundable' }
  if (paymentId === null || (obstacle !== null && obstacle !== 'used')) return { refused: 'ticket_not_refundable' }
  const amountCents = request.partCents ?? leftCents
  if (amountCents > leftCents) return { refused: 'refund_too_high' }
  const endsTicket = isUnused(money) && (amountCents === leftCents || request.endTicket)
  return { ticketId, paymentId, amountCents, endsTicket }
}

/** Everything that is left of these tickets of one order, which end with it; tickets with an obstacle have no share. */
export function decideRefunds(tickets: readonly TicketMoney[]): TicketRefund[] {
  return tickets.flatMap((money) => {
    const { ticketId, paymentId, sharedCents } = money
    if (paymentId === null || sharedCents === 0) return []
    return [{ ticketId, paymentId, amountCents: sharedCents, endsTicket: isUnused(money) }]
  })
}

function isUnused({ state }: TicketMoney): boolean {
  return state === 'valid' || state === 'expired'
}
