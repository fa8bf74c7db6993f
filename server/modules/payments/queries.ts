/** Reads of payments, checkouts and notifications. */
import { sql, type Expression } from 'kysely'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App, Db } from '#server/context.ts'
import { isNewer } from './payment.ts'

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

/** Those of these payments that are stored, with nothing newer in the provider's report. */
export async function findUnchanged(
  app: App,
  payments: readonly Pick<ProviderPayment, 'id' | 'status' | 'lastUpdatedAt'>[],
): Promise<ReadonlySet<string>> {
  const rows = await app.db
    .selectFrom('payments')
    .select(['provider_payment_id as id', 'status', 'last_updated_at as lastUpdatedAt'])
    .where('provider', '=', 'mercado_pago')
    .where('provider_payment_id', '=', sql<string>`any (${payments.map(({ id }) => id)}::text[])`)
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const isKnown = (payment: (typeof payments)[number]) => {
    const row = known.get(payment.id)
    return row !== undefined && !isNewer(row, payment)
  }
  return new Set(payments.filter(isKnown).map(({ id }) => id))
}

/** Those of these payments that have a notification begun at most once: the notification queue handles them, in order of arrival. */
export async function findPendingNotifications(app: App, paymentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await app.db
    .selectFrom('provider_notifications')
    .select('resource_id as id')
    .where('topic', '=', 'payment')
    .where('handled_at', 'is', null)
    .where('attempts', '<=', 1)
    .where('resource_id', '=', sql<string>`any (${paymentIds}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * There is a rush: notifications wait for their first turn. What looks through whole accounts does so later, because it asks the
 * same provider and the same orders, and buyers wait.
 */
export const notificationsWait = sql<boolean>`
  exists (select from provider_notifications n
           where n.handled_at is null and n.attempts = 0 and n.next_attempt_at < app_now() - interval '2 seconds')`

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
