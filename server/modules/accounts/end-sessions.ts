/** Ends what a person has open, when something about them makes it unsafe to go on. */
import type { App } from '#server/context.ts'
import { endSessionsOf } from './store.ts'

/**
 * Ends every open session of a person, or all but `exceptId`, on every process within 5 seconds. Joins the caller's
 * transaction, which should publish `accounts.changed` once more after it commits: a process that asks in between remembers
 * the old answer.
 */
export async function endSessions(app: App, userId: string, exceptId: string | null = null): Promise<void> {
  await endSessionsOf(app, userId, exceptId)
  app.bus.publish('accounts.changed', userId)
}
