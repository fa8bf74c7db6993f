/** Reads of the ledger. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'

/** What of an order's price and service fee has gone back to its buyer, in centavos. */
export async function sumRefunded(app: Core, orderId: string): Promise<{ priceCents: number; feeCents: number }> {
  const row = await app.db
    .selectFrom('ledger_entries')
    .select(sql<number>`coalesce(sum(amount_cents) filter (where kind = 'refund'), 0)::bigint`.as('priceCents'))
    .select(sql<number>`coalesce(sum(amount_cents) filter (where kind = 'refund_fee'), 0)::bigint`.as('feeCents'))
    .where('order_id', '=', orderId)
    .where('credit', 'in', ['company', 'platform'])
    .executeTakeFirstOrThrow()
  return row
}

/** Whether a payment's money was entered as buying nothing. */
export async function isInSuspense(app: Core, paymentId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('ledger_entries')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'unapplied')
    .executeTakeFirst()
  return row !== undefined
}
