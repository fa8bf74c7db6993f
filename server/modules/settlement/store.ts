/** The only SQL that writes what was compared with the provider, and what did not agree. */
import { sql } from 'kysely'
import { PROVIDER_REFUND_DAYS } from '#server/adapters/payments/port.ts'
import type { Tx } from '#server/context.ts'
import { advanceSweep, type AccountSweep, type SweptAccount } from '#server/modules/payments/sweep-accounts.ts'
import type { Difference } from './compare-settlement.ts'

/** An account is compared so often, and sooner while something does not agree. */
const EVERY_SECONDS = 24 * 3600
const OPEN_EVERY_SECONDS = 3600

/** Compares each account with the ledger. */
export const settlementSweep: AccountSweep = {
  table: 'settlement_checks',
  cursor: 'checked_until',
  // From the first that an account can have sold.
  begin: sql`greatest(a.connected_at - interval '1 day', app_now() - make_interval(days => ${PROVIDER_REFUND_DAYS}))`,
  // A rush of payments goes first, but not for longer.
  putOffSeconds: 6 * 3600,
  pause: { seconds: 60, growth: 2, longestSeconds: 6 * 3600 },
}

/** One payment that was compared. */
export interface Compared {
  readonly providerPaymentId: string
  readonly orderPublicId: string
  readonly differences: readonly Difference[]
}

/** Records each figure that differs once, closes those that agree again, and advances the account's cursor. */
export async function settleCheck(
  app: Tx,
  held: SweptAccount,
  compared: readonly Compared[],
  { until, isWhole, unread }: { until: string; isWhole: boolean; unread: number },
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
  const seconds = sql`case when ${!isWhole}::boolean then 0
    when exists (select from settlement_differences d
                  where d.company_id = ${companyId} and d.collector_id = ${collectorId} and d.closed_at is null)
    then ${OPEN_EVERY_SECONDS}::int else ${EVERY_SECONDS}::int end`
  // What could not be read was not compared, so the account is not said to agree.
  if (isWhole && unread === 0) {
    await sql`update settlement_checks set checked_at = app_now()
      where account_id = ${held.key} and leased_by = ${held.leasedBy}`.execute(app.db)
  }
  await advanceSweep(app, settlementSweep, held, { until, seconds })
}
