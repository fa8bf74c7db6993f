/** The only SQL that writes payments, checkouts at the provider and its notifications. */
import { sql, type RawBuilder } from 'kysely'
import type { Notification, ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App, Core } from '#server/context.ts'
import { newId } from '#server/shared/ids.ts'

export interface StoredPayment {
  readonly id: string
  readonly orderId: string
  readonly status: string
  readonly lastUpdatedAt: string
  readonly amountCents: number
  readonly refundedCents: number
  readonly providerFeeCents: number
  readonly isApplied: boolean
}

/** So many checks have doubled 20 s to about a day. */
const CHECKS_OF_A_DAY = 12

const columns = [
  'id',
  'order_id as orderId',
  'status',
  'last_updated_at as lastUpdatedAt',
  'amount_cents as amountCents',
  'refunded_cents as refundedCents',
  'provider_fee_cents as providerFeeCents',
  'is_applied as isApplied',
] as const

/** The row of a provider's payment, locked; the caller has locked its order. */
export async function lockPayment(app: Core, providerPaymentId: string): Promise<StoredPayment | undefined> {
  return app.db
    .selectFrom('payments')
    .select(columns)
    .where('provider', '=', 'mercado_pago')
    .where('provider_payment_id', '=', providerPaymentId)
    .forUpdate()
    .executeTakeFirst()
}

function reportedColumns(payment: ProviderPayment) {
  return {
    status: payment.status,
    status_detail: payment.statusDetail,
    method: payment.paymentMethod,
    approved_at: payment.approvedAt,
    last_updated_at: payment.lastUpdatedAt,
    ...(payment.feeCents === null ? {} : { provider_fee_cents: payment.feeCents }),
  }
}

