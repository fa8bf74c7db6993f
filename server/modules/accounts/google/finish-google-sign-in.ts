/** The way back from Google: what it says is verified, and the browser goes on with a one-time code, never with a token. */
import { paths } from '#contract/api/paths.ts'
import { GoogleUnavailable, type GoogleIdentity } from '#server/adapters/google/port.ts'
import type { App } from '#server/context.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { newToken } from '#server/shared/ids.ts'
import { isIdentityOfSession } from './queries.ts'
import { insertGoogleStep, takeGoogleStep, openStep, sealStep, type GoogleSteps } from './store.ts'

/** The browser exchanges it at once. */
const CODE_LIVES_SECONDS = 120

/** Parameters that Google adds to the return address. */
interface Returned {
  readonly state?: string | undefined
  readonly code?: string | undefined
  readonly error?: string | undefined
  readonly iss?: string | undefined
}

/** Why it went wrong, as `/login/success` reads it. */
type Problem =
  | 'google_state_invalid'
  | 'google_cancelled'
  | 'google_token_invalid'
  | 'google_email_unverified'
  | 'google_failed'
  | 'google_other_account'

/**
 * Gives the address that the browser goes on to. The state must be one that this browser (`browserToken`, its cookie) began
 * with, at most ten minutes ago, and that was not returned before. Known and unknown people take the same way.
 */
export async function finishGoogleSignIn(
  app: App,
  returned: Returned,
  browserToken: string | undefined,
): Promise<{ location: string }> {
  const browserHash = browserToken ? hashToken(browserToken) : null
  const taken =
    returned.state && browserHash
      ? await takeGoogleStep(app, 'state', { hash: hashToken(returned.state), browserHash })
      : null
  if (!taken || !returned.state) return goOn(app, { error: 'google_state_invalid' }, null)
  const step = openStep(app, 'state', taken.sealed)
  if (returned.error !== undefined) {
    return goOn(app, { error: returned.error === 'access_denied' ? 'google_cancelled' : 'google_failed' }, step)
  }
  const identity = await identify(app, returned, { ...step, state: returned.state })
  if (typeof identity === 'string') return goOn(app, { error: identity }, step)
  if (!identity.isMailVerified) return goOn(app, { error: 'google_email_unverified' }, step)
  if (taken.sessionId !== null && !(await isIdentityOfSession(app, identity.subject, taken.sessionId))) {
    return goOn(app, { error: 'google_other_account' }, step)
  }
  const code = newToken()
  const kind = taken.sessionId === null ? 'sign_in' : 'confirm'
  await insertGoogleStep(app, {
    kind,
    hash: hashToken(code),
    browserHash,
    sessionId: taken.sessionId,
    sealed: kind === 'sign_in' ? sealStep(app, 'sign_in', identity) : null,
    expiresInSeconds: CODE_LIVES_SECONDS,
  })
  return goOn(app, kind === 'sign_in' ? { code } : { confirm: code }, step)
}

async function identify(
  app: App,
  returned: Returned,
  checks: GoogleSteps['state'] & { state: string },
): Promise<GoogleIdentity | Problem> {
  try {
    const identity = await app.vendors.google.exchange({ ...returned }, checks)
    if (!('refused' in identity)) return identity
    app.log.warn({ reason: identity.refused }, 'a return from Google was refused')
    return 'google_token_invalid'
  } catch (error) {
    if (!(error instanceof GoogleUnavailable)) throw error
    app.log.error({ err: error }, 'Google did not answer')
    return 'google_failed'
  }
}

/** After `#`, so that it reaches no server log and no Referer. */
function goOn(
  app: App,
  news: { code: string } | { confirm: string } | { error: Problem },
  step: GoogleSteps['state'] | null,
): { location: string } {
  const fragment = new URLSearchParams(news)
  if (step?.clientState) fragment.set('state', step.clientState)
  if (step?.isFresh) fragment.set('purpose', 'confirm')
  return { location: `${app.config.publicUrl}${paths.loginSuccess()}#${fragment}` }
}
