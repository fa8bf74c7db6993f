/** Sign-out: the session ends on the server, and every process forgets it. */
import type { App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { endSession } from './store.ts'

export async function signOut(app: App, actor: Actor): Promise<void> {
  await endSession(app, actor.sessionId)
  app.bus.publish('accounts.changed', actor.userId)
}
