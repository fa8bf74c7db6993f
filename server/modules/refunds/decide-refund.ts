/** Decides how much of a ticket's money goes back, and whether the ticket ends with it. Pure. */
import type { TicketMoney } from './ticket-money.ts'

export interface TicketRefund {
  /** Null for drinks that were added to a ticket: their order is refunded. */
  readonly ticketId: string | null
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
  const { paymentId, obstacle, leftCents } = money
  const ticketId = endingTicket(money)
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
    const { paymentId, sharedCents } = money
    if (paymentId === null || sharedCents === 0) return []
    return [{ ticketId: endingTicket(money), paymentId, amountCents: sharedCents, endsTicket: isUnused(money) }]
  })
}

function endingTicket({ isDrinks, ticketId }: TicketMoney): string | null {
  return isDrinks ? null : ticketId
}

function isUnused({ isDrinks, state }: TicketMoney): boolean {
  if (isDrinks) return false
  return state === 'valid' || state === 'expired'
}
