/** The only SQL that writes payments, checkouts at the provider and its notifications. */
import { sql, type RawBuilder } from 'kysely'
import type { Notification, ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App, Core } from '#server/context.ts'
import { insertNew, updateRows } from '#server/db/rows.ts'
import { claim, type Claim, type ClaimedBy, type HeldLease, type Lease } from '#server/jobs/lease.ts'
import { newId } from '#server/shared/ids.ts'
import { CHECKOUT_MARGIN_SECONDS } from './payment.ts'
import type { AccountSweep } from './sweep-accounts.ts'

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

/** Until the provider is first asked how a checkout went. */
const FIRST_CHECK_SECONDS = 20
/** So many checks have doubled that to about a day. */
const CHECKS_OF_A_DAY = 12

const storedPayment = sql<StoredPayment>`payments_stored_payment(payments)`.as('payment')

/** The row of a provider's payment, locked; the caller has locked its order. */
export async function lockPayment(app: Core, providerPaymentId: string): Promise<StoredPayment | undefined> {
  const row = await app.db
    .selectFrom('payments')
    .select(storedPayment)
    .where('provider', '=', 'mercado_pago')
    .where('provider_payment_id', '=', providerPaymentId)
    .forUpdate()
    .executeTakeFirst()
  return row?.payment
}

function reportedColumns(payment: ProviderPayment) {
  return {
    status: payment.status,
    status_detail: payment.statusDetail,
    method: payment.paymentMethod,
    approved_at: payment.approvedAt,
    last_updated_at: payment.lastUpdatedAt,
    ...(payment.feeCents === null ? {} : { provider_fee_cents: payment.feeCents }),
    ...(payment.releasesAt === null ? {} : { releases_at: payment.releasesAt }),
  }
}

/** Adds a payment that the provider reports for the first time. A payment id is one row (invariant M3). */
export async function insertPayment(app: Core, orderId: string, payment: ProviderPayment): Promise<StoredPayment> {
  const { payment: stored } = await app.db
    .insertInto('payments')
    .values({
      id: newId(),
      order_id: orderId,
      provider_payment_id: payment.id,
      amount_cents: payment.amountCents,
      currency: payment.currency,
      collector_id: payment.collectorId,
      ...reportedColumns(payment),
    })
    .returning(storedPayment)
    .executeTakeFirstOrThrow()
  return stored
}

export async function updatePayment(app: Core, id: string, payment: ProviderPayment): Promise<void> {
  await app.db.updateTable('payments').set(reportedColumns(payment)).where('id', '=', id).execute()
}

/** This payment paid its order. Only one can: a second breaks a unique index. */
export async function markApplied(app: Core, id: string): Promise<void> {
  const { order_id } = await app.db
    .updateTable('payments')
    .set({ is_applied: true })
    .where('id', '=', id)
    .returning('order_id')
    .executeTakeFirstOrThrow()
  await slowDownChecks([order_id]).execute(app.db)
}

/** Checks paid orders' checkouts about once a day from now on. */
export function slowDownChecks(orderIds: readonly string[]): RawBuilder<unknown> {
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
    collector_id: payment.collectorId,
    ...reportedColumns(payment),
  }))
  return sql`
    insert into payments (id, order_id, provider_payment_id, amount_cents, currency, collector_id, status, status_detail, method,
                          approved_at, last_updated_at, provider_fee_cents, releases_at, is_applied)
    select p.id, p.order_id, p.provider_payment_id, p.amount_cents, p.currency, p.collector_id, p.status, p.status_detail, p.method,
           p.approved_at, p.last_updated_at, coalesce(p.provider_fee_cents, 0), p.releases_at, true
      from json_to_recordset(${JSON.stringify(rows)}::json) p (
             id uuid, order_id uuid, provider_payment_id text, amount_cents bigint, currency text, collector_id text, status text,
             status_detail text, method text, approved_at timestamptz, last_updated_at timestamptz, provider_fee_cents bigint,
             releases_at timestamptz)`
}

