/** Keeps the PDFs within their bytes. */
import type { App } from '#server/context.ts'
import { fileKey } from './keep-pdf.ts'
import { listLeaving } from './queries.ts'
import { deleteLeft } from './store.ts'

/** Some 12,000 tickets: those of the nights that people look at now. What is missing is drawn again. */
export const MAX_BYTES = 1024 ** 3
const AT_ONCE = 500

/** Deletes the PDFs that were let go of and the oldest beyond `maxBytes`, until none is left over. */
export async function sweepPdfs(app: App, maxBytes = MAX_BYTES): Promise<void> {
  for (;;) {
    const leaving = await listLeaving(app, maxBytes, AT_ONCE)
    for (const { key } of leaving) await app.files.private.delete(fileKey(key))
    await deleteLeft(app, leaving)
    if (leaving.length < AT_ONCE) return
  }
}
