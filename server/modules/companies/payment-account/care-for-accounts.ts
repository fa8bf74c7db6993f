/** Periodic care of accounts: renews tokens in time and notices revocations by the provider. */
import { addHours } from '#contract/values/dates.ts'
import { PROVIDER_REFUND_DAYS } from '#server/adapters/payments/port.ts'
import { sql } from 'kysely'
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { inSeconds, requeue } from '#server/jobs/lease.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { isBefore, secondsBetween } from '#server/shared/clock.ts'
import { count } from '#server/shared/counts.ts'
import { sealTokens } from './connect-account.ts'
import { endAccount } from './end-account.ts'
import { notifyAccount } from './notify-account.ts'
import { TOKEN_LABEL } from './queries.ts'
import {
  careLease,
  claimAccounts,
  eraseTokens,
  forgetRequests,
  markLost,
  markRefreshFailed,
  markWarned,
  renewTokens,
  type AccountInCare,
} from './store.ts'

const AT_ONCE = 5
const DAY_SECONDS = 24 * 3600
/** How long before a token ends its people are notified again. */
const LAST_DAYS_SECONDS = 3 * DAY_SECONDS

/** Looks after every account whose time it is. The job `companies.care-for-accounts`. */
export async function careForAccounts(app: App, stopping?: AbortSignal): Promise<void> {
  await forgetRequests(app)
  await drainLeases(app, careLease, {
    atOnce: AT_ONCE,
    stopping,
    claim: (limit) => claimAccounts(app, limit),
    handle: (account) => careFor(app, account),
  })
}

/** Throws `ProviderUnavailable`, to be tried again later. */
async function careFor(app: App, account: AccountInCare): Promise<void> {
  const { companyId, collectorId, now } = account
  const isOver = (at: string | null) => at !== null && !isBefore(now, at)
  if (account.endedAt === null && isOver(account.sellsUntil)) {
    await inTransaction(app, (app) =>
      endAccount(app, SYSTEM, { companyId, collectorId, because: 'replaced', heldBy: account }),
    )
    return comeBack(app, account, 0)
  }
  if (account.endedAt !== null && (await isUseless(app, account, account.endedAt))) return erase(app, account)
  const isDead = account.endedBecause === 'revoked' || account.endedBecause === 'expired'
  if (!isDead && isOver(account.refreshAt)) await refresh(app, account)
  if (!isDead) await notice(app, account)
  await comeBack(app, account, DAY_SECONDS)
}

/** Asks for a new token. A refusal keeps the present one, which sells until it ends. */
async function refresh(app: App, account: AccountInCare): Promise<void> {
  const { companyId, collectorId, refreshTokenSealed } = account
  const result = refreshTokenSealed
    ? await app.vendors.payments.refreshToken(app.vault.openText(TOKEN_LABEL, refreshTokenSealed))
    : ({ state: 'refused', reason: 'no refresh token' } as const)
  if (result.state === 'granted' && result.collectorId === collectorId) {
    count('payment_accounts', { outcome: 'refreshed' })
    await inTransaction(app, async (app) => {
      if (!(await renewTokens(app, account, sealTokens(app, result)))) return
      await audit(app, SYSTEM, 'company.refresh_payment_account', ['company', companyId], { after: { collectorId } })
    })
    return
  }
  const reason = result.state === 'refused' ? result.reason : 'another account'
  if (!(await markRefreshFailed(app, account))) return
  count('payment_accounts', { outcome: 'refresh_failed' })
  app.log.error({ companyId, collectorId, reason }, 'the provider gave no new token for a payment account')
}

/**
 * Asks whose the token is. One that counts no more ends the account, or is recorded on one that ended before, which is no longer read;
 * a token that will end is notified, at first and in its last days.
 */
async function notice(app: App, account: AccountInCare): Promise<void> {
  const { companyId, collectorId, now, tokenExpiresAt } = account
  const known = await readAgain(app, account)
  if (!known) return
  const profile = await app.vendors.payments.fetchAccount(app.vault.openText(TOKEN_LABEL, known.accessTokenSealed))
  if (profile?.collectorId !== collectorId) {
    const because = tokenExpiresAt !== null && !isBefore(now, tokenExpiresAt) ? 'expired' : 'revoked'
    if (account.endedAt !== null) {
      const isLost = await markLost(app, account, because)
      if (isLost) app.log.warn({ companyId, collectorId, because }, 'what a payment account sold can be read no more')
      return
    }
    const isEnded = await inTransaction(app, async (app) => {
      if (!(await endAccount(app, SYSTEM, { companyId, collectorId, because, heldBy: account }))) return false
      await notifyAccount(app, companyId, { what: because })
      return true
    })
    if (!isEnded) return
    count('payment_accounts', { outcome: because })
    app.log.error({ companyId, collectorId, because }, 'a payment account can collect no more')
    return
  }
  if (known.state !== 'refresh_failed' || known.tokenExpiresAt === null) return
  const left = secondsBetween(now, known.tokenExpiresAt)
  const warnedWithLeft = known.warnedAt === null ? Infinity : secondsBetween(known.warnedAt, known.tokenExpiresAt)
  if (warnedWithLeft !== Infinity && !(left <= LAST_DAYS_SECONDS && warnedWithLeft > LAST_DAYS_SECONDS)) return
  const endsAt = known.tokenExpiresAt
  await inTransaction(app, async (app) => {
    if (!(await markWarned(app, account))) return
    await notifyAccount(app, companyId, { what: 'expiring', endsAt })
  })
}

/** As it is after a refresh. */
async function readAgain(app: App, { key }: AccountInCare) {
  const row = await app.db
    .selectFrom('payment_accounts')
    .select(['state', 'access_token_sealed as accessTokenSealed', 'token_expires_at as tokenExpiresAt'])
    .select('warned_at as warnedAt')
    .where('id', '=', key)
    .executeTakeFirst()
  return row?.accessTokenSealed ? { ...row, accessTokenSealed: row.accessTokenSealed } : null
}

/** Whether the provider would give nothing back any more of what it sold. */
async function isUseless(app: App, { companyId, collectorId, now }: AccountInCare, endedAt: string): Promise<boolean> {
  let last = endedAt
  for (const { hooks } of app.modules) {
    const paidAt = await hooks?.findLastPaymentAt?.(app.db, { companyId, collectorId })
    if (paidAt && isBefore(last, paidAt)) last = paidAt
  }
  return isBefore(addHours(last, 24 * PROVIDER_REFUND_DAYS), now)
}

async function erase(app: App, account: AccountInCare): Promise<void> {
  const { companyId, collectorId } = account
  await inTransaction(app, async (app) => {
    if (!(await eraseTokens(app, account))) return
    await audit(app, SYSTEM, 'company.erase_payment_tokens', ['company', companyId], { before: { collectorId } })
  })
}

async function comeBack(app: App, account: AccountInCare, seconds: number): Promise<void> {
  const at = sql`least(${inSeconds(seconds)}, case when refresh_at > app_now() then refresh_at end,
    case when ended_at is null and sells_until > app_now() then sells_until end)`
  await requeue(app.db, careLease, account, { at })
}
