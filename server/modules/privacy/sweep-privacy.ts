/** Deletes old downloads and addresses of people who left. */
import type { App } from '#server/context.ts'
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts'
import { exportFileKey } from './export-file.ts'
import { listExpiredExports, listExportIds } from './queries.ts'
import { deleteExports, dropOldErasureSubjects, failStuckExports, markExpired } from './store.ts'

/** Repeatable; what one run leaves the next one takes. */
export async function sweepPrivacy(app: App): Promise<void> {
  await forEachIsolated(app, {
    items: await listExpiredExports(app),
    // The file first: a row that says «ready» is found again.
    async handle(exportId) {
      await app.files.private.delete(exportFileKey(exportId))
      await markExpired(app, exportId)
    },
    logFields: (exportId) => ({ exportId }),
    failed: 'an old download could not be deleted',
  })
  await failStuckExports(app)
  await dropOldErasureSubjects(app)
}

/** The data copies of a person who leaves. */
export async function dropExports(app: App, userId: string): Promise<void> {
  // Files first: a row says that there may be one.
  for (const id of await listExportIds(app, userId)) await app.files.private.delete(exportFileKey(id))
  await deleteExports(app, userId)
}
