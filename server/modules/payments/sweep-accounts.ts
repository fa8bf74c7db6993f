/** Reads what changed at every payment account, page by page. Each sweep keeps a leased row with a cursor for each account. */
import { sql, type RawBuilder } from 'kysely'
import type { ChangedPayments, PaymentAccount } from '#server/adapters/payments/port.ts'
import type { App, Core } from '#server/context.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { claim, inSeconds, requeue, type Claim, type HeldLease } from '#server/jobs/lease.ts'
import { findCollector, isReadable } from '#server/modules/companies/payment-account/queries.ts'
import { addSeconds, isBefore } from '#server/shared/clock.ts'
import { notificationsWait } from './queries.ts'

/** The provider's search and its clock may lag this much, so each read begins this long before the cursor. */
const OVERLAP_SECONDS = 300
/** Once a day everything since two days ago is read again: a search that lagged longer was empty, and that proved nothing. */
const LOOK_BACK = sql`interval '2 days'`
const isLookingBack = sql`looked_back_at <= app_now() - interval '1 day'`

type SweepTable = 'collector_searches' | 'settlement_checks'

export interface AccountSweep {
  readonly table: SweepTable
  /** The column of the cursor. */
  readonly cursor: 'searched_until' | 'checked_until'
  /** First cursor of a new account (alias `a`). */
  readonly begin: RawBuilder<unknown>
  /** A rush of payments delays an account by no more than this. */
  readonly putOffSeconds: number
  readonly pause: HeldLease<SweepTable>['pause']
}

export interface SweptAccount extends Claim {
  readonly companyId: string
  readonly collectorId: string
  readonly cursor: string
  readonly now: string
}

const leaseOf = ({ table, pause }: AccountSweep): HeldLease<SweepTable> => ({
  table,
  key: 'account_id',
  isOpen: sql`true`,
  until: 60,
  pause,
})

/**
 * Handles every account that is due; `handle` ends with `advanceSweep`. `ProviderUnavailable` postpones the account. One whose token was
 * erased is dropped; one that the provider revoked waits until it is connected again and goes on from its cursor.
 */
export async function sweepAccounts(
  app: App,
  sweep: AccountSweep,
  work: {
    readonly atOnce: number
    readonly stopping?: AbortSignal | undefined
    readonly handle: (account: PaymentAccount, swept: SweptAccount) => Promise<unknown>
  },
): Promise<void> {
  if (!app.vendors.payments.isConfigured) return
  await drainLeases(app, leaseOf(sweep), {
    ...work,
    claim: (limit) => claimAccounts(app, sweep, limit),
    async handle(swept) {
      const account = await findCollector(app, swept)
      if (account) return work.handle(account, swept)
      await sql`delete from ${sql.table(sweep.table)} where account_id = ${swept.key}`.execute(app.db)
    },
  })
}

/** Claims due accounts; new ones are added first. */
async function claimAccounts(app: App, sweep: AccountSweep, limit: number): Promise<SweptAccount[]> {
  const { table, cursor, begin, putOffSeconds } = sweep
  await sql`
    insert into ${sql.table(table)} (account_id, company_id, collector_id, ${sql.ref(cursor)})
    select a.id, a.company_id, a.collector_id, ${begin}
      from payment_accounts a
     where a.access_token_sealed is not null and not exists (select from ${sql.table(table)} s where s.account_id = a.id)
        on conflict do nothing`.execute(app.db)
  return claim(app.db, leaseOf(sweep), {
    limit,
    set: {
      [cursor]: sql`case when ${isLookingBack} then least(${sql.ref(cursor)}, app_now() - ${LOOK_BACK}) else ${sql.ref(cursor)} end`,
      looked_back_at: sql`case when ${isLookingBack} then app_now() else looked_back_at end`,
    },
    where: sql`(not ${notificationsWait} or next_attempt_at < app_now() - make_interval(secs => ${putOffSeconds}))
               and exists (select from payment_accounts a where a.id = account_id and ${isReadable})`,
    read: {
      companyId: 'company_id',
      collectorId: 'collector_id',
      cursor: sql<string>`${sql.ref(cursor)}`,
      now: sql<string>`app_now()`,
    },
  })
}

/** Ends an account's turn: its cursor advances, and it is due again in `seconds`. */
export async function advanceSweep(
  app: Pick<Core, 'db'>,
  sweep: AccountSweep,
  swept: SweptAccount,
  { until, seconds }: { readonly until: string; readonly seconds: number | RawBuilder<unknown> },
): Promise<void> {
  const cursor = { [sweep.cursor]: sql`greatest(${sql.ref(sweep.cursor)}, ${until}::timestamptz)` }
  await requeue(app.db, leaseOf(sweep), swept, { at: inSeconds(seconds), ...cursor })
}

export interface ChangedPage extends Omit<ChangedPayments, 'lastChangeAt'> {
  readonly since: string
  /** The cursor after this page. */
  readonly until: string
}

/** Reads the page of payments that changed since the cursor. Throws `ProviderUnavailable`. */
export async function readChanged(
  app: App,
  account: PaymentAccount,
  { cursor, now }: Pick<SweptAccount, 'cursor' | 'now'>,
): Promise<ChangedPage> {
  const since = addSeconds(cursor, -OVERLAP_SECONDS)
  const { lastChangeAt, ...page } = await app.vendors.payments.listChanged(account, since)
  return { ...page, since, until: page.isWhole ? now : nextCursor(cursor, lastChangeAt) }
}

/** The cursor after a page that is not the last: at its last change, and at least a second further. */
function nextCursor(cursor: string, lastChangeAt: string | null): string {
  const least = addSeconds(cursor, 1)
  const reached = lastChangeAt === null ? least : addSeconds(lastChangeAt, OVERLAP_SECONDS)
  return isBefore(reached, least) ? least : reached
}
