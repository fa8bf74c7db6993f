/** Tickets whose money went back. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'

/**
 * Ends an order's unused tickets as `refunded`, so that no door admits them (invariant M7), and gives how many of each
 * type they were: their places are the caller's to release. Call it inside the transaction that refunds the order.
 */
export async function revokeTickets(app: Core, orderId: string): Promise<{ typeId: string; quantity: number }[]> {
  const { rows } = await sql<{ typeId: string; quantity: number }>`
    select type_id as "typeId", quantity from tickets_revoke(${orderId}::uuid)`.execute(app.db)
  return rows
}
