/** Notices that one person's acts send to another. */
import type { App } from '#server/context.ts'
import { take } from '#server/db/limits.ts'

/**
 * Counts one to this person; false when it must not be sent, because they had ten in this hour, whoever caused them
 * (threats.md 27). Joins the caller's transaction, so that an act that is taken back counts for nothing.
 */
export async function countNotice(app: App, userId: string): Promise<boolean> {
  return !(await take(app, 'notice', userId)).isOver
}
