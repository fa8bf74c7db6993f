/** Compares all that every account ever sold with the ledger, at once and without writing: the command `npm run ledger:check`. */
import { addHours } from '#contract/values/dates.ts'
import { PROVIDER_REFUND_DAYS, ProviderUnavailable } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { findBrokenInvariants, type BrokenInvariant } from '#server/db/check-invariants.ts'
import { findCollector } from '#server/modules/companies/payment-account/queries.ts'
import { sumBalances, type Balances } from '#server/modules/ledger/queries-balances.ts'
import { comparePage } from './compare-page.ts'
import { listAccounts } from './queries-figures.ts'
import type { Compared } from './store.ts'

export interface CheckedAccount {
  readonly companyName: string
  readonly collectorId: string
  /** Payments that were compared. */
  readonly payments: number
  /** Payments that changed in the last five minutes: their news may be on its way. */
  readonly tooRecent: number
  readonly differing: readonly Compared[]
  /** Of all the company's accounts together. */
  readonly balances: Balances
  /** Why it could not be compared to the end. */
  readonly problem: string | null
}

export interface CheckedLedger {
  readonly accounts: readonly CheckedAccount[]
  /** What the rows of orders, payments and tickets say otherwise than the ledger. */
  readonly broken: readonly BrokenInvariant[]
  readonly agrees: boolean
}

export async function checkLedger(app: App): Promise<CheckedLedger> {
  const accounts: CheckedAccount[] = []
  for (const each of await listAccounts(app)) accounts.push(await checkAccount(app, each))
  const broken = (await findBrokenInvariants(app)).filter(({ name }) => /^M\d/.test(name))
  const isRight = ({ differing, problem }: CheckedAccount) => differing.length === 0 && problem === null
  return { accounts, broken, agrees: broken.length === 0 && accounts.every(isRight) }
}

async function checkAccount(
  app: App,
  { companyId, collectorId, companyName }: { companyId: string; collectorId: string; companyName: string },
): Promise<CheckedAccount> {
  const now = app.clock.now()
  const differing = new Map<string, Compared>()
  const compared = new Set<string>()
  let tooRecent = 0
  let unread = 0
  const soFar = async (problem: string | null) => {
    const balances = await sumBalances(app, { companyId })
    return {
      companyName,
      collectorId,
      payments: compared.size,
      tooRecent,
      differing: [...differing.values()],
      balances,
      problem,
    }
  }
  let cursor = addHours(now, -24 * PROVIDER_REFUND_DAYS)
  try {
    const account = await findCollector(app, { companyId, collectorId })
    if (!account) return await soFar('no token')
    for (;;) {
      const page = await comparePage(app, account, { companyId, collectorId, cursor, now })
      for (const each of page.compared) {
        compared.add(each.providerPaymentId)
        if (each.differences.length > 0) differing.set(each.providerPaymentId, each)
        else differing.delete(each.providerPaymentId)
      }
      tooRecent += page.tooRecent
      unread += page.unread
      if (page.isWhole) return await soFar(unread > 0 ? `${unread} payments could not be read` : null)
      cursor = page.until
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    return soFar(error.message)
  }
}
