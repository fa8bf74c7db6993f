import { sql } from 'kysely'
import type { Tx } from '#server/context.ts'

/** Has the drinks refunded that purchases of their own added to these tickets, of those that have ended. */
export async function returnAddedDrinks(app: Tx, ticketIds: readonly string[]): Promise<void> {
  const { rows } = await sql`select from orders o where o.ticket_id = any (${ticketIds}::uuid[]) limit 1`.execute(
    app.db,
  )
  if (rows.length > 0) await app.queue.enqueue(app, 'refunds.return-drinks', { ticketIds })
}
