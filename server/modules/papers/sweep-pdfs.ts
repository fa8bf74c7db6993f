/** PDFs that leave: those beyond the bytes that they may take, and those of a person who leaves. */
import type { App } from '#server/context.ts'
import { fileKey } from './keep-pdf.ts'
import { listLeaving, listPdfsOf } from './queries.ts'
import { deleteLeft, type Leaving } from './store.ts'

/** Some 12,000 tickets: those of the nights that people look at now. What is missing is drawn again. */
export const MAX_BYTES = 1024 ** 3
const AT_ONCE = 500

/** Deletes the PDFs that were let go of and the oldest beyond `maxBytes`, until none is left over. */
export async function sweepPdfs(app: App, maxBytes = MAX_BYTES): Promise<void> {
  for (;;) {
    const leaving = await listLeaving(app, maxBytes, AT_ONCE)
    await deletePdfs(app, leaving)
    if (leaving.length < AT_ONCE) return
  }
}

/** Deletes every PDF with this person's name, file and row; again, it does nothing. Call it once the account is closed. */
export async function forgetPdfs(app: App, ownerId: string): Promise<void> {
  await deletePdfs(app, await listPdfsOf(app, ownerId))
}

async function deletePdfs(app: App, leaving: readonly Leaving[]): Promise<void> {
  for (const { key } of leaving) await app.files.private.delete(fileKey(key))
  await deleteLeft(app, leaving)
}
