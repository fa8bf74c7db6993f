/** The way to the provider: a state that only this browser can bring back, once, within ten minutes, for this company. */
import { createHash } from 'node:crypto'
import { PAYMENT_ACCOUNT_COOKIE, PAYMENT_ACCOUNT_COOKIE_PATH } from '#contract/companies/companies-payment-account.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import type { Cookie } from '#server/http/bound.ts'
import type { Actor } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { newToken } from '#server/shared/ids.ts'
import { requireOwner } from '../access.ts'
import { isCompanyApproved } from '../queries.ts'
import { insertRequest } from './store.ts'

const LIVES_SECONDS = 600
/** Label under which the vault keeps what proves that the way back is ours (RFC 7636). */
export const VERIFIER_LABEL = 'payment-account-verifier'

/**
 * Gives the address to send the owner's browser to and the cookie that it must bring back. Throws `mp_not_authorized` to anybody who
 * is not the owner, `company_not_approved`, `payments_off`.
 */
export async function beginConnection(
  app: App,
  actor: Actor,
  companyId: Proof<'managedCompany'>,
): Promise<{ url: string; cookie: Cookie }> {
  requireOwner(actor, companyId)
  if (!app.vendors.payments.isConfigured) throw new Failure('payments_off')
  if (!(await isCompanyApproved(app, companyId))) throw new Failure('company_not_approved')
  const [state, browser, codeVerifier] = [newToken(), newToken(), newToken()]
  await insertRequest(app, {
    stateHash: hashToken(state),
    browserHash: hashToken(browser),
    sessionId: actor.sessionId,
    companyId,
    verifierSealed: app.vault.seal(VERIFIER_LABEL, codeVerifier),
    expiresInSeconds: LIVES_SECONDS,
  })
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  return {
    url: app.vendors.payments.authorizationUrl({ state, codeChallenge, redirectUri: redirectUri(app) }),
    cookie: {
      name: PAYMENT_ACCOUNT_COOKIE,
      value: browser,
      path: PAYMENT_ACCOUNT_COOKIE_PATH,
      maxAgeSeconds: LIVES_SECONDS,
    },
  }
}

/** The return address for browsers; its spelling must match the one registered at the provider. */
export function redirectUri(app: Pick<App, 'config'>): string {
  return `${app.config.publicUrl}${PAYMENT_ACCOUNT_COOKIE_PATH}/callback`
}
