/** Reads of companies' accounts at the provider. */
import { sql, type Expression, type RawBuilder } from 'kysely'
import type { PaymentAccountStatus } from '#contract/companies/companies-payment-account.ts'
import type { PaymentAccount } from '#server/adapters/payments/port.ts'
import type { App, Core } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { accountStatus, type Account } from './account.ts'

/** Label under which the vault keeps providers' tokens. */
export const TOKEN_LABEL = 'payment-account'

/**
 * Of a row of `payment_accounts`: whether the provider may still report what was paid there. A revoked or expired account is not read
 * until its owner connects it again; jobs that read whole accounts skip it.
 */
export const isReadable = sql<boolean>`coalesce(ended_because not in ('revoked', 'expired'), true)`

/** The account that the company sells through now, or null while it may not sell (rule R7.2). Never log it. */
export function findSellingAccount(app: Core, companyId: string): Promise<PaymentAccount | null> {
  return findBy(app, sql`companies_selling_account(${companyId}::uuid)`)
}

/** The one that collects for the company, also while its sales wait for refunds without balance (rule R14.7). Never log it. */
export function findCollectingAccount(app: Core, companyId: string): Promise<PaymentAccount | null> {
  return findBy(app, sql`companies_collecting_account(${companyId}::uuid)`)
}

async function findBy(app: Core, account: RawBuilder<unknown>): Promise<PaymentAccount | null> {
  const { rows } = await sql<{ collectorId: string; sealed: string }>`
    select collector_id as "collectorId", access_token_sealed as sealed from ${account}`.execute(app.db)
  return rows[0] ? open(app, rows[0]) : null
}

/**
 * The account that collected, whether it still sells or not: what was paid there is asked about and given back there. Null when
 * the company never had it, or its token was erased. Never log it.
 */
export async function findCollector(
  app: Core,
  { companyId, collectorId }: { companyId: string; collectorId: string },
): Promise<PaymentAccount | null> {
  const row = await app.db
    .selectFrom('payment_accounts')
    .select(['collector_id as collectorId', 'access_token_sealed as sealed'])
    .where('company_id', '=', companyId)
    .where('collector_id', '=', collectorId)
    .executeTakeFirst()
  return row?.sealed ? open(app, { ...row, sealed: row.sealed }) : null
}

function open(app: Core, { collectorId, sealed }: { collectorId: string; sealed: string }): PaymentAccount {
  return { collectorId, accessToken: app.vault.openText(TOKEN_LABEL, sealed) }
}

/** Whether a company's paid types may be on sale, and whether only refunds without balance prevent it. */
export const paidSales = {
  canSellPaid: (companyId: Expression<string>) =>
    sql<boolean>`exists (select from companies_selling_account(${companyId}))`,
  areSalesStopped: (companyId: Expression<string>) =>
    sql<boolean>`(exists (select from companies_collecting_account(${companyId}))
                  and not exists (select from companies_selling_account(${companyId})))`,
}

/** The same of one. */
export async function findPaidSales(app: Core, companyId: string) {
  const id = sql<string>`${companyId}::uuid`
  const { rows } = await sql<{ canSellPaid: boolean; areSalesStopped: boolean }>`
    select ${paidSales.canSellPaid(id)} as "canSellPaid", ${paidSales.areSalesStopped(id)} as "areSalesStopped"`.execute(
    app.db,
  )
  const [row] = rows
  if (!row) throw new Error('The database said nothing of a company')
  return row
}

/** Every account that the company ever connected. */
export async function listAccounts(app: Core, companyId: string): Promise<Account[]> {
  return app.db
    .selectFrom('payment_accounts')
    .select(['id', 'collector_id as collectorId', 'nickname', 'state', 'connected_at as connectedAt'])
    .select(['sells_from as sellsFrom', 'sells_until as sellsUntil', 'token_expires_at as tokenExpiresAt'])
    .select(['ended_at as endedAt', 'ended_because as endedBecause'])
    .where('company_id', '=', companyId)
    .orderBy('connected_at')
    .execute()
}

/** The status of the company's account, for its people and support. */
export async function getPaymentAccountStatus(
  app: App,
  actor: Actor,
  companyId: string,
): Promise<PaymentAccountStatus> {
  const accounts = await listAccounts(app, companyId)
  return accountStatus(accounts, {
    now: await databaseNow(app),
    ...(await findPaidSales(app, companyId)),
    awaitedOrders: await countAwaited(app, companyId),
    isConfigured: app.vendors.payments.isConfigured,
    isYours: actor.companyId === companyId && actor.companyRole === 'owner',
  })
}

/** Orders of a company for which the provider may be taking money, by the modules that know. */
export async function countAwaited(app: Core, companyId: string): Promise<number> {
  let count = 0
  for (const { hooks } of app.modules) count += (await hooks?.countAwaitedOrders?.(app.db, companyId)) ?? 0
  return count
}

/** The database's clock, by which it is decided what is over. */
export async function databaseNow(app: Core): Promise<string> {
  const { rows } = await sql<{ now: string }>`select app_now() as now`.execute(app.db)
  const [row] = rows
  if (!row) throw new Error('The database returned no time')
  return row.now
}

/** The person of a live session who owns the company; null when the session ended or they own it no more. */
export async function findOwnerOfSession(
  app: Core,
  { sessionId, companyId }: { sessionId: string; companyId: string },
): Promise<string | null> {
  const row = await app.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('company_members as m', 'm.user_id', 's.user_id')
    .select('s.user_id')
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<string>`app_now()`)
    .where('u.state', '=', 'active')
    .where('m.company_id', '=', companyId)
    .where('m.role', '=', 'owner')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** A company's name. */
export async function findCompanyName(app: Core, companyId: string): Promise<string> {
  const row = await app.db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  return row.name
}

/** The owners of a company, to be written to. */
export async function listOwners(app: Core, companyId: string) {
  return app.db
    .selectFrom('company_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select(['u.id', 'u.name', 'u.mail', 'c.name as companyName'])
    .where('m.company_id', '=', companyId)
    .where('m.role', '=', 'owner')
    .where('u.state', '=', 'active')
    .execute()
}
