/** Notices that one person's acts send to another. */
import type { App } from '#server/context.ts'
import { attemptsKey } from './attempts-key.ts'
import { noteAttempt } from './store.ts'

const MAX_NOTICES = 10
const WINDOW_SECONDS = 3600

/**
 * Counts one to this person; false when it must not be sent, because they had ten in this hour, whoever caused them
 * (threats.md 27). Joins the caller's transaction, so that an act that is taken back counts for nothing.
 */
export async function countNotice(app: App, userId: string): Promise<boolean> {
  const { attempts } = await noteAttempt(app, attemptsKey(app.vault, 'notice', userId), WINDOW_SECONDS)
  return attempts <= MAX_NOTICES
}
