/** The only SQL that writes companies' accounts at the provider, and the ways there and back. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { insertRow, updateRows } from '#server/db/rows.ts'
import { claim, type Claim, type ClaimedBy, type HeldLease } from '#server/jobs/lease.ts'
import { newId } from '#server/shared/ids.ts'

export interface AccountRequest {
  readonly stateHash: Buffer
  readonly browserHash: Buffer
  readonly sessionId: string
  readonly companyId: string
  readonly verifierSealed: string
}

export async function insertRequest(
  app: Core,
  { expiresInSeconds, ...request }: AccountRequest & { expiresInSeconds: number },
): Promise<void> {
  const expiresAt = sql`app_now() + make_interval(secs => ${expiresInSeconds})`
  await insertRow(app.db, 'payment_account_requests', { ...request, expiresAt })
}

/** Takes a request away, so that it is spent once; of another browser it stays. */
export async function takeRequest(
  app: Core,
  { stateHash, browserHash }: Pick<AccountRequest, 'stateHash' | 'browserHash'>,
): Promise<Omit<AccountRequest, 'stateHash' | 'browserHash'> | null> {
  const row = await app.db
    .deleteFrom('payment_account_requests')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', sql<string>`app_now()`)
    .returning(['session_id as sessionId', 'company_id as companyId', 'verifier_sealed as verifierSealed'])
    .executeTakeFirst()
  return row ?? null
}

export async function forgetRequests(app: Core): Promise<void> {
  await sql`delete from payment_account_requests where expires_at < app_now()`.execute(app.db)
}

/** Serializes changes of a company's accounts. Call it in a transaction. */
export async function lockCompany(app: Core, companyId: string): Promise<void> {
  await app.db.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute()
}

export interface SealedTokens {
  readonly accessTokenSealed: string
  readonly refreshTokenSealed: string
  readonly expiresInSeconds: number
  /** Until a new one is asked for. */
  readonly refreshInSeconds: number
}

export interface ConnectedAccount extends SealedTokens {
  readonly companyId: string
  readonly collectorId: string
  readonly nickname: string | null
  readonly sellsFrom: string
  readonly connectedBy: string | null
}

const inSeconds = (seconds: number) => sql<string>`app_now() + make_interval(secs => ${seconds})`

const tokenColumns = (tokens: SealedTokens) => ({
  access_token_sealed: tokens.accessTokenSealed,
  refresh_token_sealed: tokens.refreshTokenSealed,
  token_expires_at: inSeconds(tokens.expiresInSeconds),
  refresh_at: inSeconds(tokens.refreshInSeconds),
  warned_at: null,
  last_error: null,
})

/** Keeps an account that was just authorized, or was once and is again. */
export async function upsertAccount(app: Core, account: ConnectedAccount): Promise<void> {
  const values = {
    ...tokenColumns(account),
    state: 'connected',
    nickname: account.nickname,
    connected_at: sql<string>`app_now()`,
    connected_by: account.connectedBy,
    sells_from: account.sellsFrom,
    sells_until: null,
    ended_at: null,
    ended_because: null,
    next_attempt_at: sql<string>`app_now()`,
    attempts: 0,
    leased_by: null,
  }
  await app.db
    .insertInto('payment_accounts')
    .values({ id: newId(), company_id: account.companyId, collector_id: account.collectorId, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'collector_id']).doUpdateSet(values))
    .execute()
}

/** Says until when an account sells; null when nothing takes its place. */
export async function setSellsUntil(app: Core, id: string, sellsUntil: string | null): Promise<void> {
  await app.db.updateTable('payment_accounts').set({ sells_until: sellsUntil }).where('id', '=', id).execute()
}

export type EndReason = 'disconnected' | 'revoked' | 'expired' | 'replaced'

/**
 * It sells no more; its tokens stay, for what it sold. False when it had ended before, or when it is not `heldBy` this claim any more:
 * what was found out about it may be about tokens that it has no longer.
 */
