/** Step-up for who has no password: a fresh sign-in at Google, of the same Google account (rule R5.8). */
import type { Answer } from '#contract/api/endpoint.ts'
import type { confirmWithGoogle as endpoint } from '#contract/accounts/accounts-google.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { forgetSessions } from '../session/end-sessions.ts'
import { takeGoogleStep } from './store.ts'
import { markConfirmed } from '../session/store.ts'

/**
 * Confirms this session for 15 minutes, as its password would. The code is of this session and this browser, and works once.
 * Throws `google_token_invalid`.
 */
export async function confirmWithGoogle(
  app: App,
  actor: Actor,
  { code }: { code: string },
  browserToken: string | undefined,
): Promise<Answer<typeof endpoint>> {
  if (!browserToken) throw new Failure('google_token_invalid')
  const confirmedUntil = await inTransaction(app, async (app) => {
    const taken = await takeGoogleStep(app, 'confirm', { hash: hashToken(code), browserHash: hashToken(browserToken) })
    if (taken?.sessionId !== actor.sessionId) throw new Failure('google_token_invalid')
    await audit(app, actor, 'session.confirm', ['session', actor.sessionId])
    forgetSessions(app, actor.userId)
    return markConfirmed(app, actor.sessionId)
  })
  return { status: 'success', confirmedUntil }
}
