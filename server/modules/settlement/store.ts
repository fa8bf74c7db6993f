/** The only SQL that writes what was compared with the provider, and what did not agree. */
import { sql } from 'kysely'
import { PROVIDER_REFUND_DAYS } from '#server/adapters/payments/port.ts'
import type { App, Tx } from '#server/context.ts'
import { claim, complete, type Claim, type HeldLease } from '#server/jobs/lease.ts'
import { isReadable } from '#server/modules/companies/payment-account/queries.ts'
import { notificationsWait } from '#server/modules/payments/queries.ts'
import type { Difference } from './compare-settlement.ts'

/** An account is compared so often, and sooner while something does not agree. */
const EVERY_SECONDS = 24 * 3600
const OPEN_EVERY_SECONDS = 3600
/** A rush of payments goes first, but keeps it from being compared no longer. */
const PUT_OFF_SECONDS = 6 * 3600

export const settlementLease: HeldLease = {
  table: 'settlement_checks',
  key: 'account_id',
  isOpen: sql`true`,
  until: 60,
  pause: { seconds: 60, growth: 2, longestSeconds: 6 * 3600 },
}

export interface ClaimedCheck extends Claim {
  readonly companyId: string
  readonly collectorId: string
  readonly checkedUntil: string
  readonly now: string
}

/**
 * Takes accounts that are to be compared; new ones are among them, from the first that they can have sold. One that the provider took
 * back waits until it is connected again.
 */
export async function claimChecks(app: App, limit: number): Promise<ClaimedCheck[]> {
  await sql`
    insert into settlement_checks (account_id, company_id, collector_id, checked_until)
    select a.id, a.company_id, a.collector_id,
           greatest(a.connected_at - interval '1 day', app_now() - make_interval(days => ${PROVIDER_REFUND_DAYS}))
      from payment_accounts a
     where a.access_token_sealed is not null and not exists (select from settlement_checks s where s.account_id = a.id)
        on conflict do nothing`.execute(app.db)
  return claim(app.db, settlementLease, {
    limit,
    where: sql`(not ${notificationsWait} or next_attempt_at < app_now() - make_interval(secs => ${PUT_OFF_SECONDS}))
               and exists (select from payment_accounts a where a.id = account_id and ${isReadable})`,
    read: sql`, c.company_id as "companyId", c.collector_id as "collectorId", c.checked_until as "checkedUntil",
              app_now() as now`,
  })
}

/** An account whose token was erased cannot be asked any more. */
export async function forgetCheck(app: App, { key }: ClaimedCheck): Promise<void> {
  await sql`delete from settlement_checks where account_id = ${key}`.execute(app.db)
}

/** One payment that was compared. */
export interface Compared {
  readonly providerPaymentId: string
  readonly orderPublicId: string
  readonly differences: readonly Difference[]
}

/**
 * Keeps what does not agree of these payments, each figure once, and closes what agrees again; then lets go of the account, which
 * was compared until then.
 */
export async function settleCheck(
  app: Tx,
  held: ClaimedCheck,
  compared: readonly Compared[],
  { until, isWhole }: { until: string; isWhole: boolean },
): Promise<void> {
  const { companyId, collectorId } = held
  const found = compared.flatMap(({ differences, ...payment }) => differences.map((each) => ({ ...payment, ...each })))
  const [payments, whats] = [found.map(({ providerPaymentId }) => providerPaymentId), found.map(({ what }) => what)]
  await sql`
    update settlement_differences d set closed_at = app_now()
     where d.closed_at is null and d.provider_payment_id = any (${compared.map((each) => each.providerPaymentId)}::text[])
       and not exists (select from unnest(${payments}::text[], ${whats}::text[]) f (id, what)
                        where f.id = d.provider_payment_id and f.what = d.what)`.execute(app.db)
  await sql`
    insert into settlement_differences (company_id, collector_id, provider_payment_id, order_public_id, what, ledger_cents, provider_cents)
    select ${companyId}::uuid, ${collectorId}, * from unnest(
      ${payments}::text[], ${found.map(({ orderPublicId }) => orderPublicId)}::text[], ${whats}::text[],
      ${found.map(({ ledgerCents }) => ledgerCents)}::bigint[], ${found.map(({ providerCents }) => providerCents)}::bigint[])
        on conflict (provider_payment_id, what) where closed_at is null
        do update set ledger_cents = excluded.ledger_cents, provider_cents = excluded.provider_cents`.execute(app.db)
  const next = sql`case when ${!isWhole}::boolean then 0
    when exists (select from settlement_differences d
                  where d.company_id = ${companyId} and d.collector_id = ${collectorId} and d.closed_at is null)
    then ${OPEN_EVERY_SECONDS}::int else ${EVERY_SECONDS}::int end`
  await complete(
    app.db,
    settlementLease,
    held,
    sql`checked_until = greatest(checked_until, ${until}::timestamptz), attempts = 0, last_error = null,
        checked_at = case when ${isWhole}::boolean then app_now() else checked_at end,
        next_attempt_at = app_now() + make_interval(secs => ${next})`,
  )
}
