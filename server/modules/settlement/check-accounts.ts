/** Compares the ledger with the provider, account by account, and keeps what does not agree. */
import { inTransaction, type App } from '#server/context.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { findCollector } from '#server/modules/companies/payment-account/queries.ts'
import { count } from '#server/shared/counts.ts'
import { lookAtPayments } from './look-at-payments.ts'
import { claimChecks, forgetCheck, settleCheck, settlementLease, type ClaimedCheck } from './store.ts'

const ACCOUNTS_AT_ONCE = 2

/** Every account whose time it is. The job `settlement.check-accounts`. */
export async function checkAccounts(app: App, stopping?: AbortSignal): Promise<void> {
  if (!app.payments.isConfigured) return
  await drainLeases(app, settlementLease, {
    atOnce: ACCOUNTS_AT_ONCE,
    stopping,
    claim: (limit) => claimChecks(app, limit),
    handle: (check) => checkAccount(app, check),
  })
}

/** Throws `ProviderUnavailable`, to be tried again later from where it was. */
async function checkAccount(app: App, check: ClaimedCheck): Promise<void> {
  const account = await findCollector(app, check)
  if (!account) return forgetCheck(app, check)
  const { compared, young, ...stretch } = await lookAtPayments(app, account, check)
  await inTransaction(app, (app) => settleCheck(app, check, compared, stretch))
  const differing = compared.filter(({ differences }) => differences.length > 0)
  const results = { agrees: compared.length - differing.length, differs: differing.length, too_young: young }
  for (const [result, payments] of Object.entries(results)) if (payments > 0) count('settlements', { result }, payments)
  if (differing.length === 0) return
  const { companyId, collectorId } = check
  const [first] = differing
  app.log.error(
    { companyId, collectorId, payments: differing.length, first },
    'the provider tells other figures of payments than the ledger',
  )
}