/** Adds to what has returned of a payment, or takes from it. More than it was breaks a check (invariant M6). */
export async function recordRefunded(app: Core, id: string, amountCents: number): Promise<void> {
  await updateRows(app.db, 'payments', { id }, { refundedCents: sql`refunded_cents + ${amountCents}` })
}

export interface NewCheckout {
  readonly orderId: string
  readonly attempt: number
  readonly providerCheckoutId: string
  readonly url: string
  readonly collectorId: string
  readonly expiresAt: string
}

/**
 * Keeps a checkout; call it in the transaction that moves its order. A twin that made the same attempt at the same moment got
 * the same one, whose row stays as it is. Earlier attempts are looked after by this one.
 */
export async function keepCheckout(app: Core, checkout: NewCheckout): Promise<void> {
  await app.db
    .updateTable('provider_checkouts')
    .set({ next_check_at: null })
    .where('order_id', '=', checkout.orderId)
    .where('attempt', '<', checkout.attempt)
    .execute()
  await insertNew(app.db, 'provider_checkouts', {
    ...checkout,
    nextCheckAt: sql`app_now() + make_interval(secs => ${FIRST_CHECK_SECONDS})`,
  })
}

/**
 * An order whose provider is to be asked has its next question when it is taken: after twice the last pause, up to a week, and
 * once right when its hold ends, because its places wait for the answer. Nothing needs to be settled, so a process that dies
 * only delays it. A payment may be approved days after its order ended, and charged back weeks later: it is asked about for 120 days.
 */
const holdEnds = sql`expires_at + make_interval(secs => ${CHECKOUT_MARGIN_SECONDS})`
/**
 * The longest pause of an unpaid order before and during its event: half of the time until the start, but at least half an hour. An
 * empty search proves nothing, and a payment that is found after the event buys nothing.
 */
const pauseBeforeEvent = sql`(
  select greatest((e.starts_at - app_now()) / 2, interval '30 minutes') from orders o join events e on e.id = o.event_id
   where o.id = provider_checkouts.order_id
     and not exists (select from payments p where p.order_id = o.id and p.is_applied)
     and e.starts_at is not null and not is_event_expired(e.starts_at, e.ends_at))`
const checkLease: Lease<'provider_checkouts'> = {
  table: 'provider_checkouts',
  key: 'order_id',
  isOpen: sql`next_check_at is not null`,
  until: sql`
    case when created_at < app_now() - interval '120 days' then null
         else least(app_now() + least(interval '7 days', make_interval(secs => ${FIRST_CHECK_SECONDS} * 2.0 ^ least(checks, 30)),
                                      ${pauseBeforeEvent}),
                    case when ${holdEnds} > app_now() then ${holdEnds} end) end`,
  columns: { at: 'next_check_at', attempts: 'checks' },
}

/** Takes up to `limit` orders whose provider is to be asked now; each is asked again, later each time. */
export async function claimChecks(app: App, limit: number): Promise<string[]> {
  return (await claim(app.db, checkLease, { limit })).map(({ key }) => key)
}

/** The provider took back or never heard of what was to be closed: nothing more to do. */
export async function markClosed(app: App, orderId: string, attempt: number): Promise<void> {
  await sql`update provider_checkouts set closed_at = app_now() where order_id = ${orderId} and attempt = ${attempt}`.execute(
    app.db,
  )
}

/** An account is searched this often (rule R10.4). */
export const SEARCH_EVERY_SECONDS = 120

