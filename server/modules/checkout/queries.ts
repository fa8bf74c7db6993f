/** Reads of orders. */
import { sql, type RawBuilder } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { getOrders, OrderState, PastOrder } from '#contract/checkout.ts'
import type { Answer, ParsedInput } from '#contract/endpoint.ts'
import { paginate } from '#contract/pagination.ts'
import type { Proof } from '#contract/roles.ts'
import type { App, Core, Db } from '#server/context.ts'
import type { CollectorOf } from '#server/modules/companies/payment-account/hooks.ts'
import { feeTerms } from '#server/modules/events/queries.ts'
import type { AutomaticRefund } from '#server/modules/payments/refunds/request-refund.ts'
import { collectorOfPayment, shownPayment } from '#server/modules/payments/queries.ts'
import { toInstant } from '#server/shared/clock.ts'
import { isUnpaid } from './order.ts'

/** Of each whether the buyer has an unpaid order of the event, was offered places of it, or has an order with this key. One statement. */
export async function findHolders(
  db: Db,
  asked: readonly { readonly eventId: string; readonly buyerId: string; readonly key: string }[],
): Promise<boolean[]> {
  const { rows } = await sql<{ isHolder: boolean }>`
    select exists (select from orders k where k.buyer_id = a.buyer_id and k.idempotency_key = a.key)
        or exists (select from orders k where k.buyer_id = a.buyer_id and k.event_id = a.event_id
                      and checkout_is_unpaid(k.state))
        or exists (select from waiting_list_entries w where w.person_id = a.buyer_id and w.event_id = a.event_id
                      and w.state = 'offered') as "isHolder"
      from unnest(${asked.map(({ eventId }) => eventId)}::uuid[], ${asked.map(({ buyerId }) => buyerId)}::uuid[],
                  ${asked.map(({ key }) => key)}::text[]) with ordinality a (event_id, buyer_id, key, n)
     order by a.n`.execute(db)
  return rows.map(({ isHolder }) => isHolder)
}

/** Events with holds whose time is over. */
export async function listEventsWithEnded(app: App): Promise<{ eventId: string; companyId: string }[]> {
  const { rows } = await sql<{ eventId: string; companyId: string }>`
    select event_id as "eventId", company_id as "companyId" from orders
     where held_until <= app_now() and checkout_is_unpaid(state)
       and checkout_is_over(state, held_until, asked_at, app_now())
     group by event_id, company_id order by min(held_until)`.execute(app.db)
  return rows
}

export type OwnOrderId = Proof<'ownOrder'>

const payUntil = sql<string | null>`checkout_pay_until(o.held_until, o.total_cents)`
const shownState = sql<OrderState>`checkout_shown_state(o.state, o.held_until, o.total_cents, app_now())`

