/** Compares the ledger with the provider, account by account, and records the differences. */
import { inTransaction, type App } from '#server/context.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { findCollector } from '#server/modules/companies/payment-account/queries.ts'
import { count } from '#server/shared/counts.ts'
import { comparePage } from './compare-page.ts'
import { claimChecks, forgetCheck, settleCheck, settlementLease, type ClaimedCheck } from './store.ts'

const ACCOUNTS_AT_ONCE = 2

/** Checks every account that is due. The job `settlement.check-accounts`. */
export async function checkAccounts(app: App, stopping?: AbortSignal): Promise<void> {
  if (!app.payments.isConfigured) return
  await drainLeases(app, settlementLease, {
    atOnce: ACCOUNTS_AT_ONCE,
    stopping,
    claim: (limit) => claimChecks(app, limit),
    handle: (check) => checkAccount(app, check),
  })
}

/** Throws `ProviderUnavailable`; the check is retried later from the same cursor. */
async function checkAccount(app: App, check: ClaimedCheck): Promise<void> {
  const account = await findCollector(app, check)
  if (!account) return forgetCheck(app, check)
  const { compared, tooRecent, ...page } = await comparePage(app, account, check)
  await inTransaction(app, (app) => settleCheck(app, check, compared, page))
  const differing = compared.filter(({ differences }) => differences.length > 0)
  const results = { agrees: compared.length - differing.length, differs: differing.length, too_recent: tooRecent }
  for (const [result, payments] of Object.entries(results)) if (payments > 0) count('settlements', { result }, payments)
  if (differing.length === 0) return
  const { companyId, collectorId } = check
  const [first] = differing
  app.log.error(
    { companyId, collectorId, payments: differing.length, first },
    'the provider reports other figures of payments than the ledger',
  )
}
