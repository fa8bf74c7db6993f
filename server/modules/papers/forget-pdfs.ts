/** A person who leaves takes their PDFs along. */
import type { App } from '#server/context.ts'
import { fileKey } from './keep-pdf.ts'
import { listPdfsOf } from './queries.ts'
import { deleteLeft } from './store.ts'

/** Deletes every PDF with this person's name, file and row; again, it does nothing. Call it once the account is closed. */
export async function forgetPdfs(app: App, ownerId: string): Promise<void> {
  const leaving = await listPdfsOf(app, ownerId)
  for (const { key } of leaving) await app.files.private.delete(fileKey(key))
  await deleteLeft(app, leaving)
}
