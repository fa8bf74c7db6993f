/** Reads of what was paid, for its receipt and for who issues invoices. */
import { sql } from 'kysely'
import type { FiscalData } from '#contract/values/fiscal.ts'
import type { PlatformData } from '#contract/platform/platform.ts'
import type { Core, Db } from '#server/context.ts'
import type { OrderInvoice } from '#server/modules/checkout/hooks.ts'
import { flyerOf } from '#server/modules/events/queries.ts'
import { shownPayment } from '#server/modules/payments/queries.ts'

/** An order's receipt without its lines; the seller's data are those of the time of payment (rule R7.8). */
export async function findReceipt(app: Core, order: { readonly publicId: string } | { readonly id: string }) {
  return app.db
    .selectFrom('orders as o')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .innerJoin('companies as c', 'c.id', 'o.company_id')
    .innerJoin('users as b', 'b.id', 'o.buyer_id')
    .leftJoinLateral(
      (eb) => shownPayment(app.db, eb.ref('o.id')).select(['p.method', 'p.provider_payment_id']).as('p'),
      (join) => join.onTrue(),
    )
    .select(['o.id', 'o.buyer_id as buyerId', 'o.public_id as publicId', 'o.number', 'o.created_at as createdAt'])
    .select([
      'o.state',
      'o.paid_at as paidAt',
      'o.subtotal_cents as subtotalCents',
      'o.fee_cents as feeCents',
      'o.absorbed_fee_cents as absorbedFeeCents',
      'o.total_cents as totalCents',
    ])
    .select(['o.paid_cents as paidCents', 'o.discount_code as discountCode', 'o.discount_cents as discountCents'])
    .select(['e.name as eventName', flyerOf.as('flyer'), 'e.starts_at as startsAt', 'e.venue_name as venue', 'e.city'])
    .select('c.name as companyName')
    .leftJoin('tickets as t', 't.id', 'o.ticket_id')
    .select('t.number as ticketNumber')
    .select(
      sql<FiscalData | null>`(
        select json_build_object('legalName', f.legal_name, 'cuit', f.cuit, 'vatCondition', f.vat_condition,
                                 'address', f.address)
          from company_fiscal_data f where f.company_id = o.company_id and f.applies_from <= o.paid_at
         order by f.applies_from desc limit 1)`.as('seller'),
    )
    .select([
      sql<string>`coalesce(o.guest_name, b.name)`.as('buyerName'),
      'b.mail as buyerMail',
      'b.state as buyerState',
    ])
    .select(sql<boolean>`o.guest_name is not null`.as('isOfGuest'))
    .select(['p.method', 'p.provider_payment_id as paymentNumber'])
    .$if('publicId' in order, (query) => query.where('o.public_id', '=', 'publicId' in order ? order.publicId : ''))
    .$if('id' in order, (query) => query.where('o.id', '=', 'id' in order ? order.id : ''))
    .executeTakeFirst()
}

/** Whether an order's receipt was mailed, or given up. */
export async function isReceiptSettled(app: Core, orderId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('receipt_mails')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('state', '<>', 'queued')
    .executeTakeFirst()
  return row !== undefined
}

/** The platform's operator at a moment (by default the latest); null when none was recorded by then. */
export async function findPlatform(app: Core, at: string | null = null): Promise<PlatformData | null> {
  const row = await app.db
    .selectFrom('platform_fiscal_data')
    .select(['legal_name as legalName', 'cuit', 'vat_condition as vatCondition', 'address'])
    .$if(at !== null, (query) => query.where('applies_from', '<=', at))
    .orderBy('applies_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Only what `config.ts` read is kept.
  return row ? { ...row, vatCondition: row.vatCondition as PlatformData['vatCondition'], isExample: false } : null
}

/** Refunds of the payment of an order, oldest first; they add up to the order's refunded amount. */
export function listReturned(app: Core, orderId: string) {
  return app.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select((eb) => ['r.amount_cents as amountCents', eb.fn.coalesce('r.completed_at', 'r.created_at').as('at')])
    .where('r.order_id', '=', orderId)
    .where('r.state', 'in', ['completed', 'external'])
    .where('p.is_applied', '=', true)
    .orderBy('r.id')
    .execute()
}

/** Invoices and credit notes that were issued for these orders, each order's sale first. */
export async function listInvoices(db: Db, orderIds: readonly string[]): Promise<OrderInvoice[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['order_id as orderId', 'number', 'url'])
    .select((eb) => eb('refund_id', 'is not', null).as('isCredit'))
    .where('order_id', '=', sql<string>`any (${orderIds}::uuid[])`)
    .where('state', '=', 'issued')
    .orderBy((eb) => eb('refund_id', 'is not', null))
    .orderBy('id')
    .execute()
  return rows.map(({ number, isCredit, ...row }) => ({ ...row, number: number ?? '', isCredit: Boolean(isCredit) }))
}

/** Invoices and credit notes that were issued for an order, its sale's first. */
export function listIssued(app: Core, orderId: string): Promise<OrderInvoice[]> {
  return listInvoices(app.db, [orderId])
}

/** When a refund went back. */
export async function findRefundedAt(app: Core, refundId: string): Promise<string> {
  const { at } = await app.db
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce('completed_at', 'created_at').as('at'))
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  return at
}
