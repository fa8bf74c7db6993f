/** The way back from the provider: the grant is fetched and kept, and the browser goes on to how it went. */
import type { ConnectionProblem } from '#contract/companies/companies-payment-account.ts'
import { paths } from '#contract/api/paths.ts'
import { ProviderUnavailable, type Grant } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { redirectUri, VERIFIER_LABEL } from './begin-connection.ts'
import { connectAccount } from './connect-account.ts'
import { findOwnerOfSession } from './queries.ts'
import { takeRequest } from './store.ts'

/** Parameters that the provider adds to the return address. */
interface Returned {
  readonly state?: string | undefined
  readonly code?: string | undefined
  readonly error?: string | undefined
}

/**
 * Gives the address that the browser goes on to; it carries no token and no code. The state must be one that this browser
 * (`browserToken`, its cookie) left with, at most ten minutes ago, and that was not returned before; the session that it left
 * with must still be its owner's. So a third party cannot connect their own account to another person's company, nor the reverse.
 */
export async function finishConnection(
  app: App,
  returned: Returned,
  browserToken: string | undefined,
  origin: RequestOrigin,
): Promise<{ location: string }> {
  const problem = await connect(app, returned, browserToken, origin)
  if (problem !== null) app.log.warn({ problem }, 'a payment account was not connected')
  const path = problem === null ? paths.paymentAccountConnected() : `${paths.paymentAccountFailed()}?motivo=${problem}`
  return { location: `${app.config.publicUrl}${path}` }
}

async function connect(
  app: App,
  { state, code, error }: Returned,
  browserToken: string | undefined,
  origin: RequestOrigin,
): Promise<ConnectionProblem | null> {
  const request =
    state && browserToken
      ? await takeRequest(app, { stateHash: hashToken(state), browserHash: hashToken(browserToken) })
      : null
  if (!request) return 'state'
  if (error !== undefined || !code) return error === 'access_denied' ? 'cancelled' : 'refused'
  const ownerId = await findOwnerOfSession(app, request)
  if (ownerId === null) return 'owner'
  const grant = await fetchGrant(app, code, app.vault.openText(VERIFIER_LABEL, request.verifierSealed))
  if (typeof grant === 'string') return grant
  // Payments with test credentials are not applied (invariant M4), so such an account could sell nothing.
  if (!grant.liveMode) return 'sandbox'
  // Asked again: the provider was, meanwhile.
  if ((await findOwnerOfSession(app, request)) !== ownerId) return 'owner'
  await connectAccount(app, { userId: ownerId, origin }, { ...grant, companyId: request.companyId })
  return null
}

async function fetchGrant(
  app: App,
  code: string,
  codeVerifier: string,
): Promise<(Grant & { nickname: string | null }) | ConnectionProblem> {
  try {
    const grant = await app.vendors.payments.exchangeCode({ code, codeVerifier, redirectUri: redirectUri(app) })
    if (grant.state === 'refused') {
      app.log.warn({ reason: grant.reason }, 'the provider refused an authorization')
      return 'refused'
    }
    const profile = await app.vendors.payments.fetchAccount(grant.accessToken)
    // The token is of the account that it says, or of none.
    if (profile?.collectorId !== grant.collectorId) return 'refused'
    return { ...grant, nickname: profile.nickname }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    app.log.error({ err: error }, 'the provider did not answer while an account was connected')
    return 'unavailable'
  }
}
