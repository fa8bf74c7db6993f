/** Sign-out: the session ends on the server, and every process forgets it. */
import { inTransaction, type App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { forgetSessions } from './forget-sessions.ts'
import { endSession } from '../store.ts'

export async function signOut(app: App, actor: Actor): Promise<void> {
  await inTransaction(app, async (app) => {
    await endSession(app, actor.sessionId)
    forgetSessions(app, actor.userId)
  })
}
