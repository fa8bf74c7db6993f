/** What a call to the door says, read before anybody judges it. */
import { decodeTicketCode } from '#contract/values/ticket-code.ts'
import { normaliseTicketNumber } from '#contract/values/ticket-number.ts'
import { sha256 } from '#server/shared/crypto.ts'
import { ticketCodeHash } from '#server/shared/qr.ts'

export const VIAS = ['qr', 'typed', 'search'] as const
export type Via = (typeof VIAS)[number]

export interface ScanCall {
  /** From the path: a ticket's id, or the number that a doorman typed. */
  readonly ticketId: string
  readonly eventId?: unknown
  /** The whole text of the QR. */
  readonly code?: unknown
  readonly nonce?: unknown
  readonly via?: unknown
}

export interface Attempt {
  /** Null when what was sent cannot be the id of an event. */
  readonly eventId: string | null
  readonly via: Via
  readonly ticketId: string | null
  readonly number: string | null
  /** Hex of what `tickets.code_hash` must hold. */
  readonly codeHash: string | null
  /** Whether the code, id or number has the form of one. */
  readonly isReadable: boolean
  readonly nonce: string | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NONCE = /^[\x21-\x7e]{1,100}$/
/** What clients write into an address when they have nothing to write. */
const NOTHING = new Set(['', 'undefined', 'null'])

/**
 * Reads a call; null when it lacks the ticket or the event (`missing_required_fields`). A call that does not say how it
 * came by the ticket came by QR when it brings a code, and was typed when it brings a bare id (rule R13.2).
 */
export function readAttempt(call: ScanCall): Attempt | null {
  const ticket = call.ticketId.trim()
  const event = typeof call.eventId === 'number' ? String(call.eventId) : textOf(call.eventId)
  if (NOTHING.has(ticket) || NOTHING.has(event)) return null
  const code = textOf(call.code)
  const via = VIAS.find((each) => each === call.via) ?? (code === '' ? 'typed' : 'qr')
  return {
    eventId: uuidOf(event),
    via,
    nonce: nonceOf(call.nonce),
    ...(via === 'qr' ? readCode(code, ticket) : readTyped(ticket)),
  }
}

type Identified = Pick<Attempt, 'ticketId' | 'number' | 'codeHash' | 'isReadable'>
const UNREADABLE: Identified = { ticketId: null, number: null, codeHash: null, isReadable: false }

/** A code names its ticket; an id in the path that names another one contradicts it. */
function readCode(code: string, pathId: string): Identified {
  const decoded = decodeTicketCode(code)
  const named = uuidOf(pathId)
  if (!decoded || (named !== null && named !== decoded.ticketId)) return UNREADABLE
  return { ticketId: decoded.ticketId, number: null, codeHash: ticketCodeHash(code).toString('hex'), isReadable: true }
}

function readTyped(text: string): Identified {
  const ticketId = uuidOf(text)
  const number = ticketId ? null : normaliseTicketNumber(text)
  return { ticketId, number, codeHash: null, isReadable: ticketId !== null || number !== null }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function uuidOf(text: string): string | null {
  const lower = text.toLowerCase()
  return UUID.test(lower) ? lower : null
}

/** Any nonce works; one that is no short word is kept as the hash of what was sent. */
function nonceOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' && NONCE.test(value)) return value
  return sha256(JSON.stringify(value)).toString('base64url')
}
