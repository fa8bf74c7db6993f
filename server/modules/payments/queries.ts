/** Reads of payments, checkouts and notifications. */
import { sql, type Expression } from 'kysely'
import type { App, Db } from '#server/context.ts'

export interface OpenCheckout {
  readonly attempt: number
  readonly url: string
  readonly expiresAt: string
}

/** The newest checkout of an order, or undefined. */
export async function findCheckout(app: App, orderId: string): Promise<OpenCheckout | undefined> {
  return app.db
    .selectFrom('provider_checkouts')
    .select(['attempt', 'url', 'expires_at as expiresAt'])
    .where('order_id', '=', orderId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Companies that a notification may be about: those of this collector, and the one whose payment it is. */
export async function listCandidateCompanies(
  app: App,
  { collectorId, paymentId }: { collectorId: string | null; paymentId: string },
): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    select o.company_id from payments p join orders o on o.id = p.order_id
     where p.provider = 'mercado_pago' and p.provider_payment_id = ${paymentId}
     union
    select a.company_id from payment_accounts a where a.collector_id = ${collectorId}
     limit 10`.execute(app.db)
  return rows.map((row) => row.company_id)
}

/** The payment that an order `orderId` shows: the one that bought it, else the last that the provider reported. */
export function shownPayment(db: Db, orderId: Expression<string>) {
  return db
    .selectFrom('payments as p')
    .where('p.order_id', '=', orderId)
    .orderBy('p.is_applied', 'desc')
    .orderBy('p.last_updated_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1)
}

/** Undefined when the provider reported none. */
export async function findShownPayment(app: App, orderId: string) {
  return shownPayment(app.db, sql`${orderId}::uuid`)
    .select(['p.status', 'p.status_detail as statusDetail', 'p.is_applied as isApplied'])
    .executeTakeFirst()
}

/** Checkouts of orders that were replaced while they could still be paid. */
export async function listCheckoutsToClose(app: App, limit: number) {
  const { rows } = await sql<{ orderId: string; attempt: number; companyId: string; checkoutId: string }>`
    select c.order_id as "orderId", c.attempt, o.company_id as "companyId", c.provider_checkout_id as "checkoutId"
      from provider_checkouts c join orders o on o.id = c.order_id
     where c.closed_at is null and c.expires_at > app_now() and o.state = 'cancelled'
     order by c.expires_at limit ${limit}`.execute(app.db)
  return rows
}
