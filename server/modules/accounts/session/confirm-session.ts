/** Step-up: what moves money, roles or contacts asks for the password once more (rule R5.8). */
import type { Answer } from '#contract/api/endpoint.ts'
import type { confirmSession as endpoint } from '#contract/accounts/accounts-credentials.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { checkPassword } from '../password/check-password.ts'
import { forgetSessions } from './end-sessions.ts'
import { markConfirmed } from './store.ts'

/** Confirms this session for 15 minutes, on every process. Throws `wrong_password`, `too_many_requests`. */
export async function confirmSession(app: App, actor: Actor, password: string): Promise<Answer<typeof endpoint>> {
  await checkPassword(app, actor.userId, password)
  const confirmedUntil = await inTransaction(app, async (app) => {
    await audit(app, actor, 'session.confirm', ['session', actor.sessionId])
    forgetSessions(app, actor.userId)
    return markConfirmed(app, actor.sessionId)
  })
  return { status: 'success', confirmedUntil }
}
