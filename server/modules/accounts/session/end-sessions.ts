/** Ends what a person has open, when something about them makes it unsafe to go on. */
import type { Tx } from '#server/context.ts'
import { forgetSessions } from './forget-sessions.ts'
import { endSessionsOf } from '../store.ts'

/**
 * Ends every open session of a person, or all but `exceptId`, with the caller's transaction; on every process within 5 seconds
 * of its commit.
 */
export async function endSessions(app: Tx, userId: string, exceptId: string | null = null): Promise<void> {
  await endSessionsOf(app, userId, exceptId)
  forgetSessions(app, userId)
}
