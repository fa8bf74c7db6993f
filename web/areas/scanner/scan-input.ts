/** From what a doorman's camera or fingers give to what the call takes. */
import { decodeTicketCode } from '#contract/values/ticket-code.ts'
import { normaliseTicketNumber } from '#contract/values/ticket-number.ts'
import type { CodeKind } from './camera/choose-code.ts'

export interface ScanInput {
  readonly ticketId: string
  readonly code?: string
  readonly via: 'qr' | 'typed'
}

/** A code that is not one of ours has no ticket id: the server says so, and the attempt is stored. */
const UNKNOWN = 'desconocido'

export function fromCode(text: string): ScanInput {
  return { ticketId: decodeTicketCode(text)?.ticketId ?? UNKNOWN, code: text, via: 'qr' }
}

/** Whose code it is, for the door of the event with this number. */
export function kindOfCode(text: string, eventNumber: number): CodeKind {
  const ticket = decodeTicketCode(text)
  if (!ticket) return 'foreign'
  return ticket.eventNumber === eventNumber ? 'own' : 'other'
}

/** The 8 characters under the QR, however they were typed; null while they cannot be a number. */
export function fromNumber(typed: string): ScanInput | null {
  const number = normaliseTicketNumber(typed)
  return number ? { ticketId: number, via: 'typed' } : null
}
