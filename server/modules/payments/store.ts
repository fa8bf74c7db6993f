/** The only SQL that writes payments, checkouts at the provider and its notifications. */
import { sql, type RawBuilder } from 'kysely'
import type { Notification, ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
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
export async function lockPayment(app: App, providerPaymentId: string): Promise<StoredPayment | undefined> {
  return app.db
    .selectFrom('payments')
    .select(columns)
    .where('provider', '=', 'mercado_pago')
    .where('provider_payment_id', '=', providerPaymentId)
    .forUpdate()
    .executeTakeFirst()
}

function told(payment: ProviderPayment) {
  return {
    status: payment.status,
    status_detail: payment.statusDetail,
    method: payment.paymentMethod,
    approved_at: payment.approvedAt,
    last_updated_at: payment.lastUpdatedAt,
    ...(payment.feeCents === null ? {} : { provider_fee_cents: payment.feeCents }),
  }
}

/** Adds a payment that is told for the first time. A payment id is one row (invariant M3). */
export async function insertPayment(app: App, orderId: string, payment: ProviderPayment): Promise<StoredPayment> {
  return app.db
    .insertInto('payments')
    .values({
      id: newId(),
      order_id: orderId,
      provider_payment_id: payment.id,
      amount_cents: payment.amountCents,
      currency: payment.currency,
      ...told(payment),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function updatePayment(app: App, id: string, payment: ProviderPayment): Promise<void> {
  await app.db.updateTable('payments').set(told(payment)).where('id', '=', id).execute()
}

/** Marks the one payment that paid its order; a second one breaks the unique index. */
export async function setApplied(app: App, id: string): Promise<void> {
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
  readonly told: ProviderPayment
}

/** Adds payments that are told for the first time and have each paid their order. */
export function insertApplied(payments: readonly NewPayment[]): RawBuilder<unknown> {
  const rows = payments.map(({ id, orderId, told: payment }) => ({
    id,
    order_id: orderId,
    provider_payment_id: payment.id,
    amount_cents: payment.amountCents,
    currency: payment.currency,
    ...told(payment),
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

export async function addRefunded(app: App, id: string, amountCents: number): Promise<void> {
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
export async function insertCheckout(app: App, checkout: NewCheckout): Promise<void> {
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

/**
 * Keeps a notification and gives its id, or null when it came before. A hint that anybody may have sent never stands in
 * the way of a signed notification: it has a name of its own, and coming again opens it again.
 */
export async function insertNotification(app: App, received: ReceivedNotification): Promise<string | null> {
  const { isSigned, topic, resourceId, orderPublicId } = received
  const row = await app.db
    .insertInto('provider_notifications')
    .values({
      id: newId(),
      notification_id: isSigned ? received.notificationId : `hint ${topic} ${resourceId} ${orderPublicId ?? ''}`,
      topic,
      resource_id: resourceId,
      order_public_id: orderPublicId,
      is_signed: isSigned,
      collector_id: received.collectorId,
    })
    .onConflict((conflict) => {
      const target = conflict.columns(['provider', 'notification_id'])
      return isSigned
        ? target.doNothing()
        : target.doUpdateSet({ handled_at: null, outcome: null, received_at: sql`app_now()` })
    })
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function setHandled(app: App, id: string, outcome: string): Promise<void> {
  await app.db
    .updateTable('provider_notifications')
    .set({ handled_at: sql`app_now()`, outcome })
    .where('id', '=', id)
    .execute()
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
