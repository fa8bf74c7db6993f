/** A person closes one of their sessions, here or on another device. */
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { forgetSessions } from './forget-sessions.ts'
import { endSessionOf } from '../store.ts'

/** Throws `not_found` for anybody else's session, as for one that does not exist or has ended. */
export async function endOwnSession(app: App, actor: Actor, sessionId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    if (!(await endSessionOf(app, actor.userId, sessionId))) throw new Failure('not_found')
    await audit(app, actor, { action: 'session.end', objectType: 'session', objectId: sessionId })
    forgetSessions(app, actor.userId)
  })
}
