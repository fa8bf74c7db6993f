/** Sign-in with an identity token that an application got from Google by itself. */
import type { Answer } from '#contract/api/endpoint.ts'
import type { signInWithGoogle as signInWithGoogleEndpoint } from '#contract/accounts/accounts-google.ts'
import { GoogleUnavailable } from '#server/adapters/google/port.ts'
import type { App } from '#server/context.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { enterWithGoogle } from './enter-with-google.ts'
import { insertGoogleStep } from './store.ts'

/** Google's tokens live an hour: a used one is remembered longer. */
const REMEMBERED_SECONDS = 2 * 3600

/**
 * Verifies the token (signature, issuer, audience, age, verified mail) and opens the session; a token opens one session
 * and no second. Throws `google_off`, `google_token_invalid`, `google_failed` and what `enterWithGoogle` throws.
 */
export async function signInWithGoogle(
  app: App,
  { idToken }: { idToken: string },
  origin: RequestOrigin,
): Promise<Answer<typeof signInWithGoogleEndpoint>> {
  if (!app.vendors.google.isConfigured) throw new Failure('google_off')
  const identity = await app.vendors.google.verifyIdToken(idToken).catch((error: unknown) => {
    if (!(error instanceof GoogleUnavailable)) throw error
    app.log.error({ err: error }, 'Google did not answer')
    throw new Failure('google_failed')
  })
  if ('refused' in identity) throw new Failure('google_token_invalid')
  // Of the signed part alone: a signature has more than one spelling.
  const signed = idToken.slice(0, idToken.lastIndexOf('.'))
  const isFirstUse = await insertGoogleStep(app, {
    kind: 'seen',
    hash: hashToken(signed),
    browserHash: null,
    sessionId: null,
    sealed: null,
    expiresInSeconds: REMEMBERED_SECONDS,
  })
  if (!isFirstUse) throw new Failure('google_token_invalid')
  const { token, ...rest } = await enterWithGoogle(app, identity, origin, null)
  return { success: true, data: { token }, ...rest }
}
