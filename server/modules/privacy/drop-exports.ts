/** The copies of their data of somebody who leaves. */
import type { App } from '#server/context.ts'
import { exportFileKey } from './export-file.ts'
import { listExportIds } from './queries.ts'
import { deleteExports } from './store.ts'

export async function dropExports(app: App, userId: string): Promise<void> {
  // Files first: a row says that there may be one.
  for (const id of await listExportIds(app, userId)) await app.files.private.delete(exportFileKey(id))
  await deleteExports(app, userId)
}
