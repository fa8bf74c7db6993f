/** A company's account at the payment provider, from the grant that its owner gave. */
import type { Grant } from '#server/adapters/payments/port.ts'
import { inTransaction, type App, type Core } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { isBefore } from '#server/shared/clock.ts'
import { lastToSell, refreshSeconds, sellsFrom, waiting, type Account } from './account.ts'
import { notifyAccount } from './notify-account.ts'
import { databaseNow, listAccounts, TOKEN_LABEL } from './queries.ts'
import { lockCompany, markEnded, setSellsUntil, upsertAccount, type SealedTokens } from './store.ts'

export interface AccountGrant extends Pick<Grant, 'accessToken' | 'refreshToken' | 'collectorId' | 'expiresInSeconds'> {
  readonly companyId: string
  readonly nickname: string | null
}

/**
 * Keeps the grant, its tokens sealed. The first account of a company and the one that sold last sell at once; another one a day
 * later, the one before until then, and owners and legal are notified (rule R7.4).
 */
export async function connectAccount(app: App, by: AuditOrigin, grant: AccountGrant): Promise<void> {
  const { companyId, collectorId, nickname } = grant
  await inTransaction(app, async (app) => {
    await lockCompany(app, companyId)
    const accounts = await listAccounts(app, companyId)
    const now = await nowAfter(app, accounts)
    const [before, pending] = [lastToSell(accounts, now), waiting(accounts, now)]
    const from = sellsFrom(accounts, collectorId, now)
    if (pending && pending.collectorId !== collectorId) await markEnded(app, pending.id, 'replaced')
    await upsertAccount(app, {
      companyId,
      collectorId,
      nickname,
      ...sealTokens(app, grant),
      sellsFrom: from,
      connectedBy: by.userId,
    })
    const isAnother = isBefore(now, from)
    if (isAnother && before?.endedAt === null) await setSellsUntil(app, before.id, from)
    await audit(app, by, 'company.connect_payment_account', ['company', companyId], {
      ...(before && { before: { collectorId: before.collectorId, nickname: before.nickname } }),
      after: { collectorId, nickname, sellsFrom: from },
    })
    if (isAnother) await notifyAccount(app, companyId, { what: 'another', nickname, from })
    for (const { hooks } of app.modules) await hooks?.onAccountConnected?.(app, { companyId, collectorId })
  })
}

/**
 * The database's clock, which says when a transaction began: an account that was connected while this one waited for the company's lock
 * may have begun later, and remains valid.
 */
async function nowAfter(app: Core, accounts: readonly Account[]): Promise<string> {
  const now = await databaseNow(app)
  return accounts.reduce((latest, { connectedAt }) => (isBefore(latest, connectedAt) ? connectedAt : latest), now)
}

/** The provider's grant as it is stored. */
export function sealTokens(
  app: Core,
  grant: Pick<Grant, 'accessToken' | 'refreshToken' | 'expiresInSeconds'>,
): SealedTokens {
  return {
    accessTokenSealed: app.vault.seal(TOKEN_LABEL, grant.accessToken),
    refreshTokenSealed: app.vault.seal(TOKEN_LABEL, grant.refreshToken),
    expiresInSeconds: grant.expiresInSeconds,
    refreshInSeconds: refreshSeconds(grant.expiresInSeconds),
  }
}
