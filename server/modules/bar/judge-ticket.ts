/** Whether the bar serves a ticket. Pure. */
import { decodeTicketCode } from '#contract/values/ticket-code.ts'
import { normaliseTicketNumber } from '#contract/values/ticket-number.ts'
import { Failure } from '#server/shared/failure.ts'
import { ticketCodeHash } from '#server/shared/qr.ts'
import type { BarTicket, VoucherMoney } from './queries.ts'

export type ReadCode = { readonly ticketId: string; readonly codeHash: string } | { readonly number: string }

/** Reads the text of a QR, or a typed ticket number. Throws `invalid_qr_code`. */
export function readCode(text: string): ReadCode {
  const decoded = decodeTicketCode(text)
  if (decoded) return { ticketId: decoded.ticketId, codeHash: ticketCodeHash(text).toString('hex') }
  const number = normaliseTicketNumber(text)
  if (number === null) throw new Failure('invalid_qr_code')
  return { number }
}

/** Throws the door's failures: the code is of another ticket, or the ticket or its event is not valid now. */
export function refuseTicket(ticket: BarTicket, code: ReadCode, eventId: string): void {
  const isOfTicket = 'number' in code ? code.number === ticket.number : code.codeHash === ticket.codeHash
  if (!isOfTicket) throw new Failure('invalid_qr_code')
  if (ticket.eventId !== eventId) throw new Failure('wrong_event_qr')
  const reason = reasonOf(ticket)
  if (reason) throw new Failure('ticket_inactive', { reason })
}

function reasonOf(ticket: BarTicket) {
  const { eventState, isEarly, isLate } = ticket
  const ended = endOf(ticket)
  if (ended !== null) return ended
  if (eventState !== 'active' && eventState !== 'success') return 'event_inactive'
  if (isEarly) return 'too_early'
  return isLate ? 'too_late' : null
}

/** Why no drink of the ticket is served any more, whatever its event does. */
function endOf({ state, orderState }: BarTicket) {
  if (state !== 'valid' && state !== 'used') return state
  if (orderState === 'refunded') return 'refunded'
  return orderState === 'in_dispute' ? 'suspended' : null
}

/**
 * Whether a redeemed drink would be served again if its redemption was taken back. Where a refund took the ticket or what was paid for it
 * meanwhile, it would be neither served nor returned: it stays redeemed (rule R21.4).
 */
export function isServedAgain(ticket: BarTicket, { leftCents }: Pick<VoucherMoney, 'leftCents'>): boolean {
  if (endOf(ticket) !== null) return false
  return leftCents === null ? ticket.refundedCents + ticket.redeemedCents <= ticket.paidCents : leftCents >= 0
}

/**
 * Whether what stays paid covers the redeemed drinks and this one: a refund of a used ticket, or of the order that added the drink,
 * took the rest (invariant M6).
 */
export function isCovered(
  { paidCents, redeemedCents, refundedCents }: BarTicket,
  { worthCents, leftCents }: Pick<VoucherMoney, 'worthCents' | 'leftCents'>,
): boolean {
  if (leftCents !== null) return worthCents <= leftCents
  return refundedCents + redeemedCents + worthCents <= paidCents
}
