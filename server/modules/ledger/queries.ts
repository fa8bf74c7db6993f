/** Reads of the ledger. */
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'
import type { Account, Entry, SaleParts } from './entry.ts'

/** Whether an entry `l` returns money; turned round where a chargeback was won, and then it counts against what went back. */
export const isBack = sql<boolean>`(l.kind in ('refund', 'refund_fee'))`

/** Centavos that an account received less those it gave, summed over the entries `l` for which `condition` holds. */
export function held(account: Account, condition: RawBuilder<unknown> = sql`true`): RawBuilder<number> {
  return sql`
    coalesce(sum(case ${sql.lit(account)} when l.debit then l.amount_cents when l.credit then -l.amount_cents end)
               filter (where ${condition}), 0)::bigint`
}

/**
 * Columns of what the entries `l` returned of a sale, to the side that bore it: `priceCents`, `feeCents`, `absorbedFeeCents`. What a won
 * chargeback brought again counts against it.
 */
export const returnedParts = sql`
  -${held('company', sql`l.kind = 'refund'`)} as "priceCents",
  ${held('buyers', sql`l.kind = 'refund_fee'`)} as "feeCents",
  ${held('company', sql`l.kind = 'refund_fee'`)} as "absorbedFeeCents"`

/** Refunded price and service fee of an order, in centavos. */
export function sumRefunded(app: Core, orderId: string): Promise<SaleParts> {
  return oneRow(
    app.db,
    sql<SaleParts>`select ${returnedParts} from ledger_entries l where l.order_id = ${orderId}::uuid`,
  )
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