/** A page of a person's orders, newest first. */
export async function listOrders(
  app: App,
  buyerId: string,
  { page, limit, state, search }: ParsedInput<typeof getOrders>['query'],
): Promise<Answer<typeof getOrders>> {
  const own = app.db
    .selectFrom('orders as o')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .where('o.buyer_id', '=', buyerId)
    .$if(state !== undefined, (query) => query.where(shownState, '=', state ?? 'paid'))
    .$if(Boolean(search), (query) =>
      // `strpos`, so that what people type is never a pattern.
      query.where(sql<boolean>`strpos(e.plain_name, plain_text(${search ?? ''})) > 0`),
    )
  const [rows, { total }] = await Promise.all([
    own
      .select([
        'o.id',
        'o.public_id as publicId',
        'o.event_id as eventId',
        'e.name as eventName',
        shownState.as('state'),
      ])
      .select([
        'o.held_until as heldUntil',
        payUntil.as('payUntil'),
        'o.subtotal_cents as subtotalCents',
        'o.fee_cents as feeCents',
      ])
      .select(['o.discount_code as discountCode', 'o.discount_cents as discountCents'])
      .select(['o.total_cents as totalCents', 'o.created_at as createdAt', 'e.starts_at as eventStart'])
      .select(['o.paid_at as paidAt', 'o.refunded_cents as refundedCents', 'o.paid_cents as paidCents'])
      .select((eb) => [
        jsonObjectFrom(
          eb.selectFrom('images as i').whereRef('i.id', '=', 'e.flyer_id').select(['i.id', 'i.width', 'i.height']),
        ).as('flyer'),
        jsonObjectFrom(shownPayment(app.db, eb.ref('o.id')).select(['p.status', 'p.method'])).as('payment'),
        jsonArrayFrom(
          eb
            .selectFrom('refunds as r')
            .whereRef('r.order_id', '=', 'o.id')
            .select(['r.id', 'r.state', 'r.amount_cents as amountCents', 'r.created_at as createdAt'])
            .select(sql<boolean>`r.unfunded_since is not null and payments_refund_is_open(r.state)`.as('isUnfunded'))
            .orderBy('r.id', 'desc'),
        ).as('refunds'),
        jsonArrayFrom(
          eb
            .selectFrom('order_lines as l')
            .innerJoin('ticket_types as t', 't.id', 'l.type_id')
            .whereRef('l.order_id', '=', 'o.id')
            .select(['l.type_id as ticketTypeId', 't.name', 'l.quantity'])
            .select(['l.unit_price_cents as unitPriceCents', 'l.unit_fee_cents as unitFeeCents'])
            .select('l.unit_discount_cents as unitDiscountCents')
            .orderBy('t.position'),
        ).as('lines'),
      ])
      .orderBy('o.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  const invoices = await listInvoices(
    app,
    rows.map(({ id }) => id),
  )
  const orders = rows.map(({ id, paidCents, payment, refunds, ...row }): PastOrder => ({
    ...row,
    invoices: invoices.filter(({ orderId }) => orderId === id).map(({ orderId: _, ...invoice }) => invoice),
    // CHECKs on the columns.
    payment: payment as PastOrder['payment'],
    refunds: refunds.map((each) => ({ ...each, createdAt: toInstant(each.createdAt) })) as PastOrder['refunds'],
    hasReceipt: paidCents > 0,
    heldUntil: isUnpaid(row.state) ? row.heldUntil : null,
    payUntil: isUnpaid(row.state) ? row.payUntil : null,
  }))
  return { orders, pagination: paginate('totalOrders', { page, limit, total }) }
}

/** What later modules issued for these orders. */
async function listInvoices(app: App, orderIds: readonly string[]) {
  const found = await Promise.all(app.modules.flatMap(({ hooks }) => hooks?.listInvoices?.(app.db, orderIds) ?? []))
  return found.flat()
}

/** What a payment link, its page and the status of an order need to know; undefined when there is no such order. */
export async function findOrder(app: App, publicId: string) {
  const row = await app.db
    .selectFrom('orders as o')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .select([
      'o.id',
      'o.public_id as publicId',
      'o.event_id as eventId',
      'o.company_id as companyId',
      'o.buyer_id as buyerId',
    ])
    .select([
      'o.state',
      'o.held_until as heldUntil',
      'o.platform',
      'o.total_cents as totalCents',
      'o.fee_cents as feeCents',
    ])
    .select(['o.absorbed_fee_cents as absorbedFeeCents', 'e.name as eventName', 'e.accepts_cash as acceptsCash'])
    .select('e.state as eventState')
    .select(sql<boolean>`coalesce(e.starts_at > app_now() + interval '4 days', true)`.as('isFarOff'))
    .select(['o.created_at as createdAt', 'e.starts_at as startsAt'])
    .select([payUntil.as('payUntil'), shownState.as('shownState')])
    .where('o.public_id', '=', publicId)
    .executeTakeFirst()
  return row && { ...row, state: row.state as OrderState } // CHECK on the column
}
export type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** An order's lines in the order of its types' ids; amounts of one ticket, in centavos. */
export async function listLines(app: Core, orderId: string) {
  return app.db
    .selectFrom('order_lines as l')
    .innerJoin('ticket_types as t', 't.id', 'l.type_id')
    .select([
      'l.type_id as typeId',
      't.name',
      'l.quantity',
      'l.unit_price_cents as priceCents',
      'l.unit_fee_cents as feeCents',
      'l.unit_discount_cents as discountCents',
    ])
    .where('l.order_id', '=', orderId)
    .orderBy('l.type_id')
    .execute()
}

/** Whose order this is, at which company, and the present moment; undefined when there is none. */
export async function findOrderCompany(app: App, orderId: string) {
  return app.db
    .selectFrom('orders')
    .select(['public_id as publicId', 'company_id as companyId', sql<string>`app_now()`.as('now')])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

/** What decides how long a pending payment keeps its places. */
export async function findHoldRules(app: Core, eventId: string) {
  return app.db
    .selectFrom('events')
    .select(['accepts_cash as acceptsCash', 'starts_at as startsAt'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
}

/** Whether a payment has its one refund of money that bought nothing, however far that is. */
export async function hasAutomaticRefund(app: Core, paymentId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where(sql<boolean>`payments_bought_nothing(source)`)
    .executeTakeFirst()
  return row !== undefined
}

/** Suspended tickets of an order which no refund of their own is about to end. */
export async function listTicketsToRestore(app: Core, orderId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('tickets as t')
    .select('t.id')
    .where('t.order_id', '=', orderId)
    .where('t.state', '=', 'suspended')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refunds as r')
            .select('r.id')
            .whereRef('r.ticket_id', '=', 't.id')
            .where('r.ends_ticket', '=', true)
            .where(sql<boolean>`payments_refund_is_open(r.state)`),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
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
      'u.name',
      'u.mail',
      'e.name as eventName',
      'e.id as eventId',
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

/** What the types of an event that buyers may choose cost, with the terms of their fee. */
export async function findPrices(app: App, eventId: string) {
  return app.db
    .selectFrom('ticket_types as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .select(['t.id', 't.price_cents as priceCents', feeTerms.as('fee'), 'e.absorbs_service_fee as absorbsFee'])
    .where('t.event_id', '=', eventId)
    .where('t.visibility', '=', 'visible')
    .where('t.removed_at', 'is', null)
    .execute()
}

/** How often a person used a discount code, without the unpaid order that their next one replaces, and whether there is one. */
export async function findDiscountUser(app: App, buyerId: string, codeId: string) {
  const { rows } = await sql<{ usesOfPerson: number; replaced: number; isUnproved: boolean }>`
    select (select count(*)::int from orders o where o.discount_code_id = ${codeId} and o.buyer_id = u.id
               and checkout_counts_discount(o.state) and not checkout_is_unpaid(o.state)) as "usesOfPerson",
           (select count(*)::int from orders o where o.discount_code_id = ${codeId} and o.buyer_id = u.id
               and checkout_is_unpaid(o.state)) as replaced,
           not accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at) as "isUnproved"
      from users u where u.id = ${buyerId}`.execute(app.db)
  const [row] = rows
  if (!row) throw new Error('The person who asks is not there')
  return row
}

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
