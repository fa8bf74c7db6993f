/** Reads of refunds. */
import { sql } from 'kysely'
import { PROVIDER_REFUND_DAYS } from '#server/adapters/payments/port.ts'
import type { App, Core } from '#server/context.ts'
import { collectorOfPayment } from '../queries.ts'
import type { AutomaticRefund } from './request-refund.ts'

/** Finds what a refund pays back, and whether another refund of the payment is in flight. */
export async function findRefundSubject(app: Core, refundId: string) {
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
    .select(['p.amount_cents as paidCents', 'p.refunded_cents as returnedCents', 'p.is_applied as isApplied'])
    .select(sql<boolean>`p.approved_at < app_now() - make_interval(days => ${PROVIDER_REFUND_DAYS})`.as('isTooOld'))
    .select(
      sql<boolean>`exists (
        select from refunds e where e.payment_id = r.payment_id and e.id <> r.id and e.state = 'processing')`.as(
        'hasSiblingInFlight',
      ),
    )
    .select(sql<string | null>`case when r.ends_ticket then r.ticket_id end`.as('endsTicketId'))
    .select(collectorOfPayment.as('collectorId'))
    .where('r.id', '=', refundId)
    .executeTakeFirstOrThrow()
}

/** Sums what of a payment was returned or may be returning this moment, without `exceptId`, in centavos. */
export async function sumKnownRefunds(app: Core, paymentId: string, exceptId?: string): Promise<number> {
  const row = await app.db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['processing', 'completed', 'external'])
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
    .executeTakeFirstOrThrow()
  return row.total
}

/** Sums other refunds of the payment that are in flight, in centavos. */
export async function sumSiblingsInProcess(
  app: Core,
  { id, paymentId }: { readonly id: string; readonly paymentId: string },
): Promise<number> {
  const row = await app.db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .where('payment_id', '=', paymentId)
    .where('id', '<>', id)
    .where('state', '=', 'processing')
    .executeTakeFirstOrThrow()
  return row.total
}

/** Lists recorded chargebacks of a payment that were not won. */
export async function listChargebacks(app: Core, paymentId: string): Promise<{ id: string; amountCents: number }[]> {
  return app.db
    .selectFrom('refunds')
    .select(['id', 'amount_cents as amountCents'])
    .where('payment_id', '=', paymentId)
    .where('source', '=', 'chargeback')
    .where('state', '=', 'external')
    .orderBy('id')
    .execute()
}

/** Finds why the order's last payment that bought nothing is refunded; null when there is none. */
export async function findAutomaticRefund(app: App, orderId: string): Promise<AutomaticRefund['source'] | null> {
  const row = await app.db
    .selectFrom('refunds')
    .select('source')
    .where('order_id', '=', orderId)
    .where(sql<boolean>`payments_bought_nothing(source)`)
    .where('state', '<>', 'rejected')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.source ?? null) as AutomaticRefund['source'] | null // by the condition above
}
