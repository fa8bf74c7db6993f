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

/**
 * Whose account a payment `p` reached: what its row says, or, in rows of before a company could have several, what its order's
 * checkout says. It is asked, refunded and closed with that account's credentials, whichever sells now.
 */
export const collectorOfPayment = sql<string>`
  coalesce(p.collector_id, (select k.collector_id from provider_checkouts k where k.order_id = p.order_id
                             order by k.attempt desc limit 1))`

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
