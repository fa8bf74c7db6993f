/** Reads what the ledger says of payments, and which payments are compared. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'
import { held, isBack } from '#server/modules/ledger/queries.ts'
import { collectorOfPayment } from '#server/modules/payments/queries.ts'
import type { PaymentFigures } from './compare-settlement.ts'

/** A payment as the ledger has it. */
export interface LedgerFigures {
  readonly providerPaymentId: string
  readonly orderPublicId: string
  readonly figures: PaymentFigures
  /** Null when the payment has no entry. */
  readonly lastEntryAt: string | null
}

/**
 * Finds payments by the provider's ids. The platform's fee of a payment that bought nothing is not compared: it is not earned and
 * all of it goes back. What the provider keeps of it is a fee like any other.
 */
export async function listLedgerFigures(app: Core, providerPaymentIds: readonly string[]): Promise<LedgerFigures[]> {
  interface Row extends Omit<LedgerFigures, 'figures'>, PaymentFigures {
    readonly boughtNothing: boolean
  }
  const { rows } = await sql<Row>`
    select p.provider_payment_id as "providerPaymentId", o.public_id as "orderPublicId", max(l.at) as "lastEntryAt",
           -${held('buyers', isSold)} as charged, ${held('buyers', isBack)} as returned,
           ${held('platform', isSold)} as platform, -${held('platform', isBack)} as platform_returned,
           ${held('provider')} as provider, coalesce(bool_or(l.kind = 'unapplied'), not p.is_applied) as "boughtNothing"
      from payments p
      join orders o on o.id = p.order_id
      left join ledger_entries l on l.order_id = p.order_id and l.payment_id = p.id
     where p.provider = 'mercado_pago' and p.provider_payment_id = any (${providerPaymentIds}::text[])
     group by p.id, o.id`.execute(app.db)
  return rows.map(({ providerPaymentId, orderPublicId, lastEntryAt, boughtNothing, ...figures }) => ({
    providerPaymentId,
    orderPublicId,
    lastEntryAt,
    figures: boughtNothing ? { ...figures, platform: null, platform_returned: null } : figures,
  }))
}

const isSold = sql`not ${isBack}`

/** A company's account at the provider. */
interface Account {
  readonly companyId: string
  readonly collectorId: string
}

/** Returns the references of orders that this account collects for; the account's owner may sell elsewhere too. */
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

/** The provider's ids of an account's payments with a ledger entry since then or an open difference. */
export async function listChangedPayments(
  app: App,
  { companyId, collectorId }: Account,
  since: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.provider_payment_id as id from payments p
     where p.id in (select l.payment_id from ledger_entries l where l.company_id = ${companyId} and l.at >= ${since})
       and ${collectorOfPayment} = ${collectorId}
     union
    select d.provider_payment_id from settlement_differences d
     where d.company_id = ${companyId} and d.collector_id = ${collectorId} and d.closed_at is null`.execute(app.db)
  return rows.map(({ id }) => id)
}

/** Every company's accounts that can be read, by the company's name. */
export async function listAccounts(app: App): Promise<(Account & { readonly companyName: string })[]> {
  const { rows } = await sql<Account & { companyName: string }>`
    select a.company_id as "companyId", a.collector_id as "collectorId", c.name as "companyName"
      from payment_accounts a join companies c on c.id = a.company_id
     where a.access_token_sealed is not null order by c.name, a.connected_at`.execute(app.db)
  return rows
}
