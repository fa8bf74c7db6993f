/** The one-time code of the callback for a session. */
import type { App } from '#server/context.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { enterWithGoogle, type GoogleSession } from './enter-with-google.ts'
import { takeGoogleStep, openStep } from './store.ts'

/**
 * Opens the session. The code works once, for two minutes, and only in the browser that went to Google: a person cannot be
 * signed in with another person's code. Throws `google_token_invalid` and what `enterWithGoogle` throws.
 */
export async function exchangeGoogleCode(
  app: App,
  { code }: { code: string },
  browserToken: string | undefined,
  origin: RequestOrigin,
): Promise<GoogleSession> {
  if (!browserToken) throw new Failure('google_token_invalid')
  const browserHash = hashToken(browserToken)
  const taken = await takeGoogleStep(app, 'sign_in', { hash: hashToken(code), browserHash })
  if (!taken) throw new Failure('google_token_invalid')
  return enterWithGoogle(app, openStep(app, 'sign_in', taken.sealed), origin, browserHash)
}
