/** Reads about money that goes back, or came for nothing. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'

/** Whether a payment has its one refund of money that bought nothing, however far that is. */
export async function hasAutomaticRefund(app: Core, paymentId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where(sql<boolean>`payments_bought_nothing(source)`)
    .executeTakeFirst()
  return row !== undefined
}

/** Suspended tickets of an order which no refund of their own is about to end. */
export async function listTicketsToRestore(app: Core, orderId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('tickets as t')
    .select('t.id')
    .where('t.order_id', '=', orderId)
    .where('t.state', '=', 'suspended')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refunds as r')
            .select('r.id')
            .whereRef('r.ticket_id', '=', 't.id')
            .where('r.ends_ticket', '=', true)
            .where(sql<boolean>`payments_refund_is_open(r.state)`),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
