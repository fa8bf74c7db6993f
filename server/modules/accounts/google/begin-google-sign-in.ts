/** The way to Google: a state that only this browser can bring back, once, within ten minutes. */
import { GOOGLE_COOKIE, GOOGLE_COOKIE_PATH } from '#contract/accounts/accounts-google.ts'
import type { App } from '#server/context.ts'
import { GoogleUnavailable } from '#server/adapters/google/port.ts'
import type { Cookie } from '#server/http/bound.ts'
import type { Actor } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { newToken } from '#server/shared/ids.ts'
import { insertGoogleStep, sealStep } from './store.ts'

const LIVES_SECONDS = 600

interface Input {
  /** The caller's own word, given back at the end. */
  readonly state?: string | undefined
  readonly purpose?: 'sign_in' | 'confirm' | undefined
}

/**
 * Gives the address to send the browser to and the cookie that it must bring back. With the purpose `confirm` Google asks
 * for the credentials again. Throws `google_off`, `google_failed`, and `missing_token` to confirm without a session.
 */
export async function beginGoogleSignIn(
  app: App,
  actor: Actor | null,
  { state: clientState, purpose = 'sign_in' }: Input,
): Promise<{ url: string; cookie: Cookie }> {
  if (!app.vendors.google.isConfigured) throw new Failure('google_off')
  if (purpose === 'confirm' && !actor) throw new Failure('missing_token')
  const [state, browser, nonce, codeVerifier] = [newToken(), newToken(), newToken(), newToken()]
  const isFresh = purpose === 'confirm'
  const url = await app.vendors.google
    .authorizationUrl({ state, nonce, codeVerifier, isFresh })
    .catch((error: unknown) => {
      if (!(error instanceof GoogleUnavailable)) throw error
      app.log.error({ err: error }, 'Google did not answer')
      throw new Failure('google_failed')
    })
  await insertGoogleStep(app, {
    kind: 'state',
    hash: hashToken(state),
    browserHash: hashToken(browser),
    sessionId: isFresh && actor ? actor.sessionId : null,
    sealed: sealStep(app, 'state', { nonce, codeVerifier, isFresh, clientState: clientState ?? null }),
    expiresInSeconds: LIVES_SECONDS,
  })
  const cookie = { name: GOOGLE_COOKIE, value: browser, path: GOOGLE_COOKIE_PATH, maxAgeSeconds: LIVES_SECONDS }
  return { url, cookie }
}
