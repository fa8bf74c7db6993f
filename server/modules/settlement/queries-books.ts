/** What the ledger says of payments, and which payments are to be compared. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'
import { isBack } from '#server/modules/ledger/queries.ts'
import { collectorOfPayment } from '#server/modules/payments/queries.ts'
import type { Moved } from './compare-settlement.ts'

/** One payment as the ledger has it. */
export interface Book {
  readonly providerPaymentId: string
  readonly orderPublicId: string
  readonly moved: Moved
  /** Of its last entry; null when it has none. */
  readonly lastEntryAt: string | null
}

/**
 * Payments that were told of, by their ids at the provider. Of money that bought nothing the platform's fee is not told:
 * nobody earned it, and all of it goes back. What the provider keeps of it is a fee like any other.
 */
export async function listBooks(app: Core, providerPaymentIds: readonly string[]): Promise<Book[]> {
  interface Row extends Omit<Book, 'moved'> {
    readonly charged: number
    readonly returned: number
    readonly platform: number
    readonly platformReturned: number
    readonly provider: number
    readonly boughtNothing: boolean
  }
  const { rows } = await sql<Row>`
    select p.provider_payment_id as "providerPaymentId", o.public_id as "orderPublicId", max(l.at) as "lastEntryAt",
           coalesce(sum(l.amount_cents) filter (where l.credit = 'buyers' and not ${isBack}), 0)::bigint as charged,
           coalesce(sum(case 'buyers' when l.debit then l.amount_cents when l.credit then -l.amount_cents end)
                      filter (where ${isBack}), 0)::bigint as returned,
           coalesce(sum(l.amount_cents) filter (where l.debit = 'platform' and not ${isBack}), 0)::bigint as platform,
           coalesce(sum(case 'platform' when l.credit then l.amount_cents when l.debit then -l.amount_cents end)
                      filter (where ${isBack}), 0)::bigint as "platformReturned",
           coalesce(sum(l.amount_cents) filter (where l.debit = 'provider'), 0)::bigint as provider,
           coalesce(bool_or(l.kind = 'unapplied'), not p.is_applied) as "boughtNothing"
      from payments p
      join orders o on o.id = p.order_id
      left join ledger_entries l on l.order_id = p.order_id and l.payment_id = p.id
     where p.provider = 'mercado_pago' and p.provider_payment_id = any (${providerPaymentIds}::text[])
     group by p.id, o.id`.execute(app.db)
  return rows.map(({ providerPaymentId, orderPublicId, lastEntryAt, charged, returned, boughtNothing, ...fees }) => ({
    providerPaymentId,
    orderPublicId,
    lastEntryAt,
    moved: {
      charged,
      returned,
      platform: boughtNothing ? null : fees.platform,
      platform_returned: boughtNothing ? null : fees.platformReturned,
      provider: fees.provider,
    },
  }))
}

/** A company's account at the provider. */
interface Account {
  readonly companyId: string
  readonly collectorId: string
}

/** Of these references those of orders that this account collects for. What its owner sells elsewhere is none of ours. */
export async function findOwnReferences(
  app: App,
  { companyId, collectorId }: Account,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ publicId: string }>`
    select o.public_id as "publicId" from orders o
     where o.public_id = any (${references}::text[]) and o.company_id = ${companyId}
       and exists (select from provider_checkouts k where k.order_id = o.id and k.collector_id = ${collectorId})`.execute(
    app.db,
  )
  return new Set(rows.map(({ publicId }) => publicId))
}

/** Payments of an account of which the ledger moved something since, or whose difference is open: by their ids at the provider. */
export async function listMoved(app: App, { companyId, collectorId }: Account, since: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.provider_payment_id as id from payments p
     where p.id in (select l.payment_id from ledger_entries l where l.company_id = ${companyId} and l.at >= ${since})
       and ${collectorOfPayment} = ${collectorId}
     union
    select d.provider_payment_id from settlement_differences d
     where d.company_id = ${companyId} and d.collector_id = ${collectorId} and d.closed_at is null`.execute(app.db)
  return rows.map(({ id }) => id)
}

/** Accounts that can be asked, of every company, by its name. */
export async function listAccounts(app: App): Promise<(Account & { readonly companyName: string })[]> {
  const { rows } = await sql<Account & { companyName: string }>`
    select a.company_id as "companyId", a.collector_id as "collectorId", c.name as "companyName"
      from payment_accounts a join companies c on c.id = a.company_id
     where a.access_token_sealed is not null order by c.name, a.connected_at`.execute(app.db)
  return rows
}
