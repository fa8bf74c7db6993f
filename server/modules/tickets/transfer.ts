/** When a ticket may be handed on. Pure; `tickets_transfer` asks the same again of the row that it changes. */
import type { FailureCode } from '#contract/failures.ts'
import { TRANSFERS_PER_TICKET } from '#contract/tickets.ts'

export interface Transferable {
  readonly state: string
  readonly transfers: number
  readonly allowsTransfers: boolean
  readonly eventState: string
  /** The event is past. */
  readonly isOver: boolean
}

/** Why a ticket stays with its holder, or null. Money on its way back is asked for apart. */
export function transferProblem(ticket: Transferable): FailureCode | null {
  if (ticket.state !== 'valid') return 'ticket_not_valid'
  const isOpen = ticket.eventState === 'active' || ticket.eventState === 'inactive'
  if (!isOpen || ticket.isOver || !ticket.allowsTransfers) return 'transfer_closed'
  return ticket.transfers >= TRANSFERS_PER_TICKET ? 'transfer_limit' : null
}