/** Searches each account for payments that no notification reported. */
export const paymentSearch: AccountSweep = {
  table: 'collector_searches',
  cursor: 'searched_until',
  // Covers sales before an account's first search: longer than a cash voucher stays payable.
  begin: sql`app_now() - interval '4 days'`,
  // Payments lost in a rush are found within five minutes (rule R10.4).
  putOffSeconds: 90,
  // After an outage of the provider, what was lost in it is found as soon as ever.
  pause: { seconds: 30, growth: 2, longestSeconds: SEARCH_EVERY_SECONDS },
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
 * Stores notifications, one row per name. A known one stays as it is, but a repeated hint is opened again, so it never blocks
 * a signed one. While a hint is being handled, or waits for its next turn, it only loses its claim, so that it is handled
 * once more: repeating it does not cause more calls to the provider.
 */
export async function insertNotifications(app: App, received: readonly ReceivedNotification[]): Promise<void> {
  await sql`
    insert into provider_notifications as n (id, notification_id, topic, resource_id, order_public_id, is_signed, collector_id)
    select * from unnest(
      ${received.map(() => newId())}::uuid[], ${received.map(nameOf)}::text[], ${received.map(({ topic }) => topic)}::text[],
      ${received.map(({ resourceId }) => resourceId)}::text[], ${received.map(({ orderPublicId }) => orderPublicId)}::text[],
      ${received.map(({ isSigned }) => isSigned)}::boolean[], ${received.map(({ collectorId }) => collectorId)}::text[])
    on conflict (provider, notification_id) do update
      set handled_at = null, outcome = null, leased_by = null, received_at = app_now(),
          attempts = case when n.handled_at is null then n.attempts else 0 end,
          next_attempt_at = case when n.handled_at is null then n.next_attempt_at else app_now() end
      where not n.is_signed`.execute(app.db)
}

/** Some four hours of turns; the reconciler finds payments in any case. */
export const notificationLease: HeldLease<'provider_notifications'> = {
  table: 'provider_notifications',
  key: 'id',
  isOpen: sql`handled_at is null`,
  until: 30,
  pause: { seconds: 2, growth: 2, longestSeconds: 3600 },
  most: { attempts: 13, givenUp: { handled_at: sql`app_now()`, outcome: 'given_up' } },
}

export function claimNotifications(app: App, limit: number) {
  return claim(app.db, notificationLease, {
    limit,
    read: {
      topic: 'topic',
      resourceId: 'resource_id',
      collectorId: 'collector_id',
      isSigned: 'is_signed',
      orderPublicId: 'order_public_id',
      orderId: sql<string | null>`o.id`,
      companyId: sql<string | null>`o.company_id`,
      /** The collector of the order's last checkout. */
      orderCollectorId: sql<string | null>`(
        select k.collector_id from provider_checkouts k where k.order_id = o.id order by k.attempt desc limit 1)`,
    },
    join: sql`left join lateral (
      select id, company_id from orders where public_id = provider_notifications.order_public_id limit 1) o on true`,
  })
}
export type ClaimedNotification = ClaimedBy<typeof claimNotifications>

/** A notification and what became of it, in fixed words. */
export type HandledNotification = readonly [claimed: Claim, outcome: string]

/** Settles many. A hint that came again meanwhile stays open. Without the list of ids all rows would be read on a busy day. */
export async function completeNotifications(app: App, handled: readonly HandledNotification[]): Promise<void> {
  const ids = handled.map(([claimed]) => claimed.key)
  await sql`
    update provider_notifications n set outcome = e.outcome, handled_at = app_now(), leased_by = null, last_error = null
      from unnest(
        ${ids}::uuid[], ${handled.map(([claimed]) => claimed.leasedBy)}::uuid[],
        ${handled.map(([, outcome]) => outcome)}::text[]) e (id, leased_by, outcome)
     where n.id = any (${ids}::uuid[]) and n.id = e.id and n.leased_by = e.leased_by`.execute(app.db)
}

/**
 * Removes old notifications, and hints that were handled a day ago, because anyone may send hints. At most 10,000 a
 * call, so that the rows of a flood do not exceed the statement time-out.
 */
export async function forgetNotifications(app: App): Promise<void> {
  await sql`
    delete from provider_notifications where ctid in (
      select ctid from provider_notifications
       where received_at < app_now() - interval '90 days'
          or (not is_signed and handled_at is not null and received_at < app_now() - interval '1 day')
       limit 10000 for update skip locked)`.execute(app.db)
}