export async function markEnded(app: Core, id: string, because: EndReason, heldBy?: Claim): Promise<boolean> {
  const ended = await app.db
    .updateTable('payment_accounts')
    .set({
      state: 'disconnected',
      ended_at: sql`app_now()`,
      ended_because: because,
      sells_until: sql`least(coalesce(sells_until, app_now()), app_now())`,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$if(heldBy !== undefined, (query) => query.where('leased_by', '=', heldBy?.leasedBy ?? null))
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Records that the provider no longer reports the sales of an ended account; false when another worker holds it. */
export async function markLost(app: Core, { key, leasedBy }: Claim, because: 'revoked' | 'expired'): Promise<boolean> {
  const lost = await app.db
    .updateTable('payment_accounts')
    .set({ ended_because: because })
    .where('id', '=', key)
    .where('leased_by', '=', leasedBy)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  return lost.numUpdatedRows > 0n
}

/**
 * An account is looked after: once a day, when its token is to be renewed, and soon after a hint that it ended. Connecting it
 * again takes it from the job that looks after it, whose answers are about the old tokens.
 */
export const careLease: HeldLease<'payment_accounts'> = {
  table: 'payment_accounts',
  key: 'id',
  isOpen: sql`access_token_sealed is not null`,
  until: 60,
  pause: { seconds: 60, growth: 2, longestSeconds: 6 * 3600 },
}

export function claimAccounts(app: Core, limit: number) {
  return claim(app.db, careLease, {
    limit,
    read: {
      companyId: 'company_id',
      collectorId: 'collector_id',
      accessTokenSealed: sql<string>`payment_accounts.access_token_sealed`, // open ones have one
      refreshTokenSealed: 'refresh_token_sealed',
      /** To the microsecond: each connection has its own. */
      connectedAt: sql<string>`payment_accounts.connected_at::text`,
      endedAt: 'ended_at',
      endedBecause: 'ended_because',
      sellsUntil: 'sells_until',
      refreshAt: 'refresh_at',
      tokenExpiresAt: 'token_expires_at',
      warnedAt: 'warned_at',
      now: sql<string>`app_now()`,
    },
  })
}
export type AccountInCare = ClaimedBy<typeof claimAccounts>

/**
 * Keeps the tokens that the provider gave in place of those before; false when its owner connected it again meanwhile, which brought
 * newer ones. Ignores the holder: the old tokens are spent.
 */
export async function renewTokens(
  app: Core,
  { key, connectedAt }: Pick<AccountInCare, 'key' | 'connectedAt'>,
  tokens: SealedTokens,
): Promise<boolean> {
  const renewed = await app.db
    .updateTable('payment_accounts')
    .set({ ...tokenColumns(tokens), state: sql`case when ended_at is null then 'connected' else state end` })
    .where('id', '=', key)
    .where('connected_at', '=', connectedAt)
    .executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

/** The provider gave no new token: it is asked again in a day. False when another worker holds it, or it was connected again. */
export async function markRefreshFailed(app: Core, { key, leasedBy }: Claim): Promise<boolean> {
  return updateRows(
    app.db,
    'payment_accounts',
    { id: key, leasedBy },
    {
      refreshAt: sql`app_now() + interval '1 day'`,
      state: sql`case when ended_at is null then 'refresh_failed' else state end`,
    },
  )
}

/** Records that its people were notified; false as above. */
export async function markWarned(app: Core, { key, leasedBy }: Claim): Promise<boolean> {
  return updateRows(app.db, 'payment_accounts', { id: key, leasedBy }, { warnedAt: sql`app_now()` })
}

/** Erases the tokens of an account whose sales can no longer be refunded. False when it was connected again. */
export async function eraseTokens(app: Core, { key, leasedBy }: Claim): Promise<boolean> {
  return updateRows(
    app.db,
    'payment_accounts',
    { id: key, leasedBy },
    { accessTokenSealed: null, refreshTokenSealed: null, tokenExpiresAt: null, refreshAt: null, leasedBy: null },
  )
}
