/** How sessions end: one that its owner closes, or all, when something about a person makes it unsafe to go on. */
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { endSession, endSessionOf, endSessionsOf } from './store.ts'

/** The session of this call. */
export async function signOut(app: App, actor: Actor): Promise<void> {
  await inTransaction(app, async (app) => {
    await endSession(app, actor.sessionId)
    forgetSessions(app, actor.userId)
  })
}

/** One of their own, here or on another device. Throws `not_found` for anybody else's session, as for one that does not exist or has ended. */
export async function endOwnSession(app: App, actor: Actor, sessionId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    if (!(await endSessionOf(app, actor.userId, sessionId))) throw new Failure('not_found')
    await audit(app, actor, 'session.end', ['session', sessionId])
    forgetSessions(app, actor.userId)
  })
}

/**
 * Ends every open session of a person, or all but `exceptId`, with the caller's transaction; on every process within 5 seconds
 * of its commit.
 */
export async function endSessions(app: Tx, userId: string, exceptId: string | null = null): Promise<void> {
  await endSessionsOf(app, userId, exceptId)
  forgetSessions(app, userId)
}

/** Makes every process reload a person's sessions and rights once this transaction is committed. */
export function forgetSessions(app: Tx, userId: string): void {
  app.afterCommit(({ bus }) => bus.publish('accounts.changed', userId))
}
