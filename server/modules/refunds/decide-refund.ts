/** How much of a ticket's money goes back, and whether the ticket ends with it. Pure. */
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