/** Adds a payment that the provider reports for the first time. A payment id is one row (invariant M3). */
export async function insertPayment(app: Core, orderId: string, payment: ProviderPayment): Promise<StoredPayment> {
  return app.db
    .insertInto('payments')
    .values({
      id: newId(),
      order_id: orderId,
      provider_payment_id: payment.id,
      amount_cents: payment.amountCents,
      currency: payment.currency,
      ...reportedColumns(payment),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function updatePayment(app: Core, id: string, payment: ProviderPayment): Promise<void> {
  await app.db.updateTable('payments').set(reportedColumns(payment)).where('id', '=', id).execute()
}

/** Marks the one payment that paid its order; a second one breaks the unique index. */
export async function setApplied(app: Core, id: string): Promise<void> {
  const { order_id } = await app.db
    .updateTable('payments')
    .set({ is_applied: true })
    .where('id', '=', id)
    .returning('order_id')
    .executeTakeFirstOrThrow()
  await askLess([order_id]).execute(app.db)
}

/** Little is left to ask about orders that were paid. */
export function askLess(orderIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    update provider_checkouts set next_check_at = app_now() + interval '1 day', checks = greatest(checks, ${CHECKS_OF_A_DAY})
     where order_id = any (${orderIds}::uuid[]) and next_check_at is not null`
}

export interface NewPayment {
  readonly id: string
  readonly orderId: string
  readonly providerPayment: ProviderPayment
}

/** Adds payments that the provider reports for the first time and that have each paid their order. */
export function insertApplied(payments: readonly NewPayment[]): RawBuilder<unknown> {
  const rows = payments.map(({ id, orderId, providerPayment: payment }) => ({
    id,
    order_id: orderId,
    provider_payment_id: payment.id,
    amount_cents: payment.amountCents,
    currency: payment.currency,
    ...reportedColumns(payment),
  }))
  return sql`
    insert into payments (id, order_id, provider_payment_id, amount_cents, currency, status, status_detail, method, approved_at,
                          last_updated_at, provider_fee_cents, is_applied)
    select p.id, p.order_id, p.provider_payment_id, p.amount_cents, p.currency, p.status, p.status_detail, p.method, p.approved_at,
           p.last_updated_at, coalesce(p.provider_fee_cents, 0), true
      from json_to_recordset(${JSON.stringify(rows)}::json) p (
             id uuid, order_id uuid, provider_payment_id text, amount_cents bigint, currency text, status text, status_detail text,
             method text, approved_at timestamptz, last_updated_at timestamptz, provider_fee_cents bigint)`
}

export async function addRefunded(app: Core, id: string, amountCents: number): Promise<void> {
  await app.db
    .updateTable('payments')
    .set({ refunded_cents: sql`refunded_cents + ${amountCents}` })
    .where('id', '=', id)
    .execute()
}

export interface NewCheckout {
  readonly orderId: string
  readonly attempt: number
  readonly providerCheckoutId: string
  readonly url: string
  readonly collectorId: string
  readonly expiresAt: string
  /** Seconds until the provider is first asked how it went. */
  readonly checkAfterSeconds: number
}

/**
 * Keeps a checkout; a twin that made the same attempt at the same moment got the same one, whose row stays as it is. Earlier
 * attempts are looked after by this one.
 */
export async function insertCheckout(app: Core, checkout: NewCheckout): Promise<void> {
  await app.db
    .updateTable('provider_checkouts')
    .set({ next_check_at: null })
    .where('order_id', '=', checkout.orderId)
    .where('attempt', '<', checkout.attempt)
    .execute()
  await app.db
    .insertInto('provider_checkouts')
    .values({
      order_id: checkout.orderId,
      attempt: checkout.attempt,
      provider_checkout_id: checkout.providerCheckoutId,
      url: checkout.url,
      collector_id: checkout.collectorId,
      expires_at: checkout.expiresAt,
      next_check_at: sql`app_now() + make_interval(secs => ${checkout.checkAfterSeconds})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface CheckSchedule {
  readonly firstSeconds: number
  readonly longestSeconds: number
  /** After so long nothing more is expected of an order. */
  readonly giveUpAfterSeconds: number
  /** The hold ends so long after its checkout: then is the time to ask, because its places wait for the answer. */
  readonly holdEndsAfterSeconds: number
}

/**
 * Takes up to `limit` orders whose provider is to be asked, and schedules their next question: each time twice as long
 * after the last. Taken before asking, so that a process that dies only delays.
 */
export async function claimDue(app: App, limit: number, schedule: CheckSchedule): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    update provider_checkouts c
       set checks = c.checks + 1,
           next_check_at = case
             when c.created_at < app_now() - make_interval(secs => ${schedule.giveUpAfterSeconds}) then null
             else least(
               app_now() + make_interval(secs => least(${schedule.longestSeconds}, ${schedule.firstSeconds} * 2.0 ^ least(c.checks, 30))),
               case when c.expires_at + make_interval(secs => ${schedule.holdEndsAfterSeconds}) > app_now()
                    then c.expires_at + make_interval(secs => ${schedule.holdEndsAfterSeconds}) end)
           end
     where (c.order_id, c.attempt) in (
             select d.order_id, d.attempt from provider_checkouts d
              where d.next_check_at <= app_now() order by d.next_check_at limit ${limit} for update skip locked)
    returning c.order_id`.execute(app.db)
  return rows.map((row) => row.order_id)
}

/** The provider took back or never heard of what was to be closed: nothing more to do. */
export async function markClosed(app: App, orderId: string, attempt: number): Promise<void> {
  await sql`update provider_checkouts set closed_at = app_now() where order_id = ${orderId} and attempt = ${attempt}`.execute(
    app.db,
  )
}

export interface ReceivedNotification extends Notification {
  readonly orderPublicId: string | null
  readonly isSigned: boolean
}

/** What a notification is kept by: of a hint that anybody may have sent it is a name of its own. */
export function nameOf(received: ReceivedNotification): string {
  const { isSigned, topic, resourceId, orderPublicId } = received
  return isSigned ? received.notificationId : `hint ${topic} ${resourceId} ${orderPublicId ?? ''}`
}

/**
 * Keeps notifications, no two of one name. One that came before stays as it is, but a hint that comes again is open again: it
 * never stands in the way of a signed one.
 */
export async function insertNotifications(app: App, received: readonly ReceivedNotification[]): Promise<void> {
  await sql`
    insert into provider_notifications as n (id, notification_id, topic, resource_id, order_public_id, is_signed, collector_id)
    select * from unnest(
      ${received.map(() => newId())}::uuid[], ${received.map(nameOf)}::text[], ${received.map(({ topic }) => topic)}::text[],
      ${received.map(({ resourceId }) => resourceId)}::text[], ${received.map(({ orderPublicId }) => orderPublicId)}::text[],
      ${received.map(({ isSigned }) => isSigned)}::boolean[], ${received.map(({ collectorId }) => collectorId)}::text[])
    on conflict (provider, notification_id) do update
      set handled_at = null, outcome = null, received_at = app_now(), attempts = 0, next_attempt_at = app_now()
      where not n.is_signed`.execute(app.db)
}

export interface ClaimedNotification {
  readonly id: string
  readonly topic: string
  readonly resourceId: string
  readonly collectorId: string | null
  readonly orderId: string | null
  readonly companyId: string | null
  /** This attempt's number, from 1. */
  readonly attempts: number
}

/** Takes up to `limit` open notifications whose turn it is for `forSeconds`; nobody else gets them meanwhile. */
export async function claimNotifications(
  app: App,
  { limit, forSeconds }: { limit: number; forSeconds: number },
): Promise<ClaimedNotification[]> {
  const { rows } = await sql<ClaimedNotification>`
    with claimed as (
      update provider_notifications n
         set attempts = n.attempts + 1, next_attempt_at = app_now() + make_interval(secs => ${forSeconds})
       where n.id = any (array(
               select d.id from provider_notifications d where d.handled_at is null and d.next_attempt_at <= app_now()
                order by d.next_attempt_at limit ${limit} for update skip locked))
      returning n.id, n.topic, n.resource_id, n.collector_id, n.order_public_id, n.attempts)
    select c.id, c.topic, c.resource_id as "resourceId", c.collector_id as "collectorId", o.id as "orderId",
           o.company_id as "companyId", c.attempts
      from claimed c left join lateral (select id, company_id from orders where public_id = c.order_public_id limit 1) o on true`.execute(
    app.db,
  )
  return rows
}

/** How an attempt ended: with an outcome, in fixed words, or to be tried again. */
export type NotificationEnd =
  | { readonly id: string; readonly attempts: number; readonly outcome: string }
  | { readonly id: string; readonly attempts: number; readonly againInSeconds: number }

/** Notes how attempts ended. A hint that came again meanwhile stays open. */
export async function endAttempts(app: App, ends: readonly NotificationEnd[]): Promise<void> {
  await sql`
    update provider_notifications n
       set outcome = e.outcome, handled_at = case when e.outcome is not null then app_now() end,
           next_attempt_at = app_now() + make_interval(secs => e.again)
      from unnest(
        ${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ attempts }) => attempts)}::int[],
        ${ends.map((end) => ('outcome' in end ? end.outcome : null))}::text[],
        ${ends.map((end) => ('outcome' in end ? 0 : end.againInSeconds))}::int[]) e (id, attempts, outcome, again)
     where n.id = e.id and n.attempts = e.attempts`.execute(app.db)
}

/**
 * Notifications of long ago serve nobody, nor do hints that were handled a day ago: anybody may send those. At most 10,000 a
 * call, so that what a flood left does not end at the statement's time-out.
 */
export async function deleteOldNotifications(app: App): Promise<void> {
  await sql`
    delete from provider_notifications where ctid in (
      select ctid from provider_notifications
       where received_at < app_now() - interval '90 days'
          or (not is_signed and handled_at is not null and received_at < app_now() - interval '1 day')
       limit 10000 for update skip locked)`.execute(app.db)
}
