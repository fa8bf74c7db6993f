/** Reads of payments that came, and of what they pay. */
import { sql } from 'kysely'
import { publicSlug } from '#server/modules/events/event-slug.ts'
import type { Unreadable } from '#server/adapters/payments/port.ts'
import type { App, Core } from '#server/context.ts'
import type { CollectorOf } from '#server/modules/companies/payment-account/hooks.ts'
import { flyerOf } from '#server/modules/events/queries.ts'
import { collectorOfPayment } from '#server/modules/payments/queries.ts'
import type { AutomaticRefund } from '#server/modules/payments/refunds/request-refund.ts'
import type { LatePaymentFacts } from './decide-payment.ts'

/** The facts that decide a late payment. Read them under the locks of the order's stock and of its discount code. */
export async function findLatePaymentFacts(app: Core, orderId: string): Promise<LatePaymentFacts> {
  const taken = (counted: string) => sql`coalesce((select c.taken from buyer_counters c
    where c.event_id = o.event_id and c.buyer_id = o.buyer_id and c.type_id = ${sql.ref(counted)}), 0)`
  const { rows } = await sql<LatePaymentFacts>`
    select events_is_on_sale(e.state, e.sale_closed_at, e.expires_at, c.state, app_now()) as "isOnSale", b.state = 'deleted' as "hasBuyerLeft",
           e.person_limit as "personLimit", ${taken('o.event_id')} as "takenOfEvent",
           (select json_agg(json_build_object('type', json_build_object('id', t.id, 'perPersonLimit', t.per_person_limit),
                                              'quantity', l.quantity, 'takenOfType', ${taken('l.type_id')}))
              from order_lines l join ticket_types t on t.id = l.type_id where l.order_id = o.id) as lines,
           (select json_build_object('id', d.id, 'uses', d.uses, 'maxUses', d.max_uses, 'perPersonLimit', d.per_person_limit,
                     'usesOfPerson', (select count(*) from orders k
                                       where k.discount_code_id = d.id and k.buyer_id = o.buyer_id and checkout_counts_discount(k.state)))
              from discount_codes d where d.id = o.discount_code_id) as discount
      from orders o join events e on e.id = o.event_id join companies c on c.id = o.company_id join users b on b.id = o.buyer_id
     where o.id = ${orderId}::uuid`.execute(app.db)
  const [facts] = rows
  if (!facts) throw new Error('A paid order is not there')
  return facts
}

/** Finds an order's buyer and company, and the database's time; undefined when there is none. */
export async function findOrderCompany(app: App, orderId: string) {
  return app.db
    .selectFrom('orders')
    .select(['public_id as publicId', 'company_id as companyId', sql<string>`app_now()`.as('now')])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

export type RefundedBuyer = Awaited<ReturnType<typeof findRefundedBuyer>>

/** The buyer of an automatically refunded payment, its amount, its reason and its event. */
export async function findRefundedBuyer(app: App, refundId: string) {
  const row = await app.db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('users as u', 'u.id', 'o.buyer_id')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .select([
      'r.source',
      'o.ticket_id as ticketId',
      'u.name',
      'u.mail',
      'e.name as eventName',
      flyerOf.as('flyer'),
      'e.id as eventId',
      publicSlug.as('eventSlug'),
      'e.state as eventState',
      'r.amount_cents as amountCents',
    ])
    .where('r.id', '=', refundId)
    .executeTakeFirstOrThrow()
  return { ...row, source: row.source as AutomaticRefund['source'] } // only these are notified
}

/** Accounts that may have collected what a notification is about: the one that the payment is known by, the one that it names. */
export async function listPossibleCollectors(
  app: App,
  { collectorId, paymentId }: { collectorId: string | null; paymentId: string },
): Promise<CollectorOf[]> {
  const { rows } = await sql<CollectorOf>`
    select o.company_id as "companyId", ${collectorOfPayment} as "collectorId"
      from payments p join orders o on o.id = p.order_id
     where p.provider = 'mercado_pago' and p.provider_payment_id = ${paymentId}
     union
    select a.company_id, a.collector_id from payment_accounts a where a.collector_id = ${collectorId}
     limit 10`.execute(app.db)
  return rows
}

/** Accounts that checkouts of an order collect for: nearly always one, two when the company changed its account meanwhile. */
export async function listCollectorsOfOrder(app: App, orderId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('provider_checkouts')
    .select('collector_id as collectorId')
    .distinct()
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(({ collectorId }) => collectorId)
}

/** Which of these texts name an order. */
export async function findReferences(app: App, texts: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await app.db
    .selectFrom('orders')
    .select('public_id as publicId')
    .where('public_id', '=', sql<string>`any (${texts}::text[])`)
    .execute()
  return new Set(rows.map(({ publicId }) => publicId))
}

interface CheckoutToClose {
  readonly orderId: string
  readonly attempt: number
  readonly companyId: string
  readonly collectorId: string
  readonly checkoutId: string
}

/** Checkouts of orders that were replaced while they could still be paid. */
export async function listCheckoutsToClose(app: App, limit: number) {
  const { rows } = await sql<CheckoutToClose>`
    select c.order_id as "orderId", c.attempt, o.company_id as "companyId", c.collector_id as "collectorId",
           c.provider_checkout_id as "checkoutId"
      from provider_checkouts c join orders o on o.id = c.order_id
     where c.closed_at is null and c.expires_at > app_now() and o.state = 'cancelled'
     order by c.expires_at limit ${limit}`.execute(app.db)
  return rows
}

/** Those rows of the provider's list that are ours: they name an order, or a payment that is stored. */
export async function findOwnUnreadable(
  app: App,
  unreadable: readonly Unreadable[],
): Promise<{ paymentId: string | null; orderPublicId: string }[]> {
  if (unreadable.length === 0) return []
  const { rows } = await sql<{ paymentId: string | null; orderPublicId: string }>`
    select distinct u.id as "paymentId", o.public_id as "orderPublicId"
      from unnest(${unreadable.map(({ id }) => id)}::text[], ${unreadable.map(({ externalReference }) => externalReference)}::text[])
             u (id, reference)
      left join payments p on p.provider = 'mercado_pago' and p.provider_payment_id = u.id
      join orders o on o.public_id = coalesce((select k.public_id from orders k where k.id = p.order_id), u.reference)`.execute(
    app.db,
  )
  return rows
}
