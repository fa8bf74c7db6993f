/** What a refund, a chargeback or a cancellation does to tickets. Call these in the transaction of that act; of an order it has locked it. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { requeueChanged } from '#server/modules/notifications/store.ts'
import { endIssued } from './store.ts'

/** A ticket that changed its state, and the type whose place it has or had. */
export interface MovedTicket {
  readonly ticketId: string
  readonly typeId: string
}

/**
 * No door admits these tickets until it is settled whose money it is, and their places are kept (rule R14.1). Gives those that
 * were valid; a scan of the same moment either comes first or finds the ticket suspended (invariant M7).
 */
export function suspendTickets(app: Core, ids: readonly string[]): Promise<MovedTicket[]> {
  return move(app, ids, ['valid'], 'suspended', 'ticket.suspend')
}

/** Suspended tickets open doors again, or have expired meanwhile. What was not sent of them for being suspended is sent now. */
export async function restoreTickets(app: Core, ids: readonly string[]): Promise<MovedTicket[]> {
  const restored = await move(app, ids, ['suspended'], 'valid', 'ticket.restore')
  if (restored.length > 0)
    await requeueChanged(
      app,
      restored.map(({ ticketId }) => ticketId),
    )
  return restored
}

/** Ends unused tickets as `refunded` and gives those: their places are the caller's to release. */
export function revokeTickets(app: Core, ids: readonly string[]): Promise<MovedTicket[]> {
  return move(app, ids, ['valid', 'suspended'], 'refunded', 'ticket.refund')
}

/**
 * Ends a valid ticket that was made by hand, for promoters only one that was never handed on; false when a scan, a transfer or another end
 * came first. Its place is the caller's to release.
 */
export function cancelIssued(app: Core, ticketId: string, isFirstOnly: boolean): Promise<boolean> {
  return endIssued(app, ticketId, isFirstOnly)
}

async function move(
  app: Core,
  ids: readonly string[],
  from: readonly string[],
  to: string,
  auditAction: string,
): Promise<MovedTicket[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MovedTicket>`
    select ticket_id as "ticketId", type_id as "typeId"
      from tickets_move_state(${ids}::uuid[], ${from}::text[], ${to}, ${auditAction})`.execute(app.db)
  return rows
}

/** Holds an order's tickets until the transaction ends: none can be transferred or scanned meanwhile. */
export async function lockTicketsOfOrder(app: Core, orderId: string): Promise<void> {
  await app.db.selectFrom('tickets').select('id').where('order_id', '=', orderId).orderBy('id').forUpdate().execute()
}

/** Holds one ticket likewise. */
export async function lockTicket(app: Core, id: string): Promise<void> {
  await app.db.selectFrom('tickets').select('id').where('id', '=', id).forUpdate().execute()
}
