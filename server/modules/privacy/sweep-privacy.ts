/** What must not stay: old downloads, addresses of people who left. */
import type { App } from '#server/context.ts'
import { exportFileKey } from './export-file.ts'
import { listExpiredExports } from './queries.ts'
import { dropOldErasureSubjects, failStuckExports, markExpired } from './store.ts'

/** Repeatable; what one run leaves the next one takes. */
export async function sweepPrivacy(app: App): Promise<void> {
  for (const id of await listExpiredExports(app)) {
    // The file first: a row that says «ready» is found again.
    await app.files.private.delete(exportFileKey(id))
    await markExpired(app, id)
  }
  await failStuckExports(app)
  await dropOldErasureSubjects(app)
}
