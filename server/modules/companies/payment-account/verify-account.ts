/** Whether a company can collect, asked of the provider and not of what we remember. */
import type { Answer } from '#contract/api/endpoint.ts'
import type { verifyPaymentAccount as endpoint } from '#contract/companies/companies-payment-account.ts'
import type { Proof } from '#contract/api/roles.ts'
import { ProviderUnavailable } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { findCollectingAccount } from './queries.ts'
import { suspectAccount } from './suspect-account.ts'

/** A provider that does not answer takes nothing away: then it is as we know it. What it revoked is noted soon after. */
export async function verifyAccount(app: App, companyId: Proof<'managedCompany'>): Promise<Answer<typeof endpoint>> {
  const account = await findCollectingAccount(app, companyId)
  if (!account) return { isConnected: false, nickname: null }
  try {
    const profile = await app.vendors.payments.fetchAccount(account.accessToken)
    if (profile?.collectorId === account.collectorId) return { isConnected: true, nickname: profile.nickname }
    await suspectAccount(app.db, account.collectorId)
    return { isConnected: false, nickname: null }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    app.log.warn({ err: error, companyId }, 'the provider could not be asked about an account')
    return { isConnected: true, nickname: null }
  }
}
