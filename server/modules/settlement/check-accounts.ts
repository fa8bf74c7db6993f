/** Compares the ledger with the provider, account by account, and records the differences. */
import type { PaymentAccount } from '#server/adapters/payments/port.ts'
import { inTransaction, type App } from '#server/context.ts'
import { sweepAccounts, type SweptAccount } from '#server/modules/payments/sweep-accounts.ts'
import { count } from '#server/shared/counts.ts'
import { comparePage } from './compare-page.ts'
import { settleCheck, settlementSweep } from './store.ts'

const ACCOUNTS_AT_ONCE = 2

/** Checks every account that is due. The job `settlement.check-accounts`. */
export async function checkAccounts(app: App, stopping?: AbortSignal): Promise<void> {
  await sweepAccounts(app, settlementSweep, {
    atOnce: ACCOUNTS_AT_ONCE,
    stopping,
    handle: (account, swept) => checkAccount(app, account, swept),
  })
}

async function checkAccount(app: App, account: PaymentAccount, check: SweptAccount): Promise<void> {
  const { compared, tooRecent, ...page } = await comparePage(app, account, check)
  await inTransaction(app, (app) => settleCheck(app, check, compared, page))
  const differing = compared.filter(({ differences }) => differences.length > 0)
  const agrees = compared.length - differing.length
  const results = { agrees, differs: differing.length, too_recent: tooRecent, unread: page.unread }
  for (const [result, payments] of Object.entries(results)) if (payments > 0) count('settlements', { result }, payments)
  if (differing.length === 0) return
  const { companyId, collectorId } = check
  const [first] = differing
  app.log.error(
    { companyId, collectorId, payments: differing.length, first },
    'the provider reports other figures of payments than the ledger',
  )
}
