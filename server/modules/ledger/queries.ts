/** Reads of the ledger. */
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '#server/context.ts'
import type { Entry, SaleParts } from './entry.ts'

/** Money of an entry `l` on its way back; turned round where a chargeback was won, and then it counts against what went back. */
export const isBack = sql<boolean>`(l.kind in ('refund', 'refund_fee'))`

/** What of an order's price and service fee has gone back to who bore it, in centavos, less what a chargeback that was won brought again. */
export async function sumRefunded(app: Core, orderId: string): Promise<SaleParts> {
  const sum = (kind: string, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(case when kind = ${kind} and credit = ${from} and debit = ${to} then amount_cents
                                  when kind = ${kind} and credit = ${to} and debit = ${from} then -amount_cents end), 0)::bigint`
  const row = await app.db
    .selectFrom('ledger_entries')
    .select(sum('refund', sql`'company'`, sql`'buyers'`).as('priceCents'))
    .select(sum('refund_fee', sql`'platform'`, sql`'buyers'`).as('feeCents'))
    .select(sum('refund_fee', sql`'platform'`, sql`'company'`).as('absorbedFeeCents'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return row
}

/** The entries that a refund made, in their order. */
export async function listEntries(app: Core, { refundId }: { refundId: string }): Promise<Entry[]> {
  const rows = await app.db
    .selectFrom('ledger_entries')
    .select(['kind', 'credit as from', 'debit as to', 'amount_cents as amountCents'])
    .where('refund_id', '=', refundId)
    .orderBy('id')
    .execute()
  return rows as Entry[] // only entries of this type are written
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
