/** Reads of what the payment accounts of companies collect. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/context.ts'
import type { CollectorOf } from '#server/modules/companies/payment-account/hooks.ts'
import { collectorOfPayment } from '#server/modules/payments/queries.ts'

/**
 * When an account was last paid for an order of the company; null when it never was. By the index of payments by account, from the
 * last on; those of before a company could have several accounts, which say none, are few and grow no more.
 */
export async function findLastPaymentAt(db: Db, { companyId, collectorId }: CollectorOf): Promise<string | null> {
  const last = (ofAccount: RawBuilder<unknown>) => sql`(
    select p.approved_at from payments p join orders o on o.id = p.order_id
     where p.approved_at is not null and o.company_id = ${companyId} and ${ofAccount}
     order by p.approved_at desc limit 1)`
  const { rows } = await sql<{ at: string | null }>`
    select greatest(${last(sql`p.collector_id = ${collectorId}`)},
                    ${last(sql`p.collector_id is null and ${collectorOfPayment} = ${collectorId}`)}) as at`.execute(db)
  return rows[0]?.at ?? null
}

/** Orders of a company whose payment the provider may be taking: their checkout was made, and is not over. */
export async function countAwaitedOrders(db: Db, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders o
     where o.company_id = ${companyId} and checkout_is_unpaid(o.state) and o.total_cents > 0
       and o.held_until > app_now()`.execute(db)
  return rows[0]?.count ?? 0
}
