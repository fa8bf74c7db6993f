/** A company's account at the payment provider, from the grant that its owner gave. */
import type { Grant } from '#server/adapters/payments/port.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { TOKEN_LABEL } from './queries.ts'
import { upsertPaymentAccount } from './store.ts'

export interface AccountGrant extends Pick<Grant, 'accessToken' | 'refreshToken' | 'collectorId' | 'expiresInSeconds'> {
  readonly companyId: string
  readonly nickname: string | null
}

/** Keeps the grant, its tokens sealed, in place of an earlier one: the company can sell paid types from now on. */
export async function connectPaymentAccount(app: App, by: AuditOrigin, grant: AccountGrant): Promise<void> {
  const { companyId, collectorId, nickname, expiresInSeconds } = grant
  await inTransaction(app, async (app) => {
    await upsertPaymentAccount(app, {
      companyId,
      collectorId,
      nickname,
      accessTokenSealed: app.vault.seal(TOKEN_LABEL, grant.accessToken),
      refreshTokenSealed: app.vault.seal(TOKEN_LABEL, grant.refreshToken),
      expiresInSeconds,
    })
    await audit(app, by, 'company.connect_payment_account', ['company', companyId], {
      after: { collectorId, nickname },
    })
  })
}
