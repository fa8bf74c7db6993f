/** Reads of refunds. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'
import { collectorOfPayment } from '#server/modules/payments/queries.ts'
import type { AutomaticRefund } from './request-refund.ts'

/** The order and the payment that a refund pays back. */
export async function findRefundSubject(app: App, refundId: string) {
  return app.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select([
      'o.company_id as companyId',
      'o.event_id as eventId',
      'o.buyer_id as buyerId',
      'p.provider_payment_id as providerPaymentId',
    ])
    .select('p.amount_cents as paidCents')
    .select(collectorOfPayment.as('collectorId'))
    .where('r.id', '=', refundId)
    .executeTakeFirstOrThrow()
}

/** Centavos of a payment that went back or may be going back this moment. */
export async function sumKnownRefunds(app: Core, paymentId: string): Promise<number> {
  const row = await app.db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['processing', 'completed', 'external'])
    .executeTakeFirstOrThrow()
  return row.total
}

/** Why the last payment of this order that bought nothing is refunded; null when there is none. */
export async function findAutomaticRefund(app: App, orderId: string): Promise<AutomaticRefund['source'] | null> {
  const row = await app.db
    .selectFrom('refunds')
    .select('source')
    .where('order_id', '=', orderId)
    .where(sql<boolean>`refunds_bought_nothing(source)`)
    .where('state', '<>', 'rejected')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.source ?? null) as AutomaticRefund['source'] | null // by the condition above
}
