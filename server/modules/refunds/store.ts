/** The only SQL that writes refunds. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'

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

export interface ClaimedRefund {
  readonly id: string
  readonly orderId: string
  readonly paymentId: string
  readonly amountCents: number
  readonly providerKey: string
  readonly providerRefundId: string | null
  /** This attempt's number, from 1. */
  readonly attempts: number
}

/** Takes a refund that is due for `forSeconds`; undefined when it is done, not due, or somebody else has it. */
export async function claimRefund(app: App, id: string, forSeconds: number): Promise<ClaimedRefund | undefined> {
  return app.db
    .updateTable('refunds')
    .set({
      state: 'processing',
      attempts: sql`attempts + 1`,
      next_attempt_at: sql`app_now() + make_interval(secs => ${forSeconds})`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['approved', 'processing'])
    .where('next_attempt_at', '<=', sql<string>`app_now()`)
    .returning(['id', 'order_id as orderId', 'payment_id as paymentId', 'amount_cents as amountCents'])
    .returning(['provider_key as providerKey', 'provider_refund_id as providerRefundId', 'attempts'])
    .executeTakeFirst()
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
    .set({ amount_cents: amountCents, provider_key: `refund-${id}-${amountCents}`, next_attempt_at: sql`app_now()` })
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

/** Keeps it processing until `seconds` from now. */
export async function postponeRefund(
  app: App,
  id: string,
  { seconds, error, providerRefundId }: { seconds: number; error: string | null; providerRefundId: string | null },
): Promise<void> {
  await app.db
    .updateTable('refunds')
    .set({
      next_attempt_at: sql`app_now() + make_interval(secs => ${seconds})`,
      last_error: error,
      ...(providerRefundId === null ? {} : { provider_refund_id: providerRefundId }),
    })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .execute()
}
