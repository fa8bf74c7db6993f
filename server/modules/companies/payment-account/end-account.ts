/** A company's account sells no more: disconnected, revoked at the provider, or with a token that ended. */
import type { Tx } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import type { Claim } from '#server/jobs/lease.ts'
import { isBefore } from '#server/shared/clock.ts'
import type { Account } from './account.ts'
import { databaseNow, listAccounts } from './queries.ts'
import { lockCompany, markEnded, setSellsUntil, type EndReason } from './store.ts'

interface Ending {
  readonly companyId: string
  readonly collectorId: string
  readonly because: EndReason
  /** The claim that must still hold the account. */
  readonly heldBy?: Claim
}

/**
 * Ends an account; false when it had ended before, or is held by another claim. When it was to take another's place, that one goes on selling. Its tokens stay
 * for what it sold. `app` is the act's transaction.
 */
export async function endAccount(
  app: Tx,
  by: AuditOrigin,
  { companyId, collectorId, because, heldBy }: Ending,
): Promise<boolean> {
  await lockCompany(app, companyId)
  const accounts = await listAccounts(app, companyId)
  const now = await databaseNow(app)
  const ending = accounts.find((account) => account.collectorId === collectorId)
  if (!ending || !(await markEnded(app, ending.id, because, heldBy))) return false
  const makesWay = (other: Account) => other.endedAt === null && other.sellsUntil === ending.sellsFrom
  if (isBefore(now, ending.sellsFrom)) {
    for (const other of accounts.filter(makesWay)) await setSellsUntil(app, other.id, null)
  }
  await audit(app, by, ACTIONS[because], ['company', companyId], {
    before: { collectorId, nickname: ending.nickname },
    after: { because },
  })
  return true
}

const ACTIONS: Readonly<Record<EndReason, string>> = {
  disconnected: 'company.disconnect_payment_account',
  revoked: 'company.lose_payment_account',
  expired: 'company.lose_payment_account',
  replaced: 'company.replace_payment_account',
}
