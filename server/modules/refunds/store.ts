/** The only SQL that writes refunds. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'
import type { CollectorOf } from '#server/module.ts'
import { collectorOfPayment } from '#server/modules/payments/queries.ts'
import { claim, hasten, settle, type Claim, type HeldLease } from '#server/jobs/lease.ts'

export interface NewRefund {
  readonly id: string
  readonly orderId: string
  readonly paymentId: string
  readonly amountCents: number
  readonly state: 'approved' | 'external'
  readonly source: 'late_payment' | 'wrong_payment' | 'organizer' | 'chargeback'
  readonly reason: string | null
  readonly providerKey: string
}

export async function insertRefund(app: Core, refund: NewRefund): Promise<void> {
  await app.db
    .insertInto('refunds')
    .values({
      id: refund.id,
      order_id: refund.orderId,
      payment_id: refund.paymentId,
      amount_cents: refund.amountCents,
      state: refund.state,
      source: refund.source,
      reason: refund.reason,
      provider_key: refund.providerKey,
      ...(refund.state === 'external' ? { completed_at: sql<string>`app_now()` } : {}),
    })
    .execute()
}

/** Never given up: time or the seller mends what the provider does not refuse for good. */
export const refundLease: HeldLease = {
  table: 'refunds',
  key: 'id',
  isOpen: sql`state in ('approved', 'processing')`,
  until: 30,
  pause: { seconds: 30, growth: 2, longestSeconds: 6 * 3600 },
}

export interface ClaimedRefund extends Claim {
  readonly id: string
  readonly orderId: string
  readonly paymentId: string
  readonly amountCents: number
  readonly providerKey: string
  readonly providerRefundId: string | null
}

export function claimRefunds(app: App, limit: number): Promise<ClaimedRefund[]> {
  return claim(app.db, refundLease, {
    limit,
    set: sql`, state = 'processing'`,
    read: sql`, id, order_id as "orderId", payment_id as "paymentId", amount_cents as "amountCents",
              provider_key as "providerKey", provider_refund_id as "providerRefundId"`,
  })
}

/** Has what waited for an account's token asked for at once, now that there is one (rule R7.2). */
export async function askAgainOf(app: Core, { collectorId }: CollectorOf): Promise<void> {
  await hasten(
    app.db,
    refundLease,
    sql`payment_id in (select p.id from payments p where ${collectorOfPayment} = ${collectorId})`,
  )
}

/** Holds a refund that is being processed until the transaction ends; false when it has ended. */
export async function lockProcessing(app: Core, id: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('refunds')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Asks for less from now on, which is another request at the provider and needs a key of its own; due at once. */
export async function shrinkRefund(app: Core, id: string, amountCents: number): Promise<void> {
  await app.db
    .updateTable('refunds')
    .set({ amount_cents: amountCents, provider_key: `refund-${id}-${amountCents}` })
    .set({ next_attempt_at: sql`app_now()`, leased_by: null })
    .where('id', '=', id)
    .execute()
}

export type RefundEnd =
  | { readonly state: 'completed'; readonly providerRefundId: string }
  | { readonly state: 'failed' | 'rejected'; readonly error: string }

/** Ends a refund that is being processed; false when it has ended already. */
export async function endRefund(app: Core, id: string, end: RefundEnd): Promise<boolean> {
  const updated = await app.db
    .updateTable('refunds')
    .set(
      end.state === 'completed'
        ? { state: end.state, provider_refund_id: end.providerRefundId, completed_at: sql`app_now()`, last_error: null }
        : { state: end.state, last_error: end.error },
    )
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** The provider has it in process: it is looked up in `seconds`. */
export async function keepInProcess(
  app: App,
  refund: ClaimedRefund,
  { seconds, providerRefundId }: { seconds: number; providerRefundId: string },
): Promise<void> {
  const next = sql`next_attempt_at = app_now() + make_interval(secs => ${seconds})`
  const set = sql`${next}, last_error = null, provider_refund_id = ${providerRefundId}`
  await settle(app.db, refundLease, refund, set)
}
